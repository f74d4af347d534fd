import Atlas
package import GeoCore

/// The parts of streets within a time, or within a length, of a place, exact to 1/65 535 of a street's edge.
package struct Reach: Sendable {
    /// The limit, in milliseconds; in millimetres for a reach by length (`Reach+Length.swift`).
    package let limit: UInt32
    /// The pieces, by edge; the part between a start and the nearest junctions is a piece, too.
    package let pieces: [ReachPiece]
}

/// Whether travel starts at the place or ends there.
package enum ReachDirection: CaseIterable, Sendable { case from, to }

extension Metric {
    /// Returns the streets reachable from `starts` within each of `limits` milliseconds, or those from which they are
    /// reachable. Asked to stop, the search ends soon and returns only a part.
    func reach(
        _ direction: ReachDirection = .from, _ starts: [SnappedPosition], within limits: [UInt32],
        _ workspace: inout RouteWorkspace
    ) -> [Reach] {
        let most = limits.max() ?? 0
        // A separate variable, because the exploration beside it is in use at the same time.
        var covered = ReachCover()
        swap(&covered, &workspace.cover)
        defer { swap(&covered, &workspace.cover) }
        covered.prepare(edgeCount: graph.network.edges.count)
        let hasShorter = limits.contains { $0 < most }, stop = workspace.stop
        var settled: [(state: UInt32, time: UInt32)] = []
        switch direction {
        case .from:
            let departures = starts.flatMap { graph.departures(from: $0) }
            workspace.exploration.explore(graph, from: departures, within: most, until: stop) {
                if hasShorter { settled.append(($0, $1)) }
            } setOut: { arc, head, time, turn in
                cover(arc, to: head, within: most, startingAt: time, turn: turn, &covered)
            }
        case .to:
            let arrivals = starts.flatMap { graph.arrivals(at: $0) }
            workspace.exploration.exploreBack(graph, to: arrivals, within: most, until: stop) { state, time in
                if hasShorter { settled.append((state, time)) }
                graph.forEachArc(into: state) { coverBack($0, within: most, endingWith: time, &covered) }
            }
        }
        let spans = starts.map { StartSpan($0, graph, direction) }, whole = covered.collect()
        return limits.map { limit in
            var pieces = limit == most ? whole : self.pieces(direction, settled, within: limit, &covered, until: stop)
            for index in spans.indices { spans[index].add(within: limit, to: &pieces) }
            return Reach(limit: limit, pieces: pieces)
        }
    }

    /// Returns the covered pieces for a time that is not the longest.
    private func pieces(
        _ direction: ReachDirection, _ settled: [(state: UInt32, time: UInt32)], within limit: UInt32,
        _ covered: inout ReachCover, until stop: StopRequest
    ) -> [ReachPiece] {
        var steps = StepCounter(stop)
        for (state, time) in settled {
            // The list is ordered by time.
            guard time <= limit, !steps.mustStop() else { break }
            switch direction {
            case .from:
                graph.forEachArc(from: state) { arc, head, turn, _ in
                    cover(arc, to: head, within: limit, startingAt: time, turn: turn, &covered)
                }
            case .to: graph.forEachArc(into: state) { coverBack($0, within: limit, endingWith: time, &covered) }
            }
        }
        return covered.collect()
    }

    /// Covers the last part of an arc from which the destination is in reach; `time` is the time from the arc's head to
    /// the destination.
    private func coverBack(
        _ arc: ArcID, within limit: UInt32, endingWith time: UInt32, _ cover: inout ReachCover
    ) {
        let whole = graph.times[arc.rawValue], delay = min(whole, delay(atHeadOf: arc, at: graph.network.head(of: arc)))
        let left = UInt64(limit) - UInt64(time), moving = UInt64(whole - delay)
        guard left >= UInt64(delay) else { return }
        let share = moving == 0 ? 65_535 : min(65_535, (left - UInt64(delay)) * 65_535 / moving)
        if share > 0 { cover.cover(arc.reversed, upTo: UInt16(share)) }
    }

    /// Returns the delay at an arc's head, in milliseconds. It is a part of the arc's time.
    private func delay(atHeadOf arc: ArcID, at head: UInt32) -> UInt32 {
        NodeFlags.delayMillis(graph.network.nodeFlags[head], graph.profile, isBackward: arc.isBackward)
    }

    /// Covers as much of an arc as the remaining time allows.
    private func cover(
        _ arc: ArcID, to head: UInt32, within limit: UInt32, startingAt time: UInt32, turn: UInt32,
        _ cover: inout ReachCover
    ) {
        let left = UInt64(limit) - UInt64(time)
        guard left >= UInt64(turn) else { return }
        // The delay comes at the head, after all of the arc is travelled.
        let whole = graph.times[arc.rawValue], moving = UInt64(whole - min(whole, delay(atHeadOf: arc, at: head)))
        guard left - UInt64(turn) < moving else { return cover.cover(arc, upTo: ReachCover.whole) }
        let share = (left - UInt64(turn)) * UInt64(ReachCover.whole) / moving
        if share > 0 { cover.cover(arc, upTo: UInt16(share)) }
    }
}

extension TravelGraph {
    /// Calls `visit` with each arc that leads into a state, as the first arc of a path. On foot a state is a node. With
    /// turn rules it is the last arcs of a path, and a state of one arc has that arc's number.
    func forEachArc(into state: UInt32, _ visit: (ArcID) -> Void) {
        if let arc = arc(of: state) {
            // Before the first arc there is none, so only a state of one arc will do.
            if arc.rawValue == state { visit(arc) }
            return
        }
        for slot in network.arcs(leaving: state) {
            let arc = ArcID(network.outArcs[slot]).reversed
            if times[arc.rawValue] != .max { visit(arc) }
        }
    }
}

/// The covered part of a start's own edge.
private struct StartSpan {
    private let position: SnappedPosition
    /// The milliseconds to either end, or from there, `nil` if travel is not allowed.
    private let toHead: UInt32?
    private let toTail: UInt32?

    init(_ position: SnappedPosition, _ graph: TravelGraph, _ direction: ReachDirection) {
        let edge = graph.network.edges[position.edge.rawValue], parts = PartialTimes(position, graph)
        func moving(_ millis: UInt32, towards node: UInt32, isBackward: Bool) -> UInt32 {
            let flags = graph.network.nodeFlags[node]
            return millis - min(millis, NodeFlags.delayMillis(flags, graph.profile, isBackward: isBackward))
        }
        self.position = position
        guard direction == .from else {
            // A delay at a junction lies behind the position.
            toHead = parts.backward?.fromHead
            toTail = parts.forward?.fromTail
            return
        }
        toHead = parts.forward.map { moving($0.toHead, towards: edge.head, isBackward: false) }
        toTail = parts.backward.map { moving($0.toTail, towards: edge.tail, isBackward: true) }
    }

    func add(within limit: UInt32, to pieces: inout [ReachPiece]) {
        let here = UInt64(position.fraction), behind = 65_535 - here
        func covered(_ length: UInt64, _ millis: UInt32?) -> UInt64 {
            guard let millis else { return 0 }
            return millis == 0 ? length : min(length, length * UInt64(limit) / UInt64(millis))
        }
        let from = UInt16(here - covered(here, toTail)), to = UInt16(here + covered(behind, toHead))
        if from < to { pieces.unite(with: ReachPiece(edge: position.edge, from: from, to: to)) }
    }
}

extension [ReachPiece] {
    /// Adds a piece to an ascending list; pieces that touch it merge with it.
    mutating func unite(with added: ReachPiece) {
        var first = 0, end = count
        while first < end {
            let middle = (first + end) / 2
            if self[middle].edge.rawValue < added.edge.rawValue { first = middle + 1 } else { end = middle }
        }
        var united = added, apart: [ReachPiece] = []
        while end < count, self[end].edge == added.edge {
            let piece = self[end]
            if piece.to < united.from || piece.from > united.to {
                apart.append(piece)
            } else {
                united.from = Swift.min(united.from, piece.from)
                united.to = Swift.max(united.to, piece.to)
            }
            end += 1
        }
        apart.append(united)
        replaceSubrange(first..<end, with: apart.sorted { $0.from < $1.from })
    }
}

extension RoadNetwork {
    /// Returns the line of a piece.
    package func line(of piece: ReachPiece) -> [PointE7] {
        var line: [PointE7] = []
        forEachPoint(of: piece) { line.append($0) }
        return line
    }

    /// Calls `visit` with each point of a piece's line.
    func forEachPoint(of piece: ReachPiece, _ visit: (PointE7) -> Void) {
        guard piece.from > 0 || piece.to < .max else { return forEachPoint(of: piece.edge, visit) }
        let points = points(of: piece.edge)
        // For a single segment, any length will do.
        var lengths = [1.0]
        if points.count > 2 {
            var ruler = LineRuler(from: points[0])
            lengths = points.dropFirst().map { ruler.advance(to: $0) }
        }
        let total = lengths.reduce(0, +)
        let start = total * Double(piece.from) / 65_535, end = total * Double(piece.to) / 65_535
        var before = 0.0, isBegun = false
        for (index, length) in lengths.enumerated() {
            let after = before + length
            func point(at metres: Double) -> PointE7 {
                length > 0
                    ? PointE7(from: points[index], to: points[index + 1], share: (metres - before) / length)
                    : points[index]
            }
            if !isBegun, start <= after {
                isBegun = true
                visit(point(at: start))
            }
            if isBegun {
                guard end > after else { return visit(point(at: end)) }
                visit(points[index + 1])
            }
            before = after
        }
    }
}
