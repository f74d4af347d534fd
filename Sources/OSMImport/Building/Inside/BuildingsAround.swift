import Atlas
import GeoCore

/// Finds the buildings with indoor data around walkways.
struct BuildingsAround: Sendable {
    /// The buildings with a surface.
    let buildings: [IndoorBuildings.Building]
    private let areas: [Area]
    private let data: OSMData

    init(_ buildings: IndoorBuildings?, _ data: OSMData) {
        self.buildings = buildings?.all.filter { $0.area != nil } ?? []
        areas = self.buildings.compactMap(\.area)
        self.data = data
    }

    /// Calls `body` with a function that finds the buildings around the middle of a way, as positions in `buildings`.
    func withFinder<Result>(_ body: ((_ way: Int) -> [Int]) -> Result) -> Result {
        BoxTreeWriter.withTree(over: areas.map { $0.bounds(in: data) }) { tree, order in
            body { way in
                guard let middle = middle(of: way) else { return [] }
                var box = IntBox.empty, found: [Int] = []
                box.include(middle)
                tree.forEach(in: box) { item in
                    if areas[order[item]].contains(middle, in: data) { found.append(order[item]) }
                }
                return found.sorted()
            }
        }
    }

    /// Returns a point of a way that is no end of it: ends may lie on the wall of a building.
    private func middle(of way: Int) -> PointE7? {
        let refs = data.ways.refs(of: way).filter { $0 != OSMData.missing }
        guard refs.count > 1 else { return nil }
        let one = data.nodes.points[Int(refs[(refs.count - 1) / 2])]
        return PointE7(from: one, to: data.nodes.points[Int(refs[(refs.count + 1) / 2])], share: 0.5)
    }
}
