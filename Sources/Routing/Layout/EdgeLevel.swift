import Atlas
package import GeoCore

/// The level of an edge inside a building, and its part there.
package struct EdgeLevel: Equatable, BitwiseCopyable, Sendable {
    /// The kind in bits 0 and 1, above them the level in hundredths.
    package let rawValue: Int32

    /// The part of an edge: bits 0 and 1.
    package enum Kind: Int32, Sendable {
        /// A street or path that is drawn as a way.
        case street = 0
        /// A line across a room, corridor or area.
        case space
        /// From a door, its tail, to the middle of the room, its head, where no other edge ends. Routes to the room end
        /// at the door.
        case door
        /// A part of stairs, an escalator or a lift that is drawn as a surface or a node.
        case shaft
    }

    /// No level has this number.
    private static let noLevel: Int32 = -2 * Level.limit

    package init(_ kind: Kind, _ level: Level?) { rawValue = (level?.hundredths ?? Self.noLevel) << 2 | kind.rawValue }

    /// A street without a level, or on several.
    package static var none: EdgeLevel { EdgeLevel(.street, nil) }

    package var kind: Kind { Kind(rawValue: rawValue & 3) ?? .street }
    package var level: Level? { Level(hundredths: rawValue >> 2) }

    var isKnown: Bool { level != nil || rawValue >> 2 == Self.noLevel }
}

/// One element of `roads.levels`: 8 bytes. The level of edges up to the first one of the next run.
struct LevelRun: Equatable, BitwiseCopyable, Sendable {
    var firstEdge: UInt32
    var level: EdgeLevel
}

extension LevelRun: PackedElement {}

/// The levels of all edges: runs of neighbours that share one, because most edges have none.
struct EdgeLevels: Sendable {
    /// By first edge, ascending; empty in an atlas without indoor data.
    private let runs: Packed<LevelRun>?

    init(_ atlas: AtlasView) throws(AtlasError) {
        let isThere = atlas.contains(RoadSections.levels)
        runs = isThere ? try atlas.packed(RoadSections.levels, of: LevelRun.self) : nil
    }

    /// Adds the section for the levels of all edges.
    static func add(_ levels: [EdgeLevel], to writer: inout AtlasWriter) {
        var runs: [LevelRun] = []
        for (edge, level) in levels.enumerated() where level != runs.last?.level ?? .none {
            runs.append(LevelRun(firstEdge: UInt32(edge), level: level))
        }
        writer.add(RoadSections.levels, runs)
    }

    subscript(edge: EdgeID) -> EdgeLevel {
        guard let runs else { return .none }
        let next = runs.partitionPoint { $0.firstEdge <= edge.rawValue }
        return next > 0 ? runs[next - 1].level : .none
    }

    /// Verifies that the runs ascend and that their levels are known.
    func check(edgeCount: Int) throws(AtlasError) {
        guard let runs else { return }
        for index in runs.indices {
            guard Int(clamping: runs[index].firstEdge) < edgeCount,
                index == 0 || runs[index - 1].firstEdge < runs[index].firstEdge
            else { throw .invalid(RoadSections.levels, index: Int64(index), rule: "not by ascending edge") }
            guard runs[index].level.isKnown else {
                throw .invalid(RoadSections.levels, index: Int64(index), rule: "an unknown level")
            }
        }
    }
}
