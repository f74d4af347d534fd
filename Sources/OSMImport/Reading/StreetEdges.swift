/// Estimates the number of edges of the street network: they, and not the bytes of a file, determine the memory for its
/// hierarchies.
enum StreetEdges {
    /// Returns about the number of edges: stretches of ways with a `highway` between nodes where such ways meet or end.
    static func count(in data: OSMData) -> Int {
        guard let highway = data.tags.strings.firstIndex(of: "highway") else { return 0 }
        let isStreet = Parallel.mapRanges(of: data.ways.count) { range in
            range.map { way in
                let tags = data.ways.tags[way], pairs = Int(tags.start)..<Int(tags.start + tags.count)
                return pairs.contains { data.tags.pairs[$0].key == UInt32(highway) }
            }
        }.flatMap { $0 }
        // 0 unused, 1 passed by once, 2 an end or a meeting.
        var usage = [UInt8](repeating: 0, count: data.nodes.count), edges = 0
        for way in isStreet.indices where isStreet[way] {
            let refs = Int(data.ways.starts[way])..<Int(data.ways.starts[way + 1])
            for position in refs where data.ways.refs[position] != OSMData.missing {
                let node = Int(data.ways.refs[position])
                let isEnd = position == refs.lowerBound || position + 1 == refs.upperBound
                usage[node] = min(2, usage[node] + (isEnd ? 2 : 1))
            }
        }
        for way in isStreet.indices where isStreet[way] {
            let refs = Int(data.ways.starts[way])..<Int(data.ways.starts[way + 1])
            let junctions = refs.count { position in
                let node = data.ways.refs[position]
                return node != OSMData.missing && usage[Int(node)] == 2
            }
            edges += max(0, junctions - 1)
        }
        return edges
    }
}
