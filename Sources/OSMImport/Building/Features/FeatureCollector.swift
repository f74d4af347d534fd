import GeoCore
import Tiles

/// Receives the features that the theme files make of each object.
///
/// A theme defines layer, zoom and attributes. The shape follows from the current object and the layer's geometry.
struct FeatureCollector: Sendable {
    private(set) var features: [MapFeature] = []
    /// The distinct attributes in order of first use.
    private(set) var sets: [AttributeSet] = []
    private var setNumbers: [AttributeSet: UInt32] = [:]
    private var shape = MapFeature.Shape.point(GridPoint(x: 0, y: 0))
    /// The object's surface; a point layer shows its label point.
    private var area: Area?
    private var labelPoint: GridPoint?
    private let data: OSMData

    init(_ data: OSMData) { self.data = data }

    /// Begins the next object, a node or a line.
    mutating func begin(_ shape: MapFeature.Shape) {
        self.shape = shape
        area = nil
    }

    /// Begins the next object, an area.
    mutating func begin(_ area: Area) {
        shape = area.kind == .way ? .way(UInt32(area.index)) : .relation(UInt32(area.index))
        self.area = area
        labelPoint = nil
    }

    mutating func add(
        _ layer: MapLayer, from zoom: Int, order: Double = 0, level: Int = 0, _ attributes: [MapAttribute]
    ) {
        let set = AttributeSet(layer: layer, attributes: attributes)
        let number: UInt32
        if let known = setNumbers[set] {
            number = known
        } else {
            number = UInt32(sets.count)
            setNumbers[set] = number
            sets.append(set)
        }
        features.append(
            MapFeature(
                layer: layer, minimumZoom: Int8(zoom), level: Int8(level), order: order, set: number,
                shape: shape(for: layer)))
    }

    private mutating func shape(for layer: MapLayer) -> MapFeature.Shape {
        guard let area, layer.schema.geometry == .point else { return shape }
        let point = labelPoint ?? NodeGrid.project(area.labelPoint(in: data))
        labelPoint = point
        return .point(point)
    }
}
