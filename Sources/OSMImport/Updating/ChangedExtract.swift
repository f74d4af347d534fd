import GeoCore

/// An extract with changes applied to it: a stream of objects, sorted by kind and id.
struct ChangedExtract {
    private let reader: PBFReader
    private let file: String
    private let changes: [VersionedObject]
    /// The file's own statements.
    let statements: InputContent

    /// `bytes` are the whole extract's; they must stay in place and unchanged while this is in use.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer, file: String, changes: [VersionedObject]) throws(ReadError) {
        guard unsafe InputFormat(bytes) == .pbf else {
            throw ReadError(
                file: file, problem: "only extracts in OSM PBF can be updated",
                remedy: "convert it with `osmium sort IN -o OUT.osm.pbf`")
        }
        reader = unsafe try PBFReader(bytes, file: file)
        self.file = file
        self.changes = changes
        statements = try reader.statements()
    }

    /// Passes each object to `body` in its newest edition, unless it was deleted; returns what became of the changes.
    ///
    /// The tags of nodes and ways are left out unless `hasTags`. `progress` gets the done share of the file.
    @discardableResult
    func forEach(
        hasTags: Bool, progress: (Double) -> Void = { _ in }, _ body: (VersionedObject) throws -> Void
    ) throws -> AppliedChanges {
        var applied = AppliedChanges(), next = 0, last: VersionedObject.Key?
        func create(before key: VersionedObject.Key?) throws {
            while next < changes.count {
                if let key, changes[next].key >= key { return }
                if !changes[next].isDeleted {
                    applied.created += 1
                    try body(changes[next])
                }
                next += 1
            }
        }
        try reader.forEachBlock(progress: progress) { objects, editions in
            guard objects.located.ids.count == 0 else {
                throw ReadError(
                    file: file, problem: "its ways state the locations of nodes, and changes do not reach those",
                    remedy: "make the extract again without `osmium add-locations-to-ways`")
            }
            try objects.forEach(editions, hasTags: hasTags) { object in
                try check(object.key, after: last)
                last = object.key
                try create(before: object.key)
                guard next < changes.count, changes[next].key == object.key else { return try body(object) }
                let change = changes[next]
                next += 1
                if !change.edition.replaces(object.edition) {
                    applied.outdated += 1
                    try body(object)
                } else if change.isDeleted {
                    applied.deleted += 1
                } else {
                    applied.modified += 1
                    try body(change)
                }
            }
        }
        try create(before: nil)
        return applied
    }

    private func check(_ key: VersionedObject.Key, after last: VersionedObject.Key?) throws(ReadError) {
        let name = "\(key.kind) \(key.id)"
        guard VersionedObject.ids.contains(key.id) else {
            throw ReadError(
                file: file, problem: "it holds \(name), which the OSM server does not know",
                remedy: "leave objects out that were not uploaded")
        }
        if let last, key <= last {
            throw ReadError(
                file: file, problem: "it is not sorted: \(name) comes after \(last.kind) \(last.id)",
                remedy: "sort it with `osmium sort IN -o OUT.osm.pbf`")
        }
    }
}

/// What became of the changes: numbers of objects.
package struct AppliedChanges: Equatable, Sendable {
    /// Objects that the extract did not hold, wherever they are.
    package var created = 0
    package var modified = 0
    package var deleted = 0
    /// Changes that were older than the extract's object.
    package var outdated = 0
}

extension BlockObjects {
    /// Passes each object with its edition to `body`: nodes, ways, relations, each in the order of the block.
    ///
    /// The tags of nodes and ways are left out unless `hasTags`.
    fileprivate borrowing func forEach(
        _ editions: BlockEditions, hasTags: Bool, _ body: (VersionedObject) throws -> Void
    ) throws {
        var editions = editions, tagged = 0, start = 0
        for index in 0..<nodes.ids.count {
            var object = object(.node, nodes.ids[index], &editions.nodes)
            object.point = nodes.points[index]
            if tagged < nodes.tagged.count, nodes.tagged[tagged] == UInt32(index) {
                if hasTags { object.tags = tags(self.nodes.tags[tagged]) }
                tagged += 1
            }
            try body(object)
        }
        for index in 0..<ways.ids.count {
            var object = object(.way, ways.ids[index], &editions.ways)
            let end = Int(ways.ends[index])
            object.refs = (start..<end).map { ways.refs[$0] }
            if hasTags { object.tags = tags(ways.tags[index]) }
            start = end
            try body(object)
        }
        start = 0
        for index in 0..<relations.ids.count {
            var object = object(.relation, relations.ids[index], &editions.relations)
            let end = Int(relations.ends[index])
            object.members = (start..<end).map { position in
                let member = relations.members[position]
                return VersionedObject.Member(
                    key: VersionedObject.Key(kind: member.kind, id: member.id), role: text(member.role))
            }
            object.tags = tags(relations.tags[index])
            start = end
            try body(object)
        }
    }

    private borrowing func object(
        _ kind: OSMData.ObjectKind, _ id: Int64, _ editions: inout BlockEditions.Column
    ) -> VersionedObject {
        VersionedObject(key: VersionedObject.Key(kind: kind, id: id), edition: editions.next(id))
    }

    private borrowing func tags(_ range: TagRange) -> [VersionedObject.Tag] {
        (Int(range.start)..<Int(range.start + range.count)).map { index in
            VersionedObject.Tag(key: text(pairs[index].key), value: text(pairs[index].value))
        }
    }

    private borrowing func text(_ index: UInt32) -> [UInt8] { unsafe [UInt8](texts[Int(index)].bytes) }
}
