package import Community

extension People {
    /// So many of the newest positions are looked at.
    private static let mostExposed = 200_000

    /// What a watcher makes of what a person tells and of what is kept of where they were, the newest of it where that
    /// is much.
    ///
    /// It takes long, and is left to `run`; one after the other.
    package func exposure(
        of person: AccountID, on run: (@escaping @Sendable () throws -> Exposure) async throws -> Exposure
    ) async throws -> Exposure {
        let known = try await known(person), time = now()
        let precisions = try await circles.circles(of: person).compactMap { $0.members[person] }
        let precision = precisions.contains(.exact) ? .exact : precisions.first
        return try await exposures.hold(0) {
            let kept = try await positions.newest(
                of: person, in: 0...time + Position.maximumLead, atLeast: Self.mostExposed
            ).recorded.map(\.position)
            return try await run { Exposure(kept, known.sharing, circles: precision, known.key) }
        }
    }
}
