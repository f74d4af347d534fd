import GeoCore

extension OSMData.Nodes {
    /// Adds nodes that are known only by their location, without tags. Both lists ascend by id; existing nodes stay.
    mutating func add(_ located: ObjectBatch.LocatedNodes) {
        guard !located.ids.isEmpty else { return }
        var merged = OSMData.Nodes(), position = 0, nextTagged = 0
        merged.ids.reserveCapacity(ids.count + located.ids.count)
        merged.points.reserveCapacity(ids.count + located.ids.count)
        merged.tagged.reserveCapacity(tagged.count)
        merged.tags = tags
        func isBefore(_ id: Int64?) -> Bool {
            position < located.ids.count && id.map { located.ids[position] < $0 } ?? true
        }
        for node in ids.indices {
            while isBefore(ids[node]) {
                merged.append(located.ids[position], at: located.points[position])
                position += 1
            }
            if position < located.ids.count, located.ids[position] == ids[node] { position += 1 }
            if nextTagged < tagged.count, tagged[nextTagged] == UInt32(node) {
                merged.tagged.append(UInt32(merged.count))
                nextTagged += 1
            }
            merged.append(ids[node], at: points[node])
        }
        while isBefore(nil) {
            merged.append(located.ids[position], at: located.points[position])
            position += 1
        }
        self = merged
    }

    private mutating func append(_ id: Int64, at point: PointE7) {
        ids.append(id)
        points.append(point)
    }
}
