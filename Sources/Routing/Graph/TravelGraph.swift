package import Atlas

/// The street network as one profile moves on it: states, steps between them, and what each step costs.
///
/// On foot a state is a junction. For vehicles it is the arc that led to a junction, or what `TurnRules` remembers
/// beyond it, so that a step has the cost of its turn and a forbidden turn is no step at all. Costs are milliseconds.
///
/// A class because many hold it, and none changes it: handing it on copies one reference.
package final class TravelGraph: Sendable {
    package let network: RoadNetwork
    package let profile: Profile
    package let times: ArcTimes
    /// The same on ordinary days. What is closed for a while stays a street: corners cost what they cost, and dead ends
    /// are where they are.
    private let usualTimes: ArcTimes
    /// `nil` for those whom no turn costs anything.
    private let turns: Turns?
    private let blockedMask: UInt8

    /// A class, too: every step of a vehicle asks it.
    private final class Turns: Sendable {
        let rules: TurnRules
        let costs: TurnCosts

        init(_ network: RoadNetwork, _ profile: Profile) {
            rules = TurnRules(network, profile)
            costs = TurnCosts(profile, network)
        }
    }

    /// A state that one is in, and the milliseconds that it takes to get into it, or on from it.
    package struct Access: Equatable, Sendable {
        package var state: UInt32
        package var millis: UInt32
        /// The arc of the position: where one starts, or ends.
        package var arc: ArcID
        /// The length of that part of the arc.
        package var millimetres: UInt32 = 0
    }

    /// Reads the turn restrictions, which must have been checked.
    package init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        self.profile = profile
        times = network.layer(profile).times
        usualTimes = times
        blockedMask = ProfileSet(profile).rawValue
        turns = profile.isVehicle ? Turns(network, profile) : nil
    }

    /// The streets of `graph` at times of which none is shorter than usual.
    private init(_ graph: TravelGraph, _ times: ArcTimes) {
        network = graph.network
        profile = graph.profile
        self.times = times
        usualTimes = graph.usualTimes
        turns = graph.turns
        blockedMask = graph.blockedMask
    }

    /// The same streets at other times, none of them shorter.
    func slowed(to times: [UInt32]) -> TravelGraph { TravelGraph(self, ArcTimes(times)) }

    /// The same streets on ordinary days.
    var usual: TravelGraph { TravelGraph(self, usualTimes) }

    /// States are numbered from 0; some belong to streets that the profile may not use.
    package var stateCount: Int { turns?.rules.stateCount ?? network.points.count }

    /// Whether the profile can be in the state on ordinary days.
    package func isUsed(_ state: UInt32) -> Bool {
        if let turns { return usualTimes[turns.rules.arc(of: state)] != .max }
        return network.arcs(leaving: state).contains { slot in
            usualTimes[network.outArcs[slot]] != .max || usualTimes[network.outArcs[slot] ^ 1] != .max
        }
    }

    /// The junction that one is at.
    package func junction(of state: UInt32) -> UInt32 {
        guard let turns else { return state }
        return network.head(of: ArcID(turns.rules.arc(of: state)))
    }

    /// The arc that led to the state; `nil` on foot.
    package func arc(of state: UInt32) -> ArcID? { turns.map { ArcID($0.rules.arc(of: state)) } }

    /// Calls `visit` with each state that follows `state`, the milliseconds that it takes, and the arc that leads to
    /// it.
    @inline(__always)
    package func forEachStep(from state: UInt32, _ visit: (UInt32, UInt32, ArcID) -> Void) {
        if let turns { return forEachStep(from: state, turns, visit) }
        guard !isBlocked(state) else { return }
        for slot in network.arcs(leaving: state) {
            let arc = network.outArcs[slot], head = network.heads[slot]
            if times[arc] != .max, !isBlocked(head) { visit(head, times[arc], ArcID(arc)) }
        }
    }

    private func forEachStep(from state: UInt32, _ turns: Turns, _ visit: (UInt32, UInt32, ArcID) -> Void) {
        let arc = ArcID(turns.rules.arc(of: state))
        forEachTurn(from: state, arc, turns) { next, cost in
            let (millis, overflow) = cost.addingReportingOverflow(times[next.rawValue])
            if !overflow { visit(turns.rules.next(next.rawValue, after: state), millis, next) }
        }
    }

    /// Calls `visit` with each arc that one may set out on from `state`, the junction at its end, the cost of the turn
    /// onto it, and the state it leads to: none where one can walk up to a junction that cannot be passed.
    @inline(__always)
    func forEachArc(from state: UInt32, _ visit: (ArcID, UInt32, UInt32, UInt32?) -> Void) {
        if let turns {
            return forEachStep(from: state, turns) { next, millis, arc in
                visit(arc, network.head(of: arc), millis - times[arc.rawValue], next)
            }
        }
        let isPassed = !isBlocked(state)
        for slot in network.arcs(leaving: state) {
            let arc = network.outArcs[slot], head = network.heads[slot]
            guard times[arc] != .max else { continue }
            if isBlocked(head) {
                visit(ArcID(arc), head, 0, nil)
            } else if isPassed {
                visit(ArcID(arc), head, 0, head)
            }
        }
    }

    /// Calls `visit` with each state that `state` follows, and the milliseconds that it takes: the steps of
    /// `forEachStep(from:)`, from their ends.
    package func forEachStep(into state: UInt32, _ visit: (UInt32, UInt32) -> Void) {
        guard let turns else {
            guard !isBlocked(state) else { return }
            for slot in network.arcs(leaving: state) {
                let arc = network.outArcs[slot] ^ 1, tail = network.heads[slot]
                if times[arc] != .max, !isBlocked(tail) { visit(tail, times[arc]) }
            }
            return
        }
        let arc = turns.rules.arc(of: state)
        guard times[arc] != .max else { return }
        for before in states(at: network.tail(of: ArcID(arc)), turns) {
            forEachTurn(from: before, ArcID(turns.rules.arc(of: before)), turns) { next, cost in
                guard next.rawValue == arc, turns.rules.next(arc, after: before) == state else { return }
                let (millis, overflow) = cost.addingReportingOverflow(times[arc])
                if !overflow { visit(before, millis) }
            }
        }
    }

    /// Calls `visit` with each arc that may follow `arc` in `state`, and the cost of the turn.
    private func forEachTurn(from state: UInt32, _ arc: ArcID, _ turns: Turns, _ visit: (ArcID, UInt32) -> Void) {
        let node = network.head(of: arc), slots = network.arcs(leaving: node)
        guard !isBlocked(node) else { return }
        // One turns round where nothing else is left to do, and nowhere else.
        let isDeadEnd = !slots.contains { slot in
            let next = network.outArcs[slot]
            return next != arc.reversed.rawValue && usualTimes[next] != .max
        }
        let isJunction = isJunction(slots)
        for slot in slots {
            let next = ArcID(network.outArcs[slot])
            guard times[next.rawValue] != .max, next != arc.reversed || isDeadEnd,
                turns.rules.allow(next.rawValue, after: state)
            else { continue }
            visit(next, turns.costs.millis(from: arc, onto: next, of: network, isJunction: isJunction))
        }
    }

    /// Whether more roads meet than one and its continuation: only there a bend is a turn. What leaves in exactly one
    /// direction is one road.
    private func isJunction(_ slots: Range<Int>) -> Bool {
        guard slots.count > 2 else { return false }
        var first: UInt16?, second: UInt16?
        for slot in slots {
            let arc = network.outArcs[slot], bearing = network.bearings[arc]
            guard usualTimes[arc] != .max || usualTimes[arc ^ 1] != .max, bearing != first, bearing != second
            else { continue }
            if second != nil { return true }
            if first == nil { first = bearing } else { second = bearing }
        }
        return false
    }

    /// The milliseconds lost by turning from one arc into the next.
    package func turnMillis(from arc: ArcID, onto next: ArcID) -> UInt32 {
        guard let turns else { return 0 }
        let isJunction = isJunction(network.arcs(leaving: network.head(of: arc)))
        return turns.costs.millis(from: arc, onto: next, of: network, isJunction: isJunction)
    }

    private func isBlocked(_ node: UInt32) -> Bool { network.nodeFlags[node] & blockedMask != 0 }
}

// MARK: - Ends

extension TravelGraph {
    /// The states that one comes into from a position, with the way there.
    package func departures(from position: SnappedPosition) -> [Access] {
        let edge = network.edges[position.edge.rawValue], parts = PartialTimes(position, self)
        var found: [Access] = []
        for (arc, head, millis) in [
            (position.edge.forward, edge.head, parts.forward?.toHead),
            (position.edge.backward, edge.tail, parts.backward?.toTail),
        ] {
            guard let millis, !isBlocked(head) else { continue }
            found.append(
                Access(
                    state: turns == nil ? head : arc.rawValue, millis: millis, arc: arc,
                    millimetres: millimetres(position, edge, fromTail: arc.isBackward)))
        }
        return found
    }

    /// The states from which one comes to a position, with the way from there.
    package func arrivals(at position: SnappedPosition) -> [Access] {
        let edge = network.edges[position.edge.rawValue], parts = PartialTimes(position, self)
        var found: [Access] = []
        for (arc, tail, millis) in [
            (position.edge.forward, edge.tail, parts.forward?.fromTail),
            (position.edge.backward, edge.head, parts.backward?.fromHead),
        ] {
            guard let millis, !isBlocked(tail) else { continue }
            let length = millimetres(position, edge, fromTail: !arc.isBackward)
            guard let turns else {
                found.append(Access(state: tail, millis: millis, arc: arc, millimetres: length))
                continue
            }
            for state in states(at: tail, turns) {
                forEachTurn(from: state, ArcID(turns.rules.arc(of: state)), turns) { next, cost in
                    let (total, overflow) = cost.addingReportingOverflow(millis)
                    guard next == arc, !overflow else { return }
                    found.append(Access(state: state, millis: total, arc: arc, millimetres: length))
                }
            }
        }
        return found
    }

    /// The length of an edge from its tail to a position, or from the position to its head.
    private func millimetres(_ position: SnappedPosition, _ edge: RoadEdge, fromTail: Bool) -> UInt32 {
        let before = position.partFromTail(of: edge.lengthMillimetres)
        return fromTail ? before : edge.lengthMillimetres - before
    }

    /// The states that one can be in at a junction, having come there.
    package func arrivals(atJunction node: UInt32) -> [UInt32] {
        guard let turns else { return [node] }
        return states(at: node, turns)
    }

    /// The states that one comes into from a junction, with the way there.
    package func departures(fromJunction node: UInt32) -> [Access] {
        guard turns != nil else { return [Access(state: node, millis: 0, arc: ArcID(.max))] }
        return network.arcs(leaving: node).compactMap { slot in
            let arc = network.outArcs[slot]
            return times[arc] == .max ? nil : Access(state: arc, millis: times[arc], arc: ArcID(arc))
        }
    }

    private func states(at node: UInt32, _ turns: Turns) -> [UInt32] {
        var states: [UInt32] = []
        for slot in network.arcs(leaving: node) {
            let arc = network.outArcs[slot] ^ 1
            guard times[arc] != .max else { continue }
            states.append(arc)
            states += turns.rules.deepStates(of: arc)
        }
        return states
    }

    /// The arcs between the states of a path.
    package func arcs(along states: [UInt32]) -> [ArcID] {
        zip(states, states.dropFirst()).map { arc(from: $0, to: $1) }
    }

    /// The arc of the step between two states; of several that join two junctions, the quickest.
    package func arc(from state: UInt32, to next: UInt32) -> ArcID {
        if let turns { return ArcID(turns.rules.arc(of: next)) }
        var best: (arc: UInt32, millis: UInt32) = (.max, .max)
        for slot in network.arcs(leaving: state) where network.heads[slot] == next {
            let arc = network.outArcs[slot]
            if times[arc] < best.millis { best = (arc, times[arc]) }
        }
        precondition(best.arc != .max, "a step leads over a street")
        return ArcID(best.arc)
    }
}
