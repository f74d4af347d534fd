package import GeoCore

/// What was read from one or more extracts: columns, not objects, in the order of the input.
///
/// Nodes are the ones that a way or relation needs or that carry tags, sorted by id and unique, as are ways and
/// relations. Everything refers to nodes by their index, so geometry needs no look-up by id.
package struct OSMData: Sendable {
    package var nodes = Nodes()
    package var ways = Ways()
    package var relations = Relations()
    package var tags = TagTable()
    /// The area the extract covers, in E7 degrees: the part of the header's bounding box in which there are nodes; or
    /// the box of all nodes where there is no header or where hardly any of them lies in its box. Like `extent`, it may
    /// lead over the antimeridian.
    package var bounds = IntBox.empty
    /// Whether `bounds` was stated by the extract itself.
    package var boundsAreStated = false
    /// The headers' bounding boxes as they stand, in one; of an input without header the box of its nodes. `nil` where
    /// hardly any node lies in it.
    package var statedBounds: IntBox?
    /// The area of all nodes that were read, in E7 degrees.
    package var extent = IntBox.empty
    /// Newest state of the data as the extract states it (`osmosis_replication_timestamp`), seconds since 1970.
    package var timestamp: Int64?

    package init() {}

    /// Nodes by index. `tags[i]` belongs to node `tagged[i]`: few nodes carry any.
    package struct Nodes: Sendable {
        package var ids: [Int64] = []
        package var points: [PointE7] = []
        /// Indices of the nodes with tags, ascending.
        package var tagged: [UInt32] = []
        package var tags: [TagRange] = []

        package init() {}

        package var count: Int { ids.count }

        /// The index of node `id`, by binary search.
        package func index(of id: Int64) -> UInt32? { ids.ascendingIndex(of: id, in: ids.indices).map { UInt32($0) } }
    }

    package struct Ways: Sendable {
        package var ids: [Int64] = []
        /// `refs[starts[i]..<starts[i + 1]]` are the nodes of way i; one more start than ways.
        package var starts: [UInt32] = [0]
        /// Node indices, or `OSMData.missing` for a node that the extract does not hold.
        package var refs: [UInt32] = []
        package var tags: [TagRange] = []

        package init() {}

        package var count: Int { ids.count }
        package func refs(of way: Int) -> ArraySlice<UInt32> { refs[Int(starts[way])..<Int(starts[way + 1])] }

        /// The index of way `id`, by binary search.
        package func index(of id: Int64) -> Int? { ids.ascendingIndex(of: id, in: ids.indices) }
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

        /// The index of relation `id`, by binary search.
        package func index(of id: Int64) -> Int? { ids.ascendingIndex(of: id, in: ids.indices) }
    }

    package enum ObjectKind: UInt8, Sendable, BitwiseCopyable { case node, way, relation }

    package struct Member: Sendable, BitwiseCopyable {
        package var kind: ObjectKind
        /// The OSM id, whether or not the extract holds the object.
        package var id: Int64
        /// Index into the tag table's strings.
        package var role: UInt32

        package init(kind: ObjectKind, id: Int64, role: UInt32) {
            self.kind = kind
            self.id = id
            self.role = role
        }
    }

    /// The box along whose sides coasts and rings were cut off.
    package var cutBox: IntBox { statedBounds ?? bounds }

    /// The node index that stands for a node the extract does not hold.
    package static let missing = UInt32.max

    package func tags(ofWay way: Int) -> Tags { Tags(table: tags, range: ways.tags[way]) }
    package func tags(ofRelation relation: Int) -> Tags { Tags(table: tags, range: relations.tags[relation]) }
    /// The tags of the i-th *tagged* node.
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

    /// Tags that no object has as they are, of these strings.
    init(_ pairs: [TagTable.Pair], _ strings: [String]) {
        table = TagTable()
        table.strings = strings
        table.pairs = pairs
        range = pairs.indices
    }

    package var isEmpty: Bool { range.isEmpty }

    /// The value of `key`; the first one should a broken file repeat it.
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
    /// The index of `id` within `range`, where the ids ascend; `nil` when it is not there.
    func ascendingIndex(of id: Element, in range: Range<Int>) -> Int? {
        var low = range.lowerBound, high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < range.upperBound && self[low] == id ? low : nil
    }
}
