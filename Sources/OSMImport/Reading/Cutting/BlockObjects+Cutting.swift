import GeoCore

extension BlockObjects {
    /// Removes the objects that `isKept` refuses. The tags of all stay in `pairs`.
    mutating func keep(where isKept: (OSMData.ObjectKind, Int64) -> Bool) {
        keepNodes { isKept(.node, $0) }
        keepWays { isKept(.way, $0) }
        keepRelations { isKept(.relation, $0) }
    }

    private mutating func keepNodes(where isKept: (Int64) -> Bool) {
        var old = Nodes(), oldLocated = LocatedNodes(), tagged = 0
        swap(&old, &nodes)
        swap(&oldLocated, &located)
        keepOutside(where: isKept)
        for node in 0..<old.ids.count {
            let isTagged = tagged < old.tagged.count && old.tagged[tagged] == UInt32(node)
            if isKept(old.ids[node]) {
                let tags = isTagged ? old.tags[tagged] : TagRange(start: 0, count: 0)
                addNode(old.ids[node], at: old.points[node], tags)
            }
            if isTagged { tagged += 1 }
        }
        for index in 0..<oldLocated.ids.count where isKept(oldLocated.ids[index]) {
            located.ids.append(oldLocated.ids[index])
            located.points.append(oldLocated.points[index])
        }
    }

    private mutating func keepWays(where isKept: (Int64) -> Bool) {
        var old = Ways(), start = 0
        swap(&old, &ways)
        for way in 0..<old.ids.count {
            let end = Int(old.ends[way])
            if isKept(old.ids[way]) {
                for position in start..<end { ways.refs.append(old.refs[position]) }
                ways.add(old.ids[way], old.tags[way])
            }
            start = end
        }
    }

    private mutating func keepRelations(where isKept: (Int64) -> Bool) {
        var old = Relations(), start = 0
        swap(&old, &relations)
        for relation in 0..<old.ids.count {
            let end = Int(old.ends[relation])
            if isKept(old.ids[relation]) {
                for position in start..<end { relations.members.append(old.members[position]) }
                relations.add(old.ids[relation], old.tags[relation])
            }
            start = end
        }
    }

    var isEmpty: Bool { counts.total == 0 && located.ids.count == 0 && outside.isEmpty }

    /// Returns the value of a tag in `range`; of several tags with one key, the first counts.
    borrowing func value(of key: StaticString, in range: TagRange) -> [UInt8]? {
        // The constant lives as long as the program, the texts as long as the block.
        let wanted = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        for index in Int(range.start)..<Int(range.start + range.count) {
            let pair = pairs[index]
            if unsafe texts[Int(pair.key)].bytes.elementsEqual(wanted) {
                return unsafe [UInt8](texts[Int(pair.value)].bytes)
            }
        }
        return nil
    }

    /// Takes the objects of a batch in place of all others. `bytes` are those of its texts, which must stay in place
    /// while they are in use.
    @unsafe
    mutating func load(_ batch: ObjectBatch, texts bytes: UnsafeRawBufferPointer) {
        removeAll()
        var start = 0
        for end in batch.texts.ends {
            unsafe texts.append(WireReader(UnsafeRawBufferPointer(rebasing: bytes[start..<Int(end)])))
            start = Int(end)
        }
        for pair in batch.pairs { pairs.append(pair) }
        for id in batch.nodes.ids { nodes.ids.append(id) }
        for point in batch.nodes.points { nodes.points.append(point) }
        for (node, tags) in zip(batch.nodes.tagged, batch.nodes.tags) { tagNode(Int(node), tags) }
        for ref in batch.ways.refs { ways.refs.append(ref) }
        for end in batch.ways.ends { ways.ends.append(end) }
        for (id, tags) in zip(batch.ways.ids, batch.ways.tags) {
            ways.ids.append(id)
            ways.tags.append(tags)
        }
        for member in batch.relations.members { relations.members.append(member) }
        for end in batch.relations.ends { relations.ends.append(end) }
        for (id, tags) in zip(batch.relations.ids, batch.relations.tags) {
            relations.ids.append(id)
            relations.tags.append(tags)
        }
        for (id, point) in zip(batch.located.ids, batch.located.points) {
            located.ids.append(id)
            located.points.append(point)
        }
        for issue in batch.issues.examples[.coordinateOutOfRange] ?? [] { addNode(issue.id, at: nil, none) }
    }

    private var none: TagRange { TagRange(start: 0, count: 0) }
}
