/// The order that sorts objects by id without duplicates: old positions, in new order.
struct IDOrder {
    let positions: [UInt32]
    private let dropped: [UInt32]

    /// Returns `nil` if the ids already ascend, as in nearly all files.
    ///
    /// Of equal ids the last is kept.
    init?(_ ids: [Int64]) {
        guard !zip(ids, ids.dropFirst()).allSatisfy(<) else { return nil }
        struct Key {
            let id: Int64
            let position: UInt32
        }
        var keys: [Key] = []
        keys.reserveCapacity(ids.count)
        for (position, id) in ids.enumerated() { keys.append(Key(id: id, position: UInt32(position))) }
        // A total order, because no two positions are equal. The library's sort exploits sorted runs.
        keys.sort { ($0.id, $0.position) < ($1.id, $1.position) }
        var positions: [UInt32] = [], dropped: [UInt32] = []
        for (index, key) in keys.enumerated() {
            let isLast = index + 1 == keys.count || keys[index + 1].id != key.id
            if isLast { positions.append(key.position) } else { dropped.append(key.position) }
        }
        self.positions = positions
        self.dropped = dropped
    }

    /// Logs the objects that were left out because a later one has the same id.
    func report(_ ids: [Int64], _ kind: OSMData.ObjectKind, to issues: inout IssueLog) {
        for position in dropped { issues.add(ImportIssue(.duplicateObject, kind, ids[Int(position)])) }
    }

    func apply<Element>(_ column: [Element]) -> [Element] { positions.map { column[Int($0)] } }

    /// Reorders a list of lists: `starts` has one more element than there are lists.
    func apply<Element>(starts: inout [UInt32], elements: inout [Element]) {
        var newStarts: [UInt32] = [0], newElements: [Element] = []
        newStarts.reserveCapacity(positions.count + 1)
        newElements.reserveCapacity(elements.count)
        for position in positions {
            newElements += elements[Int(starts[Int(position)])..<Int(starts[Int(position) + 1])]
            newStarts.append(UInt32(newElements.count))
        }
        starts = newStarts
        elements = newElements
    }
}

extension OSMData.Nodes {
    mutating func reorder(_ order: IDOrder) {
        var tagsOf = [UInt32](repeating: OSMData.missing, count: ids.count)
        for (position, node) in tagged.enumerated() { tagsOf[Int(node)] = UInt32(position) }
        let oldTags = tags
        ids = order.apply(ids)
        points = order.apply(points)
        tagged = []
        tags = []
        for (index, position) in order.positions.enumerated() where tagsOf[Int(position)] != OSMData.missing {
            tagged.append(UInt32(index))
            tags.append(oldTags[Int(tagsOf[Int(position)])])
        }
    }
}

extension OSMData.Ways {
    mutating func reorder(_ order: IDOrder) {
        ids = order.apply(ids)
        tags = order.apply(tags)
        order.apply(starts: &starts, elements: &refs)
    }
}

extension OSMData.Relations {
    mutating func reorder(_ order: IDOrder) {
        ids = order.apply(ids)
        tags = order.apply(tags)
        order.apply(starts: &starts, elements: &members)
    }
}
