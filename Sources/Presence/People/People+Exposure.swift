package import Community
package import GeoCore

extension People {
    /// So many of the newest positions are looked at.
    private static let mostExposed = 200_000
    /// Each takes about so many microseconds.
    private static let microsecondsToWatch = 2

    /// What a watcher makes of what a person tells and of what is kept of where they were, the newest of it where that
    /// is much.
    ///
    /// It takes long and much memory, and is left to `run`, for about so many microseconds.
    package func exposure(
        of person: AccountID,
        on run: (Int, @escaping @Sendable (StopRequest) throws -> Exposure) async throws -> Exposure
    ) async throws -> Exposure {
        let known = try await known(person), time = now()
        let precisions = try await circles.circles(of: person).compactMap { $0.members[person] }
        let precision = precisions.contains(.exact) ? .exact : precisions.first
        let kept = try await positions.newest(
            of: person, in: 0...time + Position.maximumLead, atLeast: Self.mostExposed
        ).recorded.map(\.position)
        return try await run(kept.count * Self.microsecondsToWatch) { stop in
            Exposure(kept, known.sharing, circles: precision, known.key, stop)
        }
    }
}
