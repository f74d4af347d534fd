extension OSMData.Ways {
    /// Returns the ways with this tag, ascending.
    func tagged(_ key: String, _ value: String, _ table: TagTable) -> [Int] { table.positions(in: tags, key, value) }
}

extension OSMData.Nodes {
    /// Returns the indices of the nodes with this tag among those with tags, ascending.
    func tagged(_ key: String, _ value: String, _ table: TagTable) -> [Int] { table.positions(in: tags, key, value) }
}

extension TagTable {
    /// Returns the indices of the ranges with a tag, ascending.
    fileprivate func positions(in ranges: [TagRange], _ key: String, _ value: String) -> [Int] {
        guard let key = strings.firstIndex(of: key), let value = strings.firstIndex(of: value) else { return [] }
        let tag = (key: UInt32(key), value: UInt32(value))
        return ranges.indices.filter { index in
            pairs[ranges[index].indices].contains { $0.key == tag.key && $0.value == tag.value }
        }
    }
}
