package import Atlas
import GeoCore

extension RoadNetwork {
    /// Verifies every index, offset, order, range and count of the sections.
    ///
    /// Throws at the first element that breaks a rule. O(size of the sections). Afterwards, no query on this network
    /// can trap, loop forever or read outside the file, even if the file is forged.
    package func check() throws(AtlasError) {
        guard bounds == .empty || bounds.isArea else {
            throw .invalid(RoadSections.bounds, index: 0, rule: "not on Earth")
        }
        try checkNodes()
        try checkWays()
        try checkEdges()
        try boxes.check(RoadSections.boxes)
        try checkOutArcs()
        try checkTurns()
        for profile in Profile.allCases {
            try layer(profile).times.check(profile)
            try checkComponents(of: profile)
        }
    }

    private func checkNodes() throws(AtlasError) {
        for index in points.indices where !points[index].isOnEarth {
            throw .invalid(RoadSections.points, index: Int64(index), rule: "not on Earth")
        }
        for index in kerbs.indices where Kerb(rawValue: kerbs[index]) == nil {
            throw .invalid(RoadSections.kerbs, index: Int64(index), rule: "an unknown kerb")
        }
    }

    private func checkWays() throws(AtlasError) {
        var next: UInt32 = 0
        for index in ways.indices {
            let way = ways[index]
            guard Int(clamping: way.name.rawValue) < text.count, Int(clamping: way.ref.rawValue) < text.count else {
                throw .invalid(RoadSections.ways, index: Int64(index), rule: "a name that is not in the text")
            }
            guard RoadClass(rawValue: way.roadClass) != nil, Surface(rawValue: way.surface) != nil,
                way.flags & ~WayFlags.known.rawValue == 0
            else { throw .invalid(RoadSections.ways, index: Int64(index), rule: "an unknown class, surface or mark") }
            guard chairFacts[index].isKnown else {
                throw .invalid(RoadSections.chairFacts, index: Int64(index), rule: "an unknown mark")
            }
            guard index == 0 ? way.firstEdge == 0 : way.firstEdge > next, Int(clamping: way.firstEdge) < edges.count
            else {
                throw .invalid(RoadSections.ways, index: Int64(index), rule: "its edges are not where they belong")
            }
            next = way.firstEdge
        }
        for index in lanes.indices {
            let lane = lanes[index]
            guard Int(clamping: lane.way) < ways.count, index == 0 || lanes[index - 1].way < lane.way,
                Int(clamping: lane.forward.rawValue) < text.count, Int(clamping: lane.backward.rawValue) < text.count
            else { throw .invalid(RoadSections.lanes, index: Int64(index), rule: "not by ascending way, or no text") }
        }
        guard ways.isEmpty == edges.isEmpty else {
            throw .invalid(RoadSections.ways, index: 0, rule: "edges without ways")
        }
        for index in waysByID.indices {
            guard Int(clamping: waysByID[index]) < ways.count,
                index == 0 || ways[waysByID[index - 1]].osmID < ways[waysByID[index]].osmID
            else { throw .invalid(RoadSections.waysByID, index: Int64(index), rule: "not by ascending OSM id") }
        }
    }

    private func checkEdges() throws(AtlasError) {
        try geometryStarts.checkStarts(RoadSections.geometryStarts, spanning: geometry.count)
        for index in edges.indices {
            let edge = edges[index]
            guard Int(clamping: edge.tail) < points.count, Int(clamping: edge.head) < points.count else {
                throw .invalid(RoadSections.edges, index: Int64(index), rule: "a junction that does not exist")
            }
            try checkGeometry(of: EdgeID(UInt32(index)))
        }
        try nodeIDs.check(self)
        try levels.check(edgeCount: edges.count)
        try offGround.check(edgeCount: edges.count)
        try signs.check(edgeCount: edges.count, text)
    }

    private func checkGeometry(of id: EdgeID) throws(AtlasError) {
        let edge = edges[id.rawValue], tail = points[edge.tail], head = points[edge.head]
        var box = IntBox.empty, first: PointE7?, last = tail
        let range = Int(geometryStarts[id.rawValue])..<Int(geometryStarts[Int(id.rawValue) + 1])
        let isValid = unsafe geometry.withElements(in: range) { bytes in
            var reader = unsafe EdgeGeometryReader(bytes: bytes, tail: tail)
            while let point = reader.next() {
                box.include(point)
                if first == nil { first = point }
                last = point
            }
            return reader.isValid
        }
        box.include(tail.onSide(of: first ?? head))
        box.include(head.onSide(of: last))
        guard isValid else {
            throw .invalid(RoadSections.geometry, index: Int64(range.lowerBound), rule: "not points on Earth")
        }
        guard boxes.fits(box, item: Int(id.rawValue)) else {
            throw .invalid(RoadSections.boxParts, index: Int64(id.rawValue), rule: "not the box of its edge")
        }
    }

    /// Verifies the arcs that leave each junction, and that their number is realistic.
    package func checkOutArcs() throws(AtlasError) {
        try firstOut.check(RoadSections.firstOut, spanning: outArcs.count)
        for node in points.indices {
            let slots = firstOut[node]
            guard slots.count <= RoadSections.maximumStreetsAtJunction else {
                throw .invalid(RoadSections.firstOut, index: Int64(node), rule: "too many streets meet")
            }
            // Ascending for each tail, and in total as many as there are arcs: so each arc occurs exactly once.
            for slot in slots {
                let arc = ArcID(outArcs[slot])
                guard Int(arc.edge.rawValue) < edges.count, tail(of: arc) == UInt32(node),
                    slot == slots.lowerBound || outArcs[slot - 1] < arc.rawValue
                else { throw .invalid(RoadSections.outArcs, index: Int64(slot), rule: "not the arcs of its node") }
                guard heads[slot] == head(of: arc) else {
                    throw .invalid(RoadSections.heads, index: Int64(slot), rule: "not the head of its arc")
                }
            }
        }
    }

    /// Verifies the turn restrictions; relies only on the element counts.
    func checkTurns() throws(AtlasError) {
        var previousEnd = 0
        for index in turns.indices {
            let turn = turns[index], first = Int(clamping: turn.firstArc), count = Int(clamping: turn.arcCount)
            guard count >= 2, count <= RoadSections.maximumChain, first == previousEnd, first <= turnArcs.count - count
            else {
                throw .invalid(RoadSections.turns, index: Int64(index), rule: "its arcs are not where they belong")
            }
            previousEnd = first + count
            guard turn.isMandatory <= 1, turn.profiles & ~ProfileSet.all.rawValue == 0 else {
                throw .invalid(RoadSections.turns, index: Int64(index), rule: "an unknown kind or profile")
            }
            for position in first..<(first + count) {
                let arc = ArcID(turnArcs[position])
                guard Int(arc.edge.rawValue) < edges.count,
                    position == first || head(of: ArcID(turnArcs[position - 1])) == tail(of: arc)
                else { throw .invalid(RoadSections.turnArcs, index: Int64(position), rule: "not a chain of arcs") }
            }
            guard index == 0 || !chain(of: turn).lexicographicallyPrecedes(chain(of: turns[index - 1])) else {
                throw .invalid(RoadSections.turns, index: Int64(index), rule: "not in ascending order")
            }
        }
        guard previousEnd == turnArcs.count else {
            throw .invalid(RoadSections.turnArcs, index: Int64(previousEnd), rule: "arcs of no restriction")
        }
    }

    /// Returns the arcs of a restriction, from the first to the last.
    package func chain(of turn: TurnRestriction) -> [UInt32] {
        let first = Int(clamping: turn.firstArc)
        return (first..<(first + Int(clamping: turn.arcCount))).map { turnArcs[$0] }
    }

    /// Verifies that components are numbered by size, and that edges of the largest are marked.
    private func checkComponents(of profile: Profile) throws(AtlasError) {
        let layer = layer(profile), components = layer.components
        var counted = [UInt32](repeating: 0, count: Int(UInt16.max))
        for node in components.indices where components[node] != .max { counted[Int(components[node])] += 1 }
        for component in 1..<Int(StrongComponents.smallest) where counted[component] > counted[component - 1] {
            throw .invalid(
                RoadSections.parts(profile), index: Int64(component), rule: "a component larger than the one before")
        }
        try layer.mainMarks.check(RoadSections.main(profile), itemCount: edges.count) {
            StrongComponents.isMain(components[edges[$0].tail], components[edges[$0].head])
        }
    }
}
