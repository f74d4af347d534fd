extension OSMData {
    /// Returns the numbers of objects with any tag.
    func taggedObjects() -> ObjectCounts {
        ObjectCounts(
            nodes: nodes.tagged.count, ways: ways.tags.count { $0.count > 0 },
            relations: relations.tags.count { $0.count > 0 })
    }

    /// Returns the numbers of objects with a tag of this key.
    func objects(withKey key: String) -> ObjectCounts {
        guard let number = tags.strings.firstIndex(of: key) else { return ObjectCounts() }
        func count(_ ranges: [TagRange]) -> Int {
            ranges.count { range in
                tags.pairs[Int(range.start)..<Int(range.start + range.count)].contains { $0.key == UInt32(number) }
            }
        }
        return ObjectCounts(nodes: count(nodes.tags), ways: count(ways.tags), relations: count(relations.tags))
    }
}
