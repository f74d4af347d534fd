import Atlas

/// The edges on levels that are not the ground of their building. A point without a level is on the ground.
///
/// `roads.offGround` has the first edge of a run of them, the first edge after the run, and so on.
struct EdgesOffGround: Sendable {
    /// Ascending; `nil` in an atlas without indoor data, or from before the section.
    private let limits: Packed<UInt32>?

    init(_ atlas: AtlasView) throws(AtlasError) {
        let isThere = atlas.contains(RoadSections.offGround)
        limits = isThere ? try atlas.packed(RoadSections.offGround, of: UInt32.self) : nil
    }

    /// Adds the section for all edges.
    static func add(_ isOff: [Bool], to writer: inout AtlasWriter) {
        var limits: [UInt32] = []
        for (edge, isOff) in isOff.enumerated() where isOff == limits.count.isMultiple(of: 2) {
            limits.append(UInt32(edge))
        }
        writer.add(RoadSections.offGround, limits)
    }

    /// `nil` if the atlas does not say.
    subscript(edge: EdgeID) -> Bool? {
        limits.map { limits in !limits.partitionPoint { $0 <= edge.rawValue }.isMultiple(of: 2) }
    }

    /// Verifies that the limits ascend.
    func check(edgeCount: Int) throws(AtlasError) {
        guard let limits else { return }
        for index in limits.indices {
            guard Int(clamping: limits[index]) < edgeCount, index == 0 || limits[index - 1] < limits[index] else {
                throw .invalid(RoadSections.offGround, index: Int64(index), rule: "not by ascending edge")
            }
        }
    }
}
