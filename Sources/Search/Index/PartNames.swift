import Atlas
import GeoCore

/// The points of names that only some ways of a street have, such as an old name of one end of it.
///
/// ```
/// search.partsAt  UInt32, ascending: where such a name begins in search.names
/// search.parts    PointE7: the middle of the longest way with it
/// ```
struct PartNames: Sendable {
    static var positionsID: SectionID { "search.partsAt" }
    static var pointsID: SectionID { "search.parts" }

    private let positions: Packed<UInt32>
    private let points: Packed<PointE7>

    init(_ atlas: AtlasView) throws(AtlasError) {
        positions = try atlas.packed(Self.positionsID, of: UInt32.self)
        points = try atlas.packed(Self.pointsID, of: PointE7.self)
        guard positions.count == points.count else {
            throw .invalid(Self.positionsID, index: Int64(positions.count), rule: "columns of different length")
        }
    }

    /// Returns the point of the name that begins at `position` of the names; `nil` if the whole place has the name.
    func point(ofNameAt position: Int) -> PointE7? {
        // Compared in the stored type: in the browser `Int` has 32 bits, and a file may contain any number.
        let position = UInt32(clamping: position), index = positions.partitionPoint { $0 < position }
        return index < positions.count && positions[index] == position ? points[index] : nil
    }

    func check() throws(AtlasError) {
        for index in points.indices where !points[index].isOnEarth {
            throw .invalid(Self.pointsID, index: Int64(index), rule: "not a point on Earth")
        }
    }
}
