import Atlas

/// The street network for one profile: states, steps between them, and the cost of each step.
///
/// On foot a state is a junction. For vehicles it is the arc that led to a junction, with the memory of `TurnRules`, so
/// that a step includes the cost of its turn, and a forbidden turn is not a step. Costs are milliseconds.
///
/// A class because many objects share it and none changes it: passing it on copies one reference.
package final class TravelGraph: Sendable {
    package let network: RoadNetwork
    package let profile: Profile
    package let times: ArcTimes
    /// The times on ordinary days. A temporarily closed street stays a street: corners keep their costs, and dead ends
    /// stay where they are.
    private let usualTimes: ArcTimes
    /// `nil` for profiles without turn costs.
    private let turns: Turns?
    private let blockedMask: UInt8

    /// A class because every step of a vehicle reads it.
    private final class Turns: Sendable {
        let rules: TurnRules
        let costs: TurnCosts

        init(_ network: RoadNetwork, _ profile: Profile) {
            rules = TurnRules(network, profile)
            costs = TurnCosts(profile, network)
        }
    }

    /// A state at an end of a route, and the milliseconds between the position and the state.
    package struct Access: Equatable, Sendable {
        package var state: UInt32
        package var millis: UInt32
        /// The arc of the position, on which the route starts or ends.
        package var arc: ArcID
        /// The length of that part of the arc, in millimetres.
        package var millimetres: UInt32 = 0
    }

    /// Reads the turn restrictions, which must be checked already.
    package init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        self.profile = profile
        times = network.layer(profile).times
        usualTimes = times
        blockedMask = ProfileSet(profile).rawValue
        turns = profile.isVehicle ? Turns(network, profile) : nil
    }

    /// Makes the same graph with times that are never shorter than usual.
    private init(_ graph: TravelGraph, _ times: ArcTimes) {
        network = graph.network
        profile = graph.profile
        self.times = times
        usualTimes = graph.usualTimes
        turns = graph.turns
        blockedMask = graph.blockedMask
    }

    /// Returns the same graph with other times, none of them shorter.
    func slowed(to times: [UInt32]) -> TravelGraph { TravelGraph(self, ArcTimes(times)) }

    /// The same graph with the times of ordinary days.
    var usual: TravelGraph { TravelGraph(self, usualTimes) }

    /// The number of states, which count from 0; some belong to streets that the profile may not use.
    package var stateCount: Int { turns?.rules.stateCount ?? network.points.count }

    /// Whether the profile can be in the state on ordinary days.
    package func isUsed(_ state: UInt32) -> Bool {
        if let turns { return usualTimes[turns.rules.arc(of: state)] != .max }
        return network.arcs(leaving: state).contains { slot in
            usualTimes[network.outArcs[slot]] != .max || usualTimes[network.outArcs[slot] ^ 1] != .max
        }
    }

    /// Returns the junction of a state.
    package func junction(of state: UInt32) -> UInt32 {
        guard let turns else { return state }
        return network.head(of: ArcID(turns.rules.arc(of: state)))
    }

    /// Returns the arc that led to the state; `nil` on foot.
    package func arc(of state: UInt32) -> ArcID? { turns.map { ArcID($0.rules.arc(of: state)) } }

    /// Calls `visit` with each state after `state`, the milliseconds of the step, and the arc that leads to it.
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

    /// Calls `visit` with each arc that may follow `state`, the junction at its end, the cost of the turn onto it, and
    /// the resulting state. The state is `nil` if a walker can reach a junction but not pass it.
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

    /// Calls `visit` with each state before `state`, and the milliseconds of the step: the steps of
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
        // A U-turn is allowed only if no other turn is.
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

    /// Whether more roads meet than one and its continuation; only then a bend is a turn. Arcs that leave in exactly
    /// the same direction are one road.
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

    /// Returns the milliseconds for turning from one arc into the next.
    package func turnMillis(from arc: ArcID, onto next: ArcID) -> UInt32 {
        guard let turns else { return 0 }
        let isJunction = isJunction(network.arcs(leaving: network.head(of: arc)))
        return turns.costs.millis(from: arc, onto: next, of: network, isJunction: isJunction)
    }

    private func isBlocked(_ node: UInt32) -> Bool { network.nodeFlags[node] & blockedMask != 0 }
}

// MARK: - Ends

extension TravelGraph {
    /// Returns the states after a departure from a position, with the part of the arc up to them.
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

    /// Returns the states before an arrival at a position, with the part of the arc from them.
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

    /// Returns the length of an edge from its tail to a position, or from the position to its head.
    private func millimetres(_ position: SnappedPosition, _ edge: RoadEdge, fromTail: Bool) -> UInt32 {
        let before = position.partFromTail(of: edge.lengthMillimetres)
        return fromTail ? before : edge.lengthMillimetres - before
    }

    /// Returns the possible states after an arrival at a junction.
    package func arrivals(atJunction node: UInt32) -> [UInt32] {
        guard let turns else { return [node] }
        return states(at: node, turns)
    }

    /// Returns the states after a departure from a junction, with the arc up to them.
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

    /// Returns the arcs between the states of a path.
    package func arcs(along states: [UInt32]) -> [ArcID] {
        zip(states, states.dropFirst()).map { arc(from: $0, to: $1) }
    }

    /// Returns the arc of the step between two states; the quickest of several parallel arcs.
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
