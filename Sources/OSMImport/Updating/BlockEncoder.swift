import GeoCore

/// Encodes objects of one kind as a `PrimitiveBlock` (osmformat.proto). The texts that occur most come first.
struct BlockEncoder {
    private let objects: [VersionedObject]
    private let texts: [[UInt8]]
    private let numbers: [[UInt8]: UInt64]

    init(_ objects: [VersionedObject]) {
        self.objects = objects
        var uses: [[UInt8]: (count: Int, first: Int)] = [:]
        for object in objects {
            for text in object.texts {
                let first = uses.count
                uses[text, default: (0, first)].count += 1
            }
        }
        let sorted = uses.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }.map(\.key)
        // Text 0 ends the tags of a dense node, so that it is never one of a tag.
        texts = [[]] + sorted
        numbers = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, UInt64($0 + 1)) })
    }

    /// The block.
    var content: [UInt8] {
        var table = WireWriter(), group = WireWriter(), block = WireWriter()
        for text in texts { table.bytes(1, text) }
        switch objects.first?.key.kind {
        case .node: group.message(2, denseNodes())
        case .way: for object in objects { group.message(3, way(object)) }
        case .relation: for object in objects { group.message(4, relation(object)) }
        case nil: break
        }
        block.message(1, table)
        block.message(2, group)
        return block.bytes
    }

    private func denseNodes() -> WireWriter {
        var nodes = WireWriter(), info = WireWriter()
        info.column(1, objects.lazy.map { UInt64($0.edition.version) })
        info.differences(2, objects.lazy.map(\.edition.timestamp))
        nodes.differences(1, objects.lazy.map(\.key.id))
        nodes.message(5, info)
        nodes.differences(8, objects.lazy.map { Int64($0.point?.latitudeE7 ?? 0) })
        nodes.differences(9, objects.lazy.map { Int64($0.point?.longitudeE7 ?? 0) })
        if objects.contains(where: { !$0.tags.isEmpty }) {
            nodes.column(10, objects.lazy.flatMap { $0.tags.flatMap { [number($0.key), number($0.value)] } + [0] })
        }
        return nodes
    }

    private func way(_ object: VersionedObject) -> WireWriter {
        var way = begin(object)
        way.differences(8, object.refs)
        return way
    }

    private func relation(_ object: VersionedObject) -> WireWriter {
        var relation = begin(object)
        relation.column(8, object.members.lazy.map { number($0.role) })
        relation.differences(9, object.members.lazy.map(\.key.id))
        relation.column(10, object.members.lazy.map { UInt64($0.key.kind.rawValue) })
        return relation
    }

    /// Id, tags and edition, which ways and relations have in the same fields.
    private func begin(_ object: VersionedObject) -> WireWriter {
        var message = WireWriter(), info = WireWriter()
        message.number(1, UInt64(object.key.id))
        message.column(2, object.tags.lazy.map { number($0.key) })
        message.column(3, object.tags.lazy.map { number($0.value) })
        info.number(1, UInt64(object.edition.version))
        info.number(2, UInt64(object.edition.timestamp))
        message.message(4, info)
        return message
    }

    /// The text's number: every text of the objects has one.
    private func number(_ text: [UInt8]) -> UInt64 { numbers[text] ?? 0 }
}

extension VersionedObject {
    fileprivate var texts: [[UInt8]] { tags.flatMap { [$0.key, $0.value] } + members.map(\.role) }
}
