package import Community

/// What a person's devices recorded, for its owner and for the rules.
extension Positions {
    /// A position, the device that recorded it, and when it arrived.
    package struct Recorded: Sendable, Equatable {
        package let device: DeviceID
        package let position: Position
        /// In milliseconds since 1970; `nil` for what was recorded before arrivals were kept.
        package let arrival: Int64?

        /// What a position is known by: a device that sends one again means the same.
        var key: RecordKey { RecordKey(time: position.time, device: device) }
    }

    /// In the order of times.
    struct RecordKey: Comparable {
        let time: Int64
        let device: DeviceID

        static func < (one: RecordKey, other: RecordKey) -> Bool {
            (one.time, one.device) < (other.time, other.device)
        }
    }

    /// What a person's devices recorded in a span of milliseconds since 1970, in the order of times. Opening a month of
    /// it takes seconds, and is left to `run`.
    package func positions(
        of person: AccountID, in times: ClosedRange<Int64>,
        on run: (@escaping @Sendable () throws -> [Position]) async throws -> [Position] = { try $0() }
    ) async throws -> [Position] {
        guard let reading = try await reading(of: person, in: times) else { return [] }
        return try await run { try reading().map(\.position) }
    }

    /// Returns the same with the device that each position is of, and when it arrived.
    package func recorded(
        of person: AccountID, in times: ClosedRange<Int64>,
        on run: (@escaping @Sendable () throws -> [Recorded]) async throws -> [Recorded] = { try $0() }
    ) async throws -> [Recorded] {
        guard let reading = try await reading(of: person, in: times) else { return [] }
        return try await run(reading)
    }

    /// How to open what a person's devices recorded in a span; `nil` when there is nothing.
    private func reading(
        of person: AccountID, in times: ClosedRange<Int64>
    ) async throws -> (@Sendable () throws -> [Recorded])? {
        guard let key = try await keys.key(of: person, for: .positions) else { return nil }
        let hours = PositionRecords.hour(of: times.lowerBound)...PositionRecords.hour(of: times.upperBound)
        let pieces = try await store.hours(of: person, in: hours)
        return {
            let seal = Seal(key), found = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
            return found.filter { times.contains($0.position.time) }
        }
    }

    /// Goes through what a person's devices recorded in a span of milliseconds since 1970, some hours at a time, from
    /// the oldest on, each in the order of times: however much there is, little of it is in memory at once. `body` takes
    /// so many nanoseconds for each position.
    package func fold<State: Sendable>(
        _ state: State, of person: AccountID, in times: ClosedRange<Int64>, nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable (inout State, [Recorded]) throws -> Void
    ) async throws -> State {
        var state = state, rest: ClosedRange<Int64>? = times
        while let times = rest {
            rest = try await foldSome(&state, of: person, in: times, nanosecondsOfEach: nanoseconds, body)
        }
        return state
    }

    /// Goes through the first hours of that; returns the span that is left, or `nil` at the end.
    package func foldSome<State: Sendable>(
        _ state: inout State, of person: AccountID, in times: ClosedRange<Int64>,
        nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable (inout State, [Recorded]) throws -> Void
    ) async throws -> ClosedRange<Int64>? {
        let hours = PositionRecords.hour(of: times.lowerBound)...PositionRecords.hour(of: times.upperBound)
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
        return (part.upperBound + 1) * PositionRecords.hourInMilliseconds...times.upperBound
    }

    /// Goes through the first hours of that as `foldSome` does, and leaves out an hour that is damaged; returns what was
    /// wrong with it, too.
    package func foldReadable<State: Sendable>(
        _ state: inout State, of person: AccountID, in times: ClosedRange<Int64>,
        nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable (inout State, [Recorded]) throws -> Void
    ) async throws -> (rest: ClosedRange<Int64>?, fault: DamagedRow?) {
        do {
            return (try await foldSome(&state, of: person, in: times, nanosecondsOfEach: nanoseconds, body), nil)
        } catch is DamagedRow {
            // Which of these hours it is shows when each is read by itself.
            let hours = PositionRecords.hour(of: times.lowerBound)...PositionRecords.hour(of: times.upperBound)
            guard let part = try await store.part(of: person, in: hours, from: .oldest, bytes: 1) else {
                return (nil, nil)
            }
            let next = (part.upperBound + 1) * PositionRecords.hourInMilliseconds
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

    /// The newest of what a person's devices recorded in a span of milliseconds since 1970, in the order of times:
    /// whole hours, until they hold `count` positions or more together. `isWhole` is whether there is nothing else.
    package func newest(
        of person: AccountID, in times: ClosedRange<Int64>, atLeast count: Int
    ) async throws -> (recorded: [Recorded], isWhole: Bool) {
        guard let key = try await keys.key(of: person, for: .positions) else { return ([], true) }
        var hours = PositionRecords.hour(of: times.lowerBound)...PositionRecords.hour(of: times.upperBound)
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

    /// Whether anything of a person was recorded in hours that are over at `time`, milliseconds since 1970.
    package func hasAny(of person: AccountID, before time: Int64) async throws -> Bool {
        let last = PositionRecords.hour(of: time) - 1
        guard last >= 0 else { return false }
        return try await store.part(of: person, in: 0...last, from: .oldest, bytes: 0) != nil
    }

    /// The name of the key that a person's positions are sealed with: another one after they deleted them. `nil` when
    /// there is none.
    package func keyName(of person: AccountID) async throws -> Int64? {
        try await keys.key(of: person, for: .positions).map { Seal($0).name }
    }

    /// Who there are positions of, in the order of ids, at most `limit` behind `person`.
    package func people(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        try await store.people(after: person, limit: limit)
    }
}
