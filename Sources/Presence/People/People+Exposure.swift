package import Community
import GeoCore

extension People {
    /// An exposure uses at most this many positions, the newest ones.
    private static let mostExposed = 200_000
    /// The approximate time for one position.
    private static let microsecondsToWatch = 2

    /// Returns what a watcher can infer from what a person shares and from their stored positions.
    package func exposure(of person: AccountID) async throws -> Exposure {
        let known = try await known(person), time = now()
        let precisions = try await circles.circles(of: person).compactMap { $0.members[person] }
        let precision = precisions.contains(.exact) ? .exact : precisions.first
        let kept = try await positions.newest(
            of: person, in: 0...time + Position.maximumLead, atLeast: Self.mostExposed
        ).recorded.map(\.position)
        return try await work.run(costing: kept.count * Self.microsecondsToWatch) { stop in
            Exposure(kept, known.sharing, circles: precision, known.key, stop)
        }
    }
}
