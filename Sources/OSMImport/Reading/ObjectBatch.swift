import GeoCore

/// Objects of one stretch of a file (a PBF block, a run of XML), in file order, as columns.
///
/// Tags and roles are numbers into the batch's own `texts`; ways name nodes by OSM id. Batches are made side by side and
/// then joined, in file order, into one `OSMData`.
struct ObjectBatch: Sendable {
    var nodes = Nodes()
    var ways = Ways()
    var relations = Relations()
    var pairs: [TagTable.Pair] = []
    var texts = BatchTexts()
    var issues = IssueLog()

    struct Nodes: Sendable {
        var ids: [Int64] = []
        var points: [PointE7] = []
        /// Positions in this batch of the nodes with tags, ascending, and their tags.
        var tagged: [UInt32] = []
        var tags: [TagRange] = []
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

    /// Makes room for the batch's first `count` nodes; the usual block has no others.
    ///
    /// Later groups grow the arrays as they come: reserving exactly for each of many small groups would copy all nodes each time.
    mutating func reserveNodes(_ count: Int) {
        guard nodes.ids.isEmpty else { return }
        nodes.ids.reserveCapacity(count)
        nodes.points.reserveCapacity(count)
    }

    /// Adds a node, unless it has no place on Earth.
    @inline(__always)
    mutating func addNode(_ id: Int64, at point: PointE7?, _ tags: TagRange) {
        guard let point else { return issues.add(ImportIssue(.coordinateOutOfRange, .node, id)) }
        if tags.count > 0 {
            nodes.tagged.append(UInt32(nodes.ids.count))
            nodes.tags.append(tags)
        }
        nodes.ids.append(id)
        nodes.points.append(point)
    }

    /// Adds the way whose refs were appended last.
    mutating func endWay(_ id: Int64, _ tags: TagRange) {
        ways.ids.append(id)
        ways.ends.append(UInt32(ways.refs.count))
        ways.tags.append(tags)
    }

    /// Adds the relation whose members were appended last.
    mutating func endRelation(_ id: Int64, _ tags: TagRange) {
        relations.ids.append(id)
        relations.ends.append(UInt32(relations.members.count))
        relations.tags.append(tags)
    }

    var objectCount: Int { nodes.ids.count + ways.ids.count + relations.ids.count }
}

/// The texts that a batch's tags and roles use, with their hashes, ready to be joined with those of other batches.
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

    mutating func append(_ text: UnsafeRawBufferPointer) -> UInt32 {
        unsafe bytes.append(contentsOf: text)
        ends.append(UInt32(bytes.count))
        unsafe hashes.append(TextTable.hash(text))
        return UInt32(ends.count - 1)
    }

    /// Returns the number that each text has in `table`, adding those it does not hold yet.
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
