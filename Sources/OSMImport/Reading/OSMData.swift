package import GeoCore

/// The data of one or more extracts: columns, not objects, in the order of the input.
///
/// It has only nodes that a way or relation needs or that have tags. Nodes, ways and relations are sorted by id and
/// unique. Everything refers to nodes by index, so geometry needs no look-up by id.
package struct OSMData: Sendable {
    package var nodes = Nodes()
    package var ways = Ways()
    package var relations = Relations()
    package var tags = TagTable()
    /// The area of the extract, in E7 degrees: the part of the header's bounding box that contains nodes. Without a
    /// header, or if hardly any node lies in its box, it is the box of all nodes. Like `extent`, it may cross the
    /// antimeridian.
    package var bounds = IntBox.empty
    /// Whether the extract itself stated `bounds`.
    package var boundsAreStated = false
    /// The union of the headers' bounding boxes, unchanged; for an input without a header, the box of its nodes. `nil`
    /// if hardly any node lies in it.
    package var statedBounds: IntBox?
    /// The region to which the inputs were cut; `nil` if they were not.
    package var region: Region?
    /// The box of all nodes in the inputs, in E7 degrees.
    package var extent = IntBox.empty
    /// The newest state of the data by the extract's own statement (`osmosis_replication_timestamp`), in seconds since
    /// 1970.
    package var timestamp: Int64?

    package init() {}

    /// Nodes by index. `tags[i]` belongs to node `tagged[i]`: few nodes have tags.
    package struct Nodes: Sendable {
        package var ids: [Int64] = []
        package var points: [PointE7] = []
        /// The number of copies at the end, one for each further level of a node: they repeat the ids of others.
        var copies = 0
        /// Indices of the nodes with tags, ascending.
        package var tagged: [UInt32] = []
        package var tags: [TagRange] = []

        package init() {}

        package var count: Int { ids.count }

        /// Returns the index of node `id`, by binary search.
        package func index(of id: Int64) -> UInt32? {
            ids.ascendingIndex(of: id, in: 0..<(ids.count - copies)).map { UInt32($0) }
        }
    }

    package struct Ways: Sendable {
        package var ids: [Int64] = []
        /// `refs[starts[i]..<starts[i + 1]]` are the nodes of way i; one more start than ways.
        package var starts: [UInt32] = [0]
        /// Node indices, or `OSMData.missing` for a missing node.
        package var refs: [UInt32] = []
        package var tags: [TagRange] = []
        /// The number of ways at the end that stand for nodes: their ids are not in order.
        var copies = 0

        package init() {}

        package var count: Int { ids.count }
        package func refs(of way: Int) -> ArraySlice<UInt32> { refs[Int(starts[way])..<Int(starts[way + 1])] }

        /// Returns the index of way `id`, by binary search.
        package func index(of id: Int64) -> Int? { ids.ascendingIndex(of: id, in: 0..<(ids.count - copies)) }
    }

    package struct Relations: Sendable {
        package var ids: [Int64] = []
        /// `members[starts[i]..<starts[i + 1]]` are the members of relation i; one more start than relations.
        package var starts: [UInt32] = [0]
        package var members: [Member] = []
        package var tags: [TagRange] = []

        package init() {}

        package var count: Int { ids.count }
        package func members(of relation: Int) -> ArraySlice<Member> {
            members[Int(starts[relation])..<Int(starts[relation + 1])]
        }

        /// Returns the index of relation `id`, by binary search.
        package func index(of id: Int64) -> Int? { ids.ascendingIndex(of: id, in: ids.indices) }
    }

    package enum ObjectKind: UInt8, Sendable, BitwiseCopyable { case node, way, relation }

    package struct Member: Sendable, BitwiseCopyable {
        package var kind: ObjectKind
        /// The OSM id, whether or not the extract has the object.
        package var id: Int64
        /// Index into the tag table's strings.
        package var role: UInt32

        package init(kind: ObjectKind, id: Int64, role: UInt32) {
            self.kind = kind
            self.id = id
            self.role = role
        }
    }

    /// The box whose sides cut off coasts and rings.
    package var cutBox: IntBox { statedBounds ?? bounds }

    /// The index of missing nodes.
    package static let missing = UInt32.max

    package func tags(ofWay way: Int) -> Tags { Tags(table: tags, range: ways.tags[way]) }
    package func tags(ofRelation relation: Int) -> Tags { Tags(table: tags, range: relations.tags[relation]) }
    /// Returns the tags of the i-th *tagged* node.
    package func tags(ofTagged position: Int) -> Tags { Tags(table: tags, range: nodes.tags[position]) }
    package func role(_ member: Member) -> String { tags.strings[Int(member.role)] }
}

/// A half-open range of `TagTable.pairs`.
package struct TagRange: Sendable, BitwiseCopyable {
    package var start: UInt32
    package var count: UInt32

    package init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }
}

/// All tags of an extract: pairs of indices into one table of distinct strings.
package struct TagTable: Sendable {
    package struct Pair: Sendable, BitwiseCopyable {
        package var key: UInt32
        package var value: UInt32

        package init(key: UInt32, value: UInt32) {
            self.key = key
            self.value = value
        }
    }

    package var strings: [String] = []
    package var pairs: [Pair] = []

    package init() {}
}

/// The tags of one object, in the order of the file.
package struct Tags: Sendable, Sequence {
    private var table: TagTable
    private let range: Range<Int>

    package init(table: TagTable, range: TagRange) {
        self.table = table
        self.range = Int(range.start)..<(Int(range.start) + Int(range.count))
    }

    /// Makes tags of these strings that no object has.
    init(_ pairs: [TagTable.Pair], _ strings: [String]) {
        table = TagTable()
        table.strings = strings
        table.pairs = pairs
        range = pairs.indices
    }

    package var isEmpty: Bool { range.isEmpty }

    /// Returns the value of `key`; if a broken file repeats the key, the first.
    package subscript(key: String) -> String? {
        for index in range {
            let pair = table.pairs[index]
            if table.strings[Int(pair.key)] == key { return table.strings[Int(pair.value)] }
        }
        return nil
    }

    package func makeIterator() -> AnyIterator<(key: String, value: String)> {
        var index = range.lowerBound
        return AnyIterator { [table, range] in
            guard index < range.upperBound else { return nil }
            let pair = table.pairs[index]
            index += 1
            return (table.strings[Int(pair.key)], table.strings[Int(pair.value)])
        }
    }
}

extension Array where Element: FixedWidthInteger {
    /// Returns the index of `id` within `range`, where the ids ascend; `nil` if it is not there.
    func ascendingIndex(of id: Element, in range: Range<Int>) -> Int? {
        var low = range.lowerBound, high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < range.upperBound && self[low] == id ? low : nil
    }
}
