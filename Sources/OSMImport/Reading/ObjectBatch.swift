import GeoCore

/// Objects of one part of a file (a PBF block, a run of XML), in file order, as columns.
///
/// Tags and roles are indices into the batch's own `texts`; ways name nodes by OSM id. Some files state the locations
/// of nodes in ways (`located`). Batches are made in parallel and then joined, in file order, into one `OSMData`.
struct ObjectBatch: Sendable {
    var nodes = Nodes()
    var ways = Ways()
    var relations = Relations()
    var located = LocatedNodes()
    var pairs: [TagTable.Pair] = []
    var texts = BatchTexts()
    var issues = IssueLog()

    struct Nodes: Sendable {
        var ids: [Int64] = []
        var points: [PointE7] = []
        /// Indices in this batch of the nodes with tags, ascending, and their tags.
        var tagged: [UInt32] = []
        var tags: [TagRange] = []

        /// Sets the tags of the node at `position`, which comes after all tagged nodes so far.
        @inline(__always)
        mutating func tag(_ position: Int, _ range: TagRange) {
            tagged.append(UInt32(position))
            tags.append(range)
        }
    }

    struct Ways: Sendable {
        var ids: [Int64] = []
        /// `refs[ends[i - 1]..<ends[i]]` are the OSM ids of way i's nodes.
        var ends: [UInt32] = []
        var refs: [Int64] = []
        var tags: [TagRange] = []
    }

    struct Relations: Sendable {
        var ids: [Int64] = []
        /// `members[ends[i - 1]..<ends[i]]` are the members of relation i.
        var ends: [UInt32] = []
        var members: [OSMData.Member] = []
        var tags: [TagRange] = []
    }

    /// The ids and locations of nodes that ways and relations state; a node may occur several times.
    struct LocatedNodes: Sendable {
        var ids: [Int64] = []
        var points: [PointE7] = []

        mutating func append(_ id: Int64, at point: PointE7) {
            ids.append(id)
            points.append(point)
        }
    }

    /// Adds a node, unless it has no position on Earth.
    @inline(__always)
    mutating func addNode(_ id: Int64, at point: PointE7?, _ tags: TagRange) {
        guard let point else { return issues.add(ImportIssue(.coordinateOutOfRange, .node, id)) }
        if tags.count > 0 { nodes.tag(nodes.ids.count, tags) }
        nodes.ids.append(id)
        nodes.points.append(point)
    }

    /// Adds the way of the last appended refs.
    mutating func endWay(_ id: Int64, _ tags: TagRange) {
        ways.ids.append(id)
        ways.ends.append(UInt32(ways.refs.count))
        ways.tags.append(tags)
    }

    /// Adds the relation of the last appended members.
    mutating func endRelation(_ id: Int64, _ tags: TagRange) {
        relations.ids.append(id)
        relations.ends.append(UInt32(relations.members.count))
        relations.tags.append(tags)
    }

    var counts: ObjectCounts {
        ObjectCounts(nodes: nodes.ids.count, ways: ways.ids.count, relations: relations.ids.count)
    }
}

/// The texts of a batch's tags and roles. A copy includes their hashes, ready to be joined with those of other batches.
struct BatchTexts: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [UInt32] = []
    private(set) var hashes: [Int] = []

    var count: Int { ends.count }

    init() {}

    init(_ table: TextTable) {
        bytes = table.bytes
        ends = table.ends.map { UInt32($0) }
        hashes = table.hashes
    }

    /// Returns the same texts in memory of exactly their size, with their hashes.
    func copied() -> BatchTexts {
        var copy = BatchTexts()
        copy.bytes = bytes.copied()
        copy.ends = ends.copied()
        var start = 0
        copy.hashes = unsafe bytes.withUnsafeBytes { bytes in
            ends.map { end in
                defer { start = Int(end) }
                return unsafe TextTable.hash(UnsafeRawBufferPointer(rebasing: bytes[start..<Int(end)]))
            }
        }
        return copy
    }

    /// Removes all texts and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    mutating func append(_ text: UnsafeRawBufferPointer) -> UInt32 {
        unsafe bytes.append(contentsOf: text)
        ends.append(UInt32(bytes.count))
        return UInt32(ends.count - 1)
    }

    /// Returns the number of each text in `table`, and adds missing ones.
    func numbers(in table: inout TextTable) -> [UInt32] {
        var start = 0
        return unsafe bytes.withUnsafeBytes { bytes in
            ends.indices.map { index in
                let end = Int(ends[index])
                defer { start = end }
                return unsafe table.id(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), hash: hashes[index])
            }
        }
    }
}

extension Array {
    /// Returns the same elements in memory of exactly their size; assigning would share the memory.
    fileprivate func copied() -> [Element] {
        var copy: [Element] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
