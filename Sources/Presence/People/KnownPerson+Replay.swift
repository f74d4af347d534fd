import Community

extension KnownPerson {
    /// Returns the times of positions that count when they arrive at `time`. Others may not see older ones, and a clock
    /// that is ahead must not hold a person at a future position.
    static func followed(at time: Timestamp) -> ClosedRange<Timestamp> {
        max(0, time - friendMemory)...max(0, time + People.clockError)
    }

    /// Follows the recorded positions of a person's last days again, as on their arrival. After a restart, or after a
    /// change of sharing, a viewer must not see held-back positions earlier.
    ///
    /// `recorded` is in the order of times; with `isWhole` it has all positions of those days. `time` is the current
    /// time. A rule that hid the person before a change also applies to all later arrivals.
    mutating func replay(_ recorded: [Positions.Recorded], isWhole: Bool, at time: Timestamp) {
        if !isWhole, let first = recorded.first { rule.begin(amidFrom: first.position.time) }
        var earlier = earlier, declarations = sharing.homeDeclarations.filter { $0 >= time - Self.friendMemory }[...]
        // Positions without an arrival are older than the record of arrivals, so they come first.
        for recorded in recorded where recorded.arrival == nil {
            declareHome(&declarations, before: recorded.position.time)
            rule.follow(recorded.position, at: recorded.position.time, sharing, noise)
        }
        if recorded.contains(where: { $0.arrival == nil }) { rule.holdBack(at: time) }
        let arrived = recorded.compactMap { recorded in
            recorded.arrival.map { (arrival: $0, position: recorded.position) }
        }
        for (arrival, position) in arrived.sorted(by: {
            ($0.arrival, $0.position.time) < ($1.arrival, $1.position.time)
        })
        where Self.followed(at: arrival).contains(position.time) {
            if let (before, until) = earlier, (until, before.last) < (arrival, position.time) {
                resume(from: &earlier, &declarations)
            }
            declareHome(&declarations, before: arrival)
            rule.follow(position, at: arrival, sharing, noise)
        }
        resume(from: &earlier, &declarations)
        declareHome(&declarations, before: .max)
    }

    /// Applies once what the rule before a change knew.
    private mutating func resume(
        from earlier: inout (rule: WhereaboutsRule, until: Timestamp)?, _ declarations: inout ArraySlice<Timestamp>
    ) {
        guard let (before, until) = earlier else { return }
        declareHome(&declarations, before: until)
        rule.resume(from: before, at: until)
        earlier = nil
    }

    /// Applies each declaration of being at home that was made before `time`, and removes it from `declarations`.
    private mutating func declareHome(_ declarations: inout ArraySlice<Timestamp>, before time: Timestamp) {
        while let next = declarations.first, next < time {
            rule.declareHome(at: next, sharing)
            declarations.removeFirst()
        }
    }
}
