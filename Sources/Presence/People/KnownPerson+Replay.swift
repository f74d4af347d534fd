extension KnownPerson {
    /// The times of positions that are followed when they arrive at `time`, all in milliseconds since 1970: what is
    /// older is shown to nobody, and a clock that is ahead must not hold somebody where they will be.
    static func followed(at time: Int64) -> ClosedRange<Int64> {
        max(0, time - friendMemory)...max(0, time + People.clockError)
    }

    /// Follows what is recorded of a person's last days, as it was followed when it arrived: after a restart, and after
    /// a change of what they share, others must not see sooner what was held back.
    ///
    /// `recorded` is in the order of times, and all there is of those days if `isWhole`; `time` is now, in milliseconds
    /// since 1970. What hid them before a change counts for all that arrived after it.
    mutating func replay(_ recorded: [Positions.Recorded], isWhole: Bool, at time: Int64) {
        if !isWhole, let first = recorded.first { rule.begin(amidFrom: first.position.time) }
        var earlier = earlier, said = sharing.saidAtHome.filter { $0 >= time - Self.friendMemory }[...]
        // Positions of unknown arrival are from before arrivals were kept, and so before all others.
        for recorded in recorded where recorded.arrival == nil {
            sayHome(&said, before: recorded.position.time)
            rule.follow(recorded.position, at: recorded.position.time, sharing, hiding)
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
                goOn(from: &earlier, &said)
            }
            sayHome(&said, before: arrival)
            rule.follow(position, at: arrival, sharing, hiding)
        }
        goOn(from: &earlier, &said)
        sayHome(&said, before: .max)
    }

    /// Takes up what the rule before a change knew, once.
    private mutating func goOn(
        from earlier: inout (rule: WhereaboutsRule, until: Int64)?, _ said: inout ArraySlice<Int64>
    ) {
        guard let (before, until) = earlier else { return }
        sayHome(&said, before: until)
        rule.goOn(from: before, at: until)
        earlier = nil
    }

    /// Takes up each press of *at home* before `time`, at the times `said`.
    private mutating func sayHome(_ said: inout ArraySlice<Int64>, before time: Int64) {
        while let next = said.first, next < time {
            rule.sayHome(at: next, sharing)
            said.removeFirst()
        }
    }
}
