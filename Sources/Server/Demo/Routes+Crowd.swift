import Community
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds who is on the map that does not exist, for operators.
    mutating func addCrowd(_ life: SimulatedLife, _ door: Doorkeeper) {
        on(CrowdRequest.self, at: door) { _, _, exchange in
            try await exchange.encoded(life.crowd, cacheControl: Exchange.personal)
        }
        on(ChangeCrowdRequest.self, at: door) { request, _, exchange in
            let crowd = request.body
            try Self.check(crowd)
            try await life.become(crowd)
            return try await exchange.encoded(crowd, cacheControl: Exchange.personal)
        }
    }

    private static func check(_ crowd: SimulatedCrowd) throws(CommunityFault) {
        guard (0...SimulatedLife.mostPeople).contains(crowd.people) else {
            throw .invalid(field: "people", reason: "is not 0 to \(SimulatedLife.mostPeople)")
        }
        guard crowd.hour.map({ (0..<24).contains($0) }) ?? true else {
            throw .invalid(field: "hour", reason: "is not 0 to 23")
        }
        guard (1...SimulatedLife.mostSpeed).contains(crowd.speed) else {
            throw .invalid(field: "speed", reason: "is not 1 to \(SimulatedLife.mostSpeed)")
        }
        guard crowd.speed == 1 || crowd.hour != nil else {
            throw .invalid(field: "hour", reason: "is missing, and whoever lives faster than the clock begins at one")
        }
    }
}
