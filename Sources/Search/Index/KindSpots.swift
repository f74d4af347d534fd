import Atlas
import GeoCore

/// The places of each kind by position, for finding the nearest: "bench" near the user.
///
/// ```
/// search.spotsAt   UInt32 by kind, and one more: where its places begin in search.spots; ascending
/// search.spots     PlaceID by kind, the places of a kind in Hilbert order
/// search.spotBox   IntBox by 64 entries of search.spots: the box around them
/// ```
struct KindSpots: Sendable {
    static var startsID: SectionID { "search.spotsAt" }
    static var spotsID: SectionID { "search.spots" }
    static var boxesID: SectionID { "search.spotBox" }

    static var blockLength: Int { 64 }

    private let starts: Packed<UInt32>
    private let spots: Packed<PlaceID>
    private let boxes: Packed<IntBox>

    init(_ atlas: AtlasView, kindCount: Int) throws(AtlasError) {
        starts = try atlas.packed(Self.startsID, of: UInt32.self)
        spots = try atlas.packed(Self.spotsID, of: PlaceID.self)
        boxes = try atlas.packed(Self.boxesID, of: IntBox.self)
        guard starts.count == kindCount + 1 else {
            throw .invalid(Self.startsID, index: Int64(starts.count), rule: "not one entry for each kind")
        }
        guard boxes.count == (spots.count + Self.blockLength - 1) / Self.blockLength else {
            throw .invalid(Self.boxesID, index: Int64(boxes.count), rule: "not one box for each 64 places")
        }
    }

    /// Adds the sections. `spots` lists the places of each kind in Hilbert order, each with its point.
    static func add(_ spots: [[(place: PlaceID, point: PointE7)]], to writer: inout AtlasWriter) {
        let all = spots.flatMap { $0 }
        var starts: [UInt32] = [0], boxes: [IntBox] = []
        for kind in spots { starts.append(starts[starts.count - 1] + UInt32(kind.count)) }
        for first in stride(from: 0, to: all.count, by: blockLength) {
            var box = IntBox.empty
            for spot in all[first..<min(all.count, first + blockLength)] { box.include(spot.point) }
            boxes.append(box)
        }
        writer.add(startsID, starts)
        writer.add(spotsID, all.map { $0.place })
        writer.add(boxesID, boxes)
    }

    func count(ofKind kind: Int) -> Int { Int(starts[kind + 1] - starts[kind]) }

    /// Returns the places of a kind that are nearest to the origin of `plane`, near ones first; at most `limit`.
    func nearest(ofKind kind: Int, _ plane: LocalPlane, limit: Int, in places: PlaceTable) -> [PlaceID] {
        let range = Int(starts[kind])..<Int(starts[kind + 1])
        guard !range.isEmpty, limit > 0 else { return [] }
        let blocks = range.lowerBound / Self.blockLength...(range.upperBound - 1) / Self.blockLength
        var order = blocks.map { (distance: plane.distance(to: boxes[$0]), block: $0) }
        order.sort { ($0.distance, $0.block) < ($1.distance, $1.block) }
        var nearest: [(distance: Double, place: PlaceID)] = []
        for (bound, block) in order {
            if nearest.count >= limit, bound > nearest[limit - 1].distance { break }
            let first = block * Self.blockLength
            for position in range.clamped(to: first..<first + Self.blockLength) {
                let place = spots[position]
                nearest.append((plane.distance(to: places.point(place)), place))
            }
            nearest.sort { ($0.distance, $0.place) < ($1.distance, $1.place) }
            if nearest.count > limit { nearest.removeLast(nearest.count - limit) }
        }
        return nearest.map { $0.place }
    }

    /// Verifies that lists span their section and that the places in them exist.
    func check(placeCount: Int) throws(AtlasError) {
        try starts.checkStarts(Self.startsID, spanning: spots.count)
        for position in spots.indices where spots[position].index >= placeCount {
            throw .invalid(Self.spotsID, index: Int64(position), rule: "no such place")
        }
    }
}
