import Atlas
import GeoCore

/// A thing inside a building, with its place and its levels.
struct IndoorThing: Sendable {
    let kind: IndoorClass
    let ref: PlaceRef
    let tags: TagRange
    /// At least one.
    var levels: LevelSet
    let shape: MapFeature.Shape
    /// The shape as an area; `nil` for a point or an open line.
    let area: Area?
    /// On it, or well inside.
    let point: PointE7
    /// Its building, as a position in `IndoorBuildings.all`; `nil` for none.
    var building: Int?

    /// Returns the nodes of its shape; none for a point. `OSMData.missing` is among them.
    func nodes(in data: OSMData) -> [UInt32] {
        if let area { return area.polygons.flatMap { [$0.outer] + $0.holes }.flatMap { $0 } }
        if case .way(let way) = shape { return Array(data.ways.refs(of: Int(way))) }
        return []
    }
}
