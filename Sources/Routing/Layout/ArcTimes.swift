package import Atlas

/// The travel time of each arc for one profile, in milliseconds: one word for each edge, because most take the same
/// time in both directions.
package struct ArcTimes: Sendable {
    /// By edge: the milliseconds along the drawing, below `limit`; or against it, if that is the only direction. The
    /// top two bits are 0 for the same time against it, otherwise a value of `Directions`. All bits are set if the
    /// profile may go in neither direction.
    private let edges: Packed<UInt32>
    /// The edges with a different time against their drawing, ascending.
    private let others: Packed<OtherTime>
    /// Owns the arrays if they are not an atlas's.
    private let memory: Memory?

    private struct Memory: Sendable {
        let edges: PackedMemory<UInt32>
        let others: PackedMemory<OtherTime>
    }

    /// The top two bits of a word.
    private enum Directions {
        static let onlyAlong: UInt32 = 1 << 30
        static let onlyAgainst: UInt32 = 2 << 30
        static let differ: UInt32 = 3 << 30
        static let mask: UInt32 = 3 << 30
    }

    /// Replaces the milliseconds if the profile may not use the arc.
    package static let never = UInt32.max
    /// An arc with this time or more, 298 hours, counts as closed.
    package static let limit = HierarchyWeights.unreachable

    /// Packs times by arc, in milliseconds: two for each edge, the one along its drawing first. `limit` and more
    /// becomes `never`.
    ///
    /// - Complexity: O(arcs); takes 4 bytes for each edge, and 8 more for each with a different time against its
    ///   drawing.
    package init(_ times: [UInt32]) {
        let tables = Self.tables(times)
        let memory = Memory(edges: PackedMemory(tables.edges), others: PackedMemory(tables.others))
        (edges, others) = (memory.edges.packed, memory.others.packed)
        self.memory = memory
    }

    /// Opens the times of an atlas; throws if a section is missing or does not have an element for each edge.
    init(_ atlas: AtlasView, _ profile: Profile, edgeCount: Int) throws(AtlasError) {
        edges = try atlas.packed(RoadSections.time(profile), of: UInt32.self, count: edgeCount)
        others = try atlas.packed(RoadSections.otherTime(profile), of: OtherTime.self)
        memory = nil
    }

    /// Adds the sections of one profile's times, by arc in milliseconds, to an atlas. As costly as `init(_:)`.
    package static func add(_ times: [UInt32], of profile: Profile, to writer: inout AtlasWriter) {
        let tables = tables(times)
        writer.add(RoadSections.time(profile), tables.edges)
        writer.add(RoadSections.otherTime(profile), tables.others)
    }

    /// The indices of the arcs: two for each edge, as in `ArcID`.
    package var indices: Range<Int> { 0..<(edges.count * 2) }

    /// Returns the milliseconds of an arc, below `limit`, or `never`.
    ///
    /// - Complexity: O(1); O(log n) against the drawing of one of the n edges with a different time there. No
    ///   allocation.
    @inline(__always)
    package subscript(arc: UInt32) -> UInt32 {
        let word = edges[arc >> 1]
        if word < Directions.onlyAlong { return word }
        switch word & Directions.mask {
        case Directions.onlyAlong: return arc & 1 == 0 ? word & ~Directions.mask : Self.never
        case Directions.onlyAgainst: return arc & 1 == 1 ? word & ~Directions.mask : Self.never
        default: return other(word, arc)
        }
    }

    /// Returns the same by index.
    package subscript(arc: Int) -> UInt32 { self[UInt32(arc)] }

    private func other(_ word: UInt32, _ arc: UInt32) -> UInt32 {
        guard word != Self.never else { return Self.never }
        guard arc & 1 == 1 else { return word & ~Directions.mask }
        let slot = others.partitionPoint { $0.edge < arc >> 1 }
        return slot < others.count && others[slot].edge == arc >> 1 ? others[slot].millis : Self.never
    }

    private static func tables(_ times: [UInt32]) -> (edges: [UInt32], others: [OtherTime]) {
        var edges: [UInt32] = [], others: [OtherTime] = []
        edges.reserveCapacity(times.count / 2)
        for edge in 0..<(times.count / 2) {
            let (along, against) = (times[edge * 2], times[edge * 2 + 1])
            switch (along < limit, against < limit) {
            case (true, true) where along == against: edges.append(along)
            case (true, true):
                edges.append(along | Directions.differ)
                others.append(OtherTime(edge: UInt32(edge), millis: against))
            case (true, false): edges.append(along | Directions.onlyAlong)
            case (false, true): edges.append(against | Directions.onlyAgainst)
            case (false, false): edges.append(never)
            }
        }
        return (edges, others)
    }

    /// Verifies that exactly the marked edges are listed, and that all times are below the limit.
    func check(_ profile: Profile) throws(AtlasError) {
        var listed = 0
        for edge in edges.indices where edges[edge] != Self.never {
            let word = edges[edge]
            guard word & ~Directions.mask < Self.limit else {
                throw .invalid(
                    RoadSections.time(profile), index: Int64(edge), rule: "more milliseconds than any way takes")
            }
            guard word & Directions.mask == Directions.differ else { continue }
            guard listed < others.count, others[listed].edge == UInt32(edge), others[listed].millis < Self.limit else {
                throw .invalid(RoadSections.otherTime(profile), index: Int64(listed), rule: "not the edges that differ")
            }
            listed += 1
        }
        guard listed == others.count else {
            throw .invalid(
                RoadSections.otherTime(profile), index: Int64(listed), rule: "more than the edges that differ")
        }
    }
}

/// The milliseconds of an edge against its drawing.
package struct OtherTime: Equatable, BitwiseCopyable, Sendable {
    package var edge: UInt32
    package var millis: UInt32
}

extension OtherTime: PackedElement {}
