import Community

/// Seals each hour of a person with that person's key, and opens it.
extension Positions {
    typealias Group = PositionRecords.Group

    /// Work of at most this many microseconds runs in place. Longer work would hold the event loop.
    private static let mostInPlace = 550
    /// The fixed cost to open a piece, in bytes, and the bytes that a worker opens in a microsecond.
    private static let bytesOfPiece = 100
    private static let bytesPerMicrosecond = 30

    /// Returns each position of `groups` once, in the order of times: two servers may have recorded it at the same
    /// moment.
    static func united(_ groups: [Group]) -> [Recorded] {
        let all = groups.flatMap { group in
            group.positions.map { Recorded(device: group.device, position: $0.position, arrival: $0.arrival) }
        }
        let order = all.indices.sorted { (all[$0].key, $0) < (all[$1].key, $1) }
        // Of equal records the last one counts.
        return order.indices.filter { $0 + 1 == order.count || all[order[$0]].key < all[order[$0 + 1]].key }
            .map { all[order[$0]] }
    }

    /// Returns a person's records in `hours`. Throws `DamagedRow` for an unreadable piece.
    func groups(of person: AccountID, in hours: ClosedRange<Int64>, _ seal: Seal) async throws -> [Group] {
        try await open(try await store.hours(of: person, in: hours)) { pieces in
            try pieces.flatMap { try Self.opened($0, of: person, seal) }
        }
    }

    /// Runs `body` with `pieces`, in a job if it takes long. Besides opening them, it takes about `nanosecondsOfEach`
    /// for each position.
    func open<Result: Sendable>(
        _ pieces: [SealedHour], nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable ([SealedHour]) throws -> Result
    ) async throws -> Result {
        let bytes = pieces.reduce(0) { $0 + Self.bytesOfPiece + $1.sealed.count }
        let microseconds =
            bytes / Self.bytesPerMicrosecond + bytes / SealedHour.bytesOfPosition * nanoseconds / 1000
        guard microseconds > Self.mostInPlace else { return try body(pieces) }
        return try await work.run(costing: microseconds) { try body(pieces) }
    }

    static func opened(_ piece: SealedHour, of person: AccountID, _ seal: Seal) throws(DamagedRow) -> [Group] {
        // Data whose key was destroyed is unreadable, also when a backup brings it back.
        guard piece.key == seal.name else { return [] }
        guard let bytes = seal.opened(piece.sealed, at: place(piece.hour, person)),
            let groups = PositionRecords.unpack(bytes, hour: piece.hour)
        else { throw DamagedRow(table: "positions", id: person.bytes) }
        return groups
    }

    static func closed(
        _ groups: [Group], _ hour: Int64, _ number: Int64, of person: AccountID, _ seal: Seal
    ) -> SealedHour {
        let content = PositionRecords.pack(groups, hour: hour)
        return SealedHour(
            hour: hour, number: number, key: seal.name, sealed: seal.closed(content, at: place(hour, person)))
    }

    /// Binds a sealed hour to its person and hour: it does not open for another.
    private static func place(_ hour: Int64, _ person: AccountID) -> [UInt8] {
        person.bytes + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hour >> $0) }
    }
}
