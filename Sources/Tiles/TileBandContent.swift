import Atlas
import GeoCore

/// The features of one band in any order, before they become sections.
package struct TileBandContent: Sendable {
    private var boxes: [IntBox] = []
    private var ranks: [UInt32] = []
    private var zooms: [(first: Int, last: Int)] = []
    private var sets: [UInt32] = []
    private var shapeEnds: [Int] = []
    private var shapes: [UInt8] = []

    /// The maximum number of features that can be numbered.
    package static let maximumCount = 1 << Int(FeatureRecord.orderBits)

    package init() {}

    var isWithinLimits: Bool { boxes.count <= Self.maximumCount && UInt64(shapes.count) <= UInt64(UInt32.max) }

    /// Appends a feature.
    ///
    /// - Parameters:
    ///   - layer: Index into `TileContent.layers`.
    ///   - order: Position among the features of its layer; tiles list them so. Below 2²⁷.
    ///   - minimumZoom: The first zoom that shows it, inside the band.
    ///   - maximumZoom: The last zoom that shows it; if deeper than the band, the band's.
    ///   - set: Its attributes, as `TileContent.addSet` numbered them. Below 2²⁶.
    ///   - shapes: Where to find its shape, at `index`.
    package mutating func append(
        layer: Int, order: Int, minimumZoom: Int, maximumZoom: Int = .max, set: UInt32,
        shape index: Int, of column: borrowing ShapeColumn
    ) {
        precondition(
            order < 1 << FeatureRecord.orderBits && set < 1 << FeatureRecord.setBits, "an atlas holds fewer features")
        boxes.append(column.boxes[index])
        ranks.append(UInt32(layer) << FeatureRecord.orderBits | UInt32(order))
        zooms.append((minimumZoom, maximumZoom))
        sets.append(set)
        shapes.append(contentsOf: column.bytes(of: index))
        shapeEnds.append(shapes.count)
    }

    /// Adds the band's sections, features in the order of the box tree.
    func add(asBand band: Int, of family: TileFamily, to writer: inout AtlasWriter) {
        let order = BoxTreeWriter.order(boxes), firstZoom = family.firstZoom(ofBand: band)
        let lastZoom = family.zoom(ofBand: band)
        var items: [FeatureRecord] = [], ordered: [UInt8] = []
        items.reserveCapacity(order.count)
        ordered.reserveCapacity(shapes.count)
        for index in order {
            let first = UInt32(zooms[index].first - firstZoom)
            let last = UInt32(min(zooms[index].last, lastZoom) - firstZoom)
            let zoomsAndSet = (first << FeatureRecord.zoomBits | last) << FeatureRecord.setBits | sets[index]
            items.append(
                FeatureRecord(rank: ranks[index], zoomsAndSet: zoomsAndSet, shapeStart: UInt32(ordered.count)))
            ordered.append(contentsOf: shapes[(index == 0 ? 0 : shapeEnds[index - 1])..<shapeEnds[index]])
        }
        BoxTreeWriter.add(order.map { boxes[$0] }, as: family.boxes(ofBand: band), to: &writer)
        writer.add(family.items(ofBand: band), items)
        writer.add(family.shapes(ofBand: band), ordered)
    }
}
