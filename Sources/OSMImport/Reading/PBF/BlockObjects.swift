import GeoCore

/// The objects of one block, in file order, as columns; reused block by block.
///
/// Tags and roles are indices into the block's own table of strings, which lies in the block.
struct BlockObjects: ~Copyable {
    var nodes = Nodes()
    var ways = Ways()
    var relations = Relations()
    var located = LocatedNodes()
    var pairs = BlockColumn<TagTable.Pair>()
    /// The block's table of strings.
    var texts = BlockColumn<WireReader>()
    /// The ids of nodes that were left out because they have no position on Earth.
    private(set) var outside: [Int64] = []

    struct Nodes: ~Copyable {
        var ids = BlockColumn<Int64>()
        var points = BlockColumn<PointE7>()
        /// Indices of the nodes with tags, ascending, and their tags.
        var tagged = BlockColumn<UInt32>()
        var tags = BlockColumn<TagRange>()
    }

    struct Ways: ~Copyable {
        var ids = BlockColumn<Int64>()
        /// `refs[ends[i - 1]..<ends[i]]` are the OSM ids of way i's nodes.
        var ends = BlockColumn<UInt32>()
        var refs = BlockColumn<Int64>()
        var tags = BlockColumn<TagRange>()

        /// Adds the way of the last appended refs.
        mutating func add(_ id: Int64, _ range: TagRange) {
            ids.append(id)
            ends.append(UInt32(refs.count))
            tags.append(range)
        }
    }

    struct Relations: ~Copyable {
        var ids = BlockColumn<Int64>()
        /// `members[ends[i - 1]..<ends[i]]` are the members of relation i.
        var ends = BlockColumn<UInt32>()
        var members = BlockColumn<OSMData.Member>()
        var tags = BlockColumn<TagRange>()

        /// Adds the relation of the last appended members.
        mutating func add(_ id: Int64, _ range: TagRange) {
            ids.append(id)
            ends.append(UInt32(members.count))
            tags.append(range)
        }
    }

    /// Nodes whose locations ways state.
    struct LocatedNodes: ~Copyable {
        var ids = BlockColumn<Int64>()
        var points = BlockColumn<PointE7>()
    }

    var counts: ObjectCounts {
        ObjectCounts(nodes: nodes.ids.count, ways: ways.ids.count, relations: relations.ids.count)
    }

    /// The number of tags of all objects.
    var tagCount: Int {
        var count = 0
        for index in 0..<nodes.tags.count { count += Int(nodes.tags[index].count) }
        for index in 0..<ways.tags.count { count += Int(ways.tags[index].count) }
        for index in 0..<relations.tags.count { count += Int(relations.tags[index].count) }
        return count
    }

    /// Removes all objects and keeps the memory.
    mutating func removeAll() {
        nodes.ids.removeAll()
        nodes.points.removeAll()
        nodes.tagged.removeAll()
        nodes.tags.removeAll()
        ways.ids.removeAll()
        ways.ends.removeAll()
        ways.refs.removeAll()
        ways.tags.removeAll()
        relations.ids.removeAll()
        relations.ends.removeAll()
        relations.members.removeAll()
        relations.tags.removeAll()
        located.ids.removeAll()
        located.points.removeAll()
        pairs.removeAll()
        texts.removeAll()
        outside.removeAll()
    }

    /// Keeps those of `outside` that `isKept` accepts.
    mutating func keepOutside(where isKept: (Int64) -> Bool) { outside = outside.filter(isKept) }

    /// Adds a node, unless it has no position on Earth.
    mutating func addNode(_ id: Int64, at point: PointE7?, _ tags: TagRange) {
        guard let point else { return outside.append(id) }
        if tags.count > 0 { tagNode(nodes.ids.count, tags) }
        nodes.ids.append(id)
        nodes.points.append(point)
    }

    /// Sets the tags of the node at `position`, which comes after all tagged nodes so far.
    @inline(__always)
    mutating func tagNode(_ position: Int, _ tags: TagRange) {
        nodes.tagged.append(UInt32(position))
        nodes.tags.append(tags)
    }

    /// Removes the nodes at `positions`, ascending, which have no position on Earth.
    mutating func removeNodesOutside(_ positions: [Int]) {
        var old = Nodes(), outside = positions[...], tagged = 0
        swap(&old, &nodes)
        for node in 0..<old.ids.count {
            let isTagged = tagged < old.tagged.count && old.tagged[tagged] == UInt32(node)
            let isOutside = outside.first == node
            if isOutside { outside.removeFirst() }
            addNode(
                old.ids[node], at: isOutside ? nil : old.points[node],
                isTagged ? old.tags[tagged] : TagRange(start: 0, count: 0))
            if isTagged { tagged += 1 }
        }
    }
}
