import GeoCore

/// Makes independent batches of the objects of blocks: in memory of exactly their size, with only the block's texts
/// that they use, in order of first use. The tables keep their memory from block to block.
struct BatchMaking {
    private var batch = ObjectBatch()
    private var texts = BatchTexts()
    /// The number in the batch of each of the block's texts, or `unused`.
    private var numbers: [UInt32] = []

    private static let unused = UInt32.max

    /// Returns a copy of `objects`. Their block must still be in place.
    mutating func batch(of objects: borrowing BlockObjects) -> ObjectBatch {
        batch = ObjectBatch()
        texts.removeAll()
        numbers.removeAll(keepingCapacity: true)
        numbers.append(contentsOf: repeatElement(Self.unused, count: objects.texts.count))
        for id in objects.outside { batch.issues.add(ImportIssue(.coordinateOutOfRange, .node, id)) }
        batch.pairs.reserveCapacity(objects.tagCount)
        copyNodes(objects)
        copyWays(objects)
        copyRelations(objects)
        batch.located.ids = objects.located.ids.array()
        batch.located.points = objects.located.points.array()
        batch.texts = texts.copied()
        var made = ObjectBatch()
        swap(&made, &batch)
        return made
    }

    private mutating func copyNodes(_ objects: borrowing BlockObjects) {
        batch.nodes.ids = objects.nodes.ids.array()
        batch.nodes.points = objects.nodes.points.array()
        batch.nodes.tagged = objects.nodes.tagged.array()
        batch.nodes.tags.reserveCapacity(objects.nodes.tags.count)
        for index in 0..<objects.nodes.tags.count {
            let id = objects.nodes.ids[Int(objects.nodes.tagged[index])]
            batch.nodes.tags.append(adopt(objects.nodes.tags[index], objects, .node, id))
        }
    }

    private mutating func copyWays(_ objects: borrowing BlockObjects) {
        batch.ways.ids = objects.ways.ids.array()
        batch.ways.ends = objects.ways.ends.array()
        batch.ways.refs = objects.ways.refs.array()
        batch.ways.tags.reserveCapacity(objects.ways.tags.count)
        for way in 0..<objects.ways.ids.count {
            batch.ways.tags.append(adopt(objects.ways.tags[way], objects, .way, objects.ways.ids[way]))
        }
    }

    private mutating func copyRelations(_ objects: borrowing BlockObjects) {
        batch.relations.ids = objects.relations.ids.array()
        batch.relations.ends = objects.relations.ends.array()
        batch.relations.members.reserveCapacity(objects.relations.members.count)
        batch.relations.tags.reserveCapacity(objects.relations.tags.count)
        for relation in 0..<objects.relations.ids.count {
            let id = objects.relations.ids[relation]
            while batch.relations.members.count < Int(objects.relations.ends[relation]) {
                var member = objects.relations.members[batch.relations.members.count]
                member.role = number(of: member.role, objects, .relation, id)
                batch.relations.members.append(member)
            }
            batch.relations.tags.append(adopt(objects.relations.tags[relation], objects, .relation, id))
        }
    }

    /// Adds an object's tags to the batch.
    @inline(__always)
    private mutating func adopt(
        _ tags: TagRange, _ objects: borrowing BlockObjects, _ kind: OSMData.ObjectKind, _ id: Int64
    ) -> TagRange {
        let start = UInt32(batch.pairs.count)
        for index in Int(tags.start)..<Int(tags.start + tags.count) {
            let pair = objects.pairs[index]
            let key = number(of: pair.key, objects, kind, id), value = number(of: pair.value, objects, kind, id)
            batch.pairs.append(TagTable.Pair(key: key, value: value))
        }
        return TagRange(start: start, count: tags.count)
    }

    /// Returns the batch's number of the text at `index` of the block's table, for a tag or role of the named object.
    @inline(__always)
    private mutating func number(
        of index: UInt32, _ objects: borrowing BlockObjects, _ kind: OSMData.ObjectKind, _ id: Int64
    ) -> UInt32 {
        let number = numbers[Int(index)]
        return number != Self.unused ? number : adopt(Int(index), objects, kind, id)
    }

    /// Adds a text to the batch when it is first used.
    @inline(never)
    private mutating func adopt(
        _ index: Int, _ objects: borrowing BlockObjects, _ kind: OSMData.ObjectKind, _ id: Int64
    ) -> UInt32 {
        numbers[index] = adopt(objects.texts[index], kind, id)
        return numbers[index]
    }

    private mutating func adopt(_ text: WireReader, _ kind: OSMData.ObjectKind, _ id: Int64) -> UInt32 {
        let bytes = unsafe text.bytes
        // The block's memory, which outlives this call.
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        if (try? UTF8Span(validating: span)) != nil { return unsafe texts.append(bytes) }
        batch.issues.add(ImportIssue(.textNotUTF8, kind, id))
        let repaired = unsafe [UInt8](String(decoding: bytes, as: UTF8.self).utf8)
        return unsafe repaired.withUnsafeBytes { unsafe texts.append($0) }
    }
}
