package import Community

/// Keeps visits for longer than positions, for people who want that. The key of their positions seals them; deletion
/// destroys it. Only their owner reads them.
package struct VisitHistory: Sendable {
    private let store: any VisitStore
    private let keys: any PersonKeyStore

    package init(store: some VisitStore, keys: some PersonKeyStore) {
        self.store = store
        self.keys = keys
    }

    /// The longest stay that a look-up by its end finds.
    private static let longestStay: Milliseconds = 31 * UTCDay.milliseconds

    /// Returns the kept visits of a person that overlap a span of time, in the order of arrivals. Throws `DamagedRow`.
    package func visits(of person: AccountID, in times: ClosedRange<Timestamp>) async throws -> [Visit] {
        guard let key = try await keys.key(of: person, for: .positions) else { return [] }
        return try await days(of: person, around: times, Seal(key))
            .filter { $0.departure >= times.lowerBound && $0.arrival <= times.upperBound }
    }

    /// Returns all visits of the days on which a visit may begin that overlaps a span.
    private func days(of person: AccountID, around times: ClosedRange<Timestamp>, _ seal: Seal) async throws -> [Visit]
    {
        try await rows(of: person, around: times).flatMap { try opened($0, of: person, seal) }
    }

    private func rows(of person: AccountID, around times: ClosedRange<Timestamp>) async throws -> [SealedVisits] {
        let days = UTCDay.number(at: max(0, times.lowerBound - Self.longestStay))...UTCDay.number(at: times.upperBound)
        return try await store.visits(of: person, in: days)
    }

    /// Keeps visits, in the order of arrivals, beside the kept ones; a repeated visit changes nothing. Skips days whose
    /// row is damaged, and throws `DamagedRow` after it has kept the rest.
    package func keep(_ found: [Visit], of person: AccountID) async throws {
        guard let first = found.first, let last = found.map(\.departure).max(),
            let key = try await keys.key(of: person, for: .positions)
        else { return }
        let seal = Seal(key)
        var kept: [Visit] = [], damagedDays: Set<Int64> = [], fault: DamagedRow?
        for row in try await rows(of: person, around: first.arrival...last) {
            do throws(DamagedRow) {
                kept += try opened(row, of: person, seal)
            } catch {
                damagedDays.insert(row.day)
                fault = fault ?? error
            }
        }
        let before = Dictionary(grouping: kept) { UTCDay.number(at: $0.arrival) }
        let after = Dictionary(grouping: Self.united(kept, with: found)) { UTCDay.number(at: $0.arrival) }
        // A backup may repair a damaged row, so it is not overwritten.
        let rows = after.filter { before[$0.key] != $0.value && !damagedDays.contains($0.key) }
            .sorted { $0.key < $1.key }.map { day, visits in
                SealedVisits(
                    day: day, key: seal.name, sealed: seal.closed(Self.pack(visits), at: Self.place(day, person)))
            }
        if !rows.isEmpty { try await store.keep(rows, of: person) }
        if let fault { throw fault }
    }

    /// Returns whether nothing of a person is kept, readable or not.
    package func isEmpty(of person: AccountID) async throws -> Bool {
        do { return try await store.visits(of: person, in: 0...Int64.max).isEmpty } catch is DamagedRow { return false }
    }

    /// Removes all kept visits of a person. Files may hold them until `PositionStore.forgetRemoved` returns.
    package func forget(_ person: AccountID) async throws { try await store.removeVisits(of: person) }

    /// Returns `kept` with what `found` adds. A found visit that overlaps a kept one can only make it longer.
    ///
    /// Takes linear time besides sorting, because the stays of one person follow each other.
    package static func united(_ kept: [Visit], with found: [Visit]) -> [Visit] {
        var kept = kept.sorted { $0.arrival < $1.arrival }, added: [Visit] = [], next = 0
        for visit in found.sorted(by: { $0.arrival < $1.arrival }) {
            while next < kept.count, kept[next].departure <= visit.arrival { next += 1 }
            if next < kept.count, kept[next].arrival < visit.departure {
                kept[next].extend(by: visit)
            } else if let last = added.last, visit.arrival < last.departure {
                added[added.count - 1].extend(by: visit)
            } else {
                added.append(visit)
            }
        }
        return (kept + added).sorted { $0.arrival < $1.arrival }
    }

    // MARK: Rows

    /// Binds a sealed day to its person and day, and to visits rather than positions.
    private static func place(_ day: Int64, _ person: AccountID) -> [UInt8] {
        person.bytes + Array("visits".utf8) + bytes(day)
    }

    private func opened(_ row: SealedVisits, of person: AccountID, _ seal: Seal) throws(DamagedRow) -> [Visit] {
        // Data whose key was destroyed is unreadable.
        guard row.key == seal.name else { return [] }
        guard let bytes = seal.opened(row.sealed, at: Self.place(row.day, person)), let visits = Self.unpack(bytes)
        else { throw DamagedRow(table: "visits", id: person.bytes) }
        return visits
    }

    /// Three Int64 for each visit, little endian: the place, arrival and departure.
    private static func pack(_ visits: [Visit]) -> [UInt8] {
        visits.flatMap { bytes($0.place.rawValue) + bytes($0.arrival) + bytes($0.departure) }
    }

    private static func unpack(_ bytes: [UInt8]) -> [Visit]? {
        guard bytes.count % 24 == 0 else { return nil }
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        return stride(from: 0, to: numbers.count, by: 3).map {
            Visit(place: PlaceKey(rawValue: numbers[$0]), arrival: numbers[$0 + 1], departure: numbers[$0 + 2])
        }
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension Visit {
    /// Extends this stay if `other`, which overlaps it, is at the same place.
    fileprivate mutating func extend(by other: Visit) {
        guard place == other.place, departure < other.departure else { return }
        self = Visit(place: place, arrival: arrival, departure: other.departure)
    }
}
