package import Community
import GeoCore

extension People {
    /// An exposure rests on so many positions, the newest.
    private static let mostExposed = 200_000
    /// Each takes about so many microseconds.
    private static let microsecondsToWatch = 2

    /// What a watcher can infer from what a person shares and from what is kept of their positions.
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
