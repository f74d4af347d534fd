import Atlas
import Community
import Fairness
import GeoCore
import HereaboutsAPI
import Hummingbird
import Presence
import Search

extension Routes {
    /// Adds files for other programs, also at the addresses that the classic lab clients use.
    mutating func addPresenceFiles(
        _ sources: PresenceSources, _ atlas: LiveAtlas, _ authentication: Authentication, _ workers: WorkerPool
    ) {
        let presence = sources.presence
        on(PeopleFileRequest.self, authentication, aliases: ["/getpositions/"]) { _, viewer, exchange in
            try exchange.spendAnswer()
            let people = try await sources.people(seenBy: viewer.account?.id)
            let bytes = try await workers.run { PresenceFiles.geoJSON(people) }
            return try exchange.file(bytes, type: "application/geo+json", name: "people.geojson")
        }
        on(BusynessTableRequest.self, authentication, aliases: ["/getlines/"]) { _, _, exchange in
            try exchange.spendAnswer()
            let map = atlas.current.search.places
            let patterns = try await presence.busyness.patterns { try await workers.run(costing: .expensive, $0) }
            let queues = try await presence.queues.usual { try await workers.run(costing: .expensive, $0) }
            let hours = try await workers.run {
                Set(patterns.keys).union(queues.keys).sorted().flatMap { key -> [PresenceFiles.Hour] in
                    // The map may have lost a counted place meanwhile.
                    guard let place = map.mapObject(key) else { return [] }
                    return Self.hours(of: place, patterns[key], queues[key])
                }
            }
            let bytes = try await workers.run { PresenceFiles.table(hours) }
            return try exchange.file(bytes, type: "text/tab-separated-values; charset=utf-8", name: "busyness.tsv")
        }
    }

    private static func hours(
        of place: MapObject, _ pattern: BusynessPattern?, _ usual: QueueAverages?
    ) -> [PresenceFiles.Hour] {
        let levels = pattern?.levelsInFiles
        return (0..<7).flatMap { day in
            (0..<24).compactMap { hour in
                let level = levels.map { $0[day][hour] }.flatMap { $0 > 0 ? $0 : nil }
                let wait = usual.flatMap { UsualQueue(day: day, hour: hour, $0.cells[day][hour]) }
                guard level != nil || wait != nil else { return nil }
                return PresenceFiles.Hour(place: place, day: day, hour: hour, level: level, wait: wait)
            }
        }
    }
}
