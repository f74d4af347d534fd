import Synchronization

/// Publishes the counts, with noise.
extension Busyness {
    /// Returns how busy a place usually is; `nil` if the rule permits no answer.
    package func pattern(of place: PlaceKey) async throws -> BusynessPattern? {
        try await load()
        return patternNow(of: place)
    }

    /// Returns how busy each place usually is, where the rule permits an answer. Thousands of places take seconds once
    /// a day, so `run` decides where that happens.
    package func patterns(
        on run: (@escaping @Sendable () throws -> [PlaceKey: BusynessPattern]) async throws
            -> [PlaceKey: BusynessPattern]
    ) async throws -> [PlaceKey: BusynessPattern] {
        try await load()
        return try await run { [self] in
            let places = state.withLock { $0.counts.map { Array($0.keys) } ?? [] }
            var patterns: [PlaceKey: BusynessPattern] = [:]
            for place in places {
                try Task.checkCancellation()
                patterns[place] = patternNow(of: place)
            }
            return patterns
        }
    }

    /// Returns how busy a place is now; `nil` if the rule permits no answer.
    package func present(at place: PlaceKey) async throws -> BusynessNow? {
        try await load()
        return presentNow(at: place)
    }

    /// Returns how busy each place is now, where the rule permits an answer, in the order of keys.
    package func present() async throws -> [(place: PlaceKey, now: BusynessNow)] {
        try await load()
        let places = state.withLock { $0.counts.map { Array($0.keys) } ?? [] }
        return places.sorted().compactMap { place in presentNow(at: place).map { (place, $0) } }
    }

    private func presentNow(at place: PlaceKey) -> BusynessNow? {
        guard let pattern = patternNow(of: place) else { return nil }
        let hour = firstUnpublishedHour - 1
        let (rule, count) = state.withLock { ($0.rule, $0.counts?[place]?[hour] ?? 0) }
        return rule.flatMap { BusynessNow($0.noisy(count, place, hour), at: hour, pattern) }
    }

    /// Uses whole days, because the current day is not usual yet.
    private func patternNow(of place: PlaceKey) -> BusynessPattern? {
        let open = firstUnpublishedHour, end = open - open % 24
        let (known, rule, hours, first) = state.withLock { state in
            (state.patterns[place], state.rule, state.counts?[place], state.firstHour)
        }
        if let known, known.until == end { return known.pattern }
        guard let rule, let hours else { return nil }
        // This takes milliseconds, so it holds no lock.
        let oldest = max(first - first % 24, end - Int64(ReleaseRule.mostWeeks) * Self.hoursOfWeek)
        var counts = Array(repeating: Array(repeating: [Double](), count: 24), count: 7)
        for hour in stride(from: oldest, to: end, by: 1) {
            let (day, hourOfDay) = Self.slot(of: hour)
            counts[day][hourOfDay].append(rule.noisy(hours[hour] ?? 0, place, hour))
        }
        let pattern = BusynessPattern(counts, atLeast: leastContributors)
        state.withLock { $0.patterns[place] = (end, pattern) }
        return pattern
    }

    /// Returns the day of the week, 0 for Monday, and the hour of the day.
    static func slot(of hour: Int64) -> (day: Int, hour: Int) {
        // 1 January 1970 was a Thursday.
        let day = (hour - (hour % 24 + 24) % 24) / 24
        return (Int(((day + 3) % 7 + 7) % 7), Int((hour % 24 + 24) % 24))
    }
}
