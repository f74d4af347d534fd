import Tiles

/// The input of all bands.
struct FeatureSource: Sendable {
    let data: OSMData
    let areas: Areas
    /// The nodes on the finest grid, followed by the nodes of the sea alone.
    let points: [GridPoint]
    /// The zoom of that grid.
    var gridZoom = TileFormat.maximumZoom
    let features: [MapFeature]
    /// The pieces of sea.
    let ocean: [Area.Polygon]

    /// Returns the lines of a feature: one, or several if nodes are missing.
    func lines(of shape: MapFeature.Shape, joined: [[UInt32]]) -> [ArraySlice<UInt32>] {
        switch shape {
        case .way(let way):
            data.ways.refs(of: Int(way)).split(separator: OSMData.missing).filter { $0.count >= 2 }
        case .joined(let line): [joined[Int(line)][...]]
        case .point, .relation, .ocean: []
        }
    }

    /// The surface of a feature.
    func polygons(of shape: MapFeature.Shape) -> [Area.Polygon] {
        switch shape {
        case .way(let way): Areas.polygons(ofWay: Int(way), in: data)
        case .relation(let relation): areas.relation(Int(relation))?.polygons ?? []
        case .ocean(let index): [ocean[Int(index)]]
        case .point, .joined: []
        }
    }
}
