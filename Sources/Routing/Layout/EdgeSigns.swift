import Atlas

/// One element of `roads.signs`: 8 bytes. What the signs call the level of the edges up to the first of the next run.
struct SignRun: Equatable, BitwiseCopyable, Sendable {
    var firstEdge: UInt32
    var sign: StringID
}

extension SignRun: PackedElement {}

/// What the signs in buildings call the levels of edges: runs of neighbours that share a word.
struct EdgeSigns: Sendable {
    /// By first edge, ascending; `nil` where no building has such words.
    private let runs: Packed<SignRun>?

    init(_ atlas: AtlasView) throws(AtlasError) {
        let isThere = atlas.contains(RoadSections.signs)
        runs = isThere ? try atlas.packed(RoadSections.signs, of: SignRun.self) : nil
    }

    /// Adds the section for the words of all edges.
    static func add(_ signs: [StringID], to writer: inout AtlasWriter) {
        var runs: [SignRun] = []
        for (edge, sign) in signs.enumerated() where sign != runs.last?.sign ?? .empty {
            runs.append(SignRun(firstEdge: UInt32(edge), sign: sign))
        }
        writer.add(RoadSections.signs, runs)
    }

    /// The word; empty if there is none.
    subscript(edge: EdgeID) -> StringID {
        guard let runs else { return .empty }
        let next = runs.partitionPoint { $0.firstEdge <= edge.rawValue }
        return next > 0 ? runs[next - 1].sign : .empty
    }

    /// Verifies that the runs ascend and that their words are in the string table.
    func check(edgeCount: Int, _ text: StringTable) throws(AtlasError) {
        guard let runs else { return }
        for index in runs.indices {
            guard Int(clamping: runs[index].firstEdge) < edgeCount,
                index == 0 || runs[index - 1].firstEdge < runs[index].firstEdge
            else { throw .invalid(RoadSections.signs, index: Int64(index), rule: "not by ascending edge") }
            guard Int64(runs[index].sign.rawValue) < Int64(text.count) else {
                throw .invalid(RoadSections.signs, index: Int64(index), rule: "unknown text")
            }
        }
    }
}
