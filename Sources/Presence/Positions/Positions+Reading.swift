package import Community

/// Reads what a person's devices recorded.
extension Positions {
    /// A position, the device that recorded it, and when it arrived.
    package struct Recorded: Sendable, Equatable {
        package let device: DeviceID
        package let position: Position
        /// `nil` for positions that are older than the record of arrivals.
        package let arrival: Timestamp?

        /// Identifies a position: a device that sends it again means the same one.
        var key: RecordKey { RecordKey(time: position.time, device: device) }
    }

    /// Orders records by time, then by device.
    struct RecordKey: Comparable {
        let time: Timestamp
        let device: DeviceID

        static func < (one: RecordKey, other: RecordKey) -> Bool {
            (one.time, one.device) < (other.time, other.device)
        }
    }

    /// Returns the positions of a person's devices in a span of time, in the order of times. A month of them takes
    /// seconds to decrypt, so `run` decides where that happens.
    package func positions(
        of person: AccountID, in times: ClosedRange<Timestamp>,
        on run: (@escaping @Sendable () throws -> [Position]) async throws -> [Position] = { try $0() }
    ) async throws -> [Position] {
        guard let reading = try await reading(of: person, in: times) else { return [] }
        return try await run { try reading().map(\.position) }
    }

    /// Returns the same with the device of each position and its arrival.
    package func recorded(
        of person: AccountID, in times: ClosedRange<Timestamp>,
        on run: (@escaping @Sendable () throws -> [Recorded]) async throws -> [Recorded] = { try $0() }
    ) async throws -> [Recorded] {
        guard let reading = try await reading(of: person, in: times) else { return [] }
        return try await run(reading)
    }

    /// Returns a closure that decrypts a person's records in a span; `nil` if the person has no key.
    private func reading(
        of person: AccountID, in times: ClosedRange<Timestamp>
    ) async throws -> (@Sendable () throws -> [Recorded])? {
        guard let key = try await keys.key(of: person, for: .positions) else { return nil }
        let hours = UTCHour.number(at: times.lowerBound)...UTCHour.number(at: times.upperBound)
        let pieces = try await store.hours(of: person, in: hours)
        return {
            let seal = Seal(key), found = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
            return found.filter { times.contains($0.position.time) }
        }
    }

    /// Passes a person's records in a span of time to `body`, some hours at a time, oldest first, each part in the
    /// order of times. So it holds little in memory at once. `body` takes about `nanosecondsOfEach` for each position.
    package func fold<State: Sendable>(
        _ state: State, of person: AccountID, in times: ClosedRange<Timestamp>, nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable (inout State, [Recorded]) throws -> Void
    ) async throws -> State {
        var state = state, rest: ClosedRange<Timestamp>? = times
        while let times = rest {
            rest = try await foldSome(&state, of: person, in: times, nanosecondsOfEach: nanoseconds, body)
        }
        return state
    }

    /// Does the first part of `fold`. Returns the span that is left; `nil` at the end.
    package func foldSome<State: Sendable>(
        _ state: inout State, of person: AccountID, in times: ClosedRange<Timestamp>,
        nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable (inout State, [Recorded]) throws -> Void
    ) async throws -> ClosedRange<Timestamp>? {
        let hours = UTCHour.number(at: times.lowerBound)...UTCHour.number(at: times.upperBound)
        guard let key = try await keys.key(of: person, for: .positions),
            let part = try await store.part(of: person, in: hours, from: .oldest, bytes: Self.readAtOnce)
        else { return nil }
        try Task.checkCancellation()
        let pieces = try await store.hours(of: person, in: part)
        state = try await open(pieces, nanosecondsOfEach: nanoseconds) { [state] pieces in
            var state = state
            let seal = Seal(key), found = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
            try body(&state, found.filter { times.contains($0.position.time) })
            return state
        }
        guard part.upperBound < hours.upperBound else { return nil }
        return (part.upperBound + 1) * UTCHour.milliseconds...times.upperBound
    }

    /// Does the same as `foldSome`, but skips a damaged hour and returns its error too.
    package func foldReadable<State: Sendable>(
        _ state: inout State, of person: AccountID, in times: ClosedRange<Timestamp>,
        nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable (inout State, [Recorded]) throws -> Void
    ) async throws -> (rest: ClosedRange<Timestamp>?, fault: DamagedRow?) {
        do {
            return (try await foldSome(&state, of: person, in: times, nanosecondsOfEach: nanoseconds, body), nil)
        } catch is DamagedRow {
            // The server reads each hour on its own to find the damaged one.
            let hours = UTCHour.number(at: times.lowerBound)...UTCHour.number(at: times.upperBound)
            guard let part = try await store.part(of: person, in: hours, from: .oldest, bytes: 1) else {
                return (nil, nil)
            }
            let next = (part.upperBound + 1) * UTCHour.milliseconds
            let rest = next <= times.upperBound ? next...times.upperBound : nil
            let first = times.lowerBound...min(next - 1, times.upperBound)
            do {
                _ = try await foldSome(&state, of: person, in: first, nanosecondsOfEach: nanoseconds, body)
                return (rest, nil)
            } catch let fault as DamagedRow {
                return (rest, fault)
            }
        }
    }

    /// Returns a person's newest records in a span of time, in the order of times: whole hours with at least `count`
    /// positions together. `isWhole` says whether the span has no others.
    package func newest(
        of person: AccountID, in times: ClosedRange<Timestamp>, atLeast count: Int
    ) async throws -> (recorded: [Recorded], isWhole: Bool) {
        guard let key = try await keys.key(of: person, for: .positions) else { return ([], true) }
        var hours = UTCHour.number(at: times.lowerBound)...UTCHour.number(at: times.upperBound)
        var parts: [[Recorded]] = [], sum = 0
        let seal = Seal(key)
        while let part = try await store.part(of: person, in: hours, from: .newest, bytes: Self.readAtOnce) {
            guard sum < count else { return (Array(parts.reversed().joined()), false) }
            let found = try await open(try await store.hours(of: person, in: part)) { pieces in
                let found = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
                return found.filter { times.contains($0.position.time) }
            }
            parts.append(found)
            sum += found.count
            guard part.lowerBound > hours.lowerBound else { break }
            hours = hours.lowerBound...part.lowerBound - 1
        }
        return (Array(parts.reversed().joined()), true)
    }

    /// Returns whether a person has records in hours that ended by `time`.
    package func hasAny(of person: AccountID, before time: Timestamp) async throws -> Bool {
        let last = UTCHour.number(at: time) - 1
        guard last >= 0 else { return false }
        return try await store.part(of: person, in: 0...last, from: .oldest, bytes: 0) != nil
    }

    /// Returns the name of the key that seals a person's positions; `nil` if they have none. It changes when they
    /// delete their positions.
    package func keyName(of person: AccountID) async throws -> Int64? {
        try await keys.key(of: person, for: .positions).map { Seal($0).name }
    }

    /// Returns the people who have positions, in the order of ids, at most `limit` after `person`.
    package func people(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        try await store.people(after: person, limit: limit)
    }
}
