import GeoCore

/// Finds the entrance of a building (wiki.openstreetmap.org/wiki/Key:entrance), which is where its visitors want to go.
struct EntranceFinding: Sendable {
    private let data: OSMData
    /// The index of the key among the extract's strings.
    private let building: Int?
    /// Nodes, ascending.
    private var nodes: [UInt32] = []
    private var isMain: [Bool] = []

    /// Entrances that visitors do not use.
    private static let others: Set<String> = ["service", "emergency", "exit", "garage", "no", "unisolated"]

    init(_ data: OSMData) {
        self.data = data
        building = data.tags.strings.firstIndex(of: "building")
        guard let entrance = data.tags.strings.firstIndex(of: "entrance") else { return }
        let access = data.tags.strings.firstIndex(of: "access")
        for (node, tags) in zip(data.nodes.tagged, data.nodes.tags) {
            let pairs = data.tags.pairs[tags.indices]
            guard let found = pairs.first(where: { Int($0.key) == entrance }) else { continue }
            let kind = data.tags.strings[Int(found.value)]
            let isClosed = pairs.contains {
                Int($0.key) == access && ["no", "private"].contains(data.tags.strings[Int($0.value)])
            }
            guard !isClosed, !Self.others.contains(kind) else { continue }
            nodes.append(node)
            isMain.append(kind == "main")
        }
    }

    /// Returns the main entrance on the outline of a building, else its only one. `nil` if there is none or several
    /// equal ones, and for areas that are not buildings: entrances on their outline belong to others.
    func entrance(of area: Area) -> PointE7? {
        guard !nodes.isEmpty, isBuilding(area) else { return nil }
        var mains: [UInt32] = [], all: [UInt32] = []
        for node in area.polygons.flatMap(\.outer) {
            guard let index = index(of: node) else { continue }
            all.append(node)
            if isMain[index] { mains.append(node) }
        }
        let found = mains.isEmpty ? all : mains
        return found.count == 1 ? data.nodes.points[Int(found[0])] : nil
    }

    private func isBuilding(_ area: Area) -> Bool {
        data.tags.pairs[area.tags.indices].contains {
            Int($0.key) == building && data.tags.strings[Int($0.value)] != "no"
        }
    }

    private func index(of node: UInt32) -> Int? {
        var low = 0, high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low < nodes.count && nodes[low] == node ? low : nil
    }
}
