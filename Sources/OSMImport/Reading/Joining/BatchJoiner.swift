import GeoCore

/// Joins batches, in the order of the inputs, into one `OSMData`: one table of texts, objects sorted by id and unique,
/// ways pointing at nodes by index.
///
/// Of objects that occur more than once the last is kept: where extracts overlap, the one named last counts.
struct BatchJoiner {
    private var batches: [ObjectBatch]
    private var data = OSMData()
    private var issues = IssueLog()

    private init(_ batches: [ObjectBatch]) { self.batches = batches }

    /// Returns the joined data (without bounds and timestamp) and what was wrong with it.
    static func join(_ batches: consuming [ObjectBatch]) throws(JoinError) -> (OSMData, IssueLog) {
        var joiner = BatchJoiner(batches)
        for batch in joiner.batches { joiner.issues.add(batch.issues) }
        try joiner.checkSizes()
        joiner.joinTags()
        joiner.joinNodes()
        joiner.joinWays()
        joiner.joinRelations()
        joiner.batches = []
        joiner.data.reportGaps(to: &joiner.issues)
        joiner.data.dropUnneededNodes()
        return (joiner.data, joiner.issues)
    }

    /// Columns count in 32 bits; more than that is an extract of a continent, not of a place.
    private func checkSizes() throws(JoinError) {
        func check(_ what: String, _ count: (ObjectBatch) -> Int) throws(JoinError) {
            let total = batches.reduce(0) { $0 + count($1) }
            guard total < Int(UInt32.max) else { throw JoinError(what: what, count: total) }
        }
        try check("nodes") { $0.nodes.ids.count }
        try check("way nodes") { $0.ways.refs.count }
        try check("relation members") { $0.relations.members.count }
        try check("tags") { $0.pairs.count }
        try check("texts") { $0.texts.count }
    }

    /// Joins the texts of all batches into one table and the tags into one list; from here on batches have global numbers.
    private mutating func joinTags() {
        var table = TextTable()
        let numbers = batches.map { $0.texts.numbers(in: &table) }
        data.tags.strings = table.strings()
        let batches = self.batches
        data.tags.pairs = unsafe Column.joined(batches.map(\.pairs.count)) { batch, output in
            for (index, pair) in batches[batch].pairs.enumerated() {
                let ids = numbers[batch]
                unsafe output[index] = TagTable.Pair(key: ids[Int(pair.key)], value: ids[Int(pair.value)])
            }
        }
        var pairs: UInt32 = 0
        for batch in self.batches.indices {
            let ids = numbers[batch]
            self.batches[batch].shiftTags(by: pairs)
            for member in self.batches[batch].relations.members.indices {
                let role = self.batches[batch].relations.members[member].role
                self.batches[batch].relations.members[member].role = ids[Int(role)]
            }
            pairs += UInt32(self.batches[batch].pairs.count)
            self.batches[batch].pairs = []
            self.batches[batch].texts = BatchTexts()
        }
    }

    private mutating func joinNodes() {
        let ids = Column.joined(batches) { $0.nodes.ids }
        data.nodes.points = Column.joined(batches) { $0.nodes.points }
        data.nodes.tags = Column.joined(batches) { $0.nodes.tags }
        var start: UInt32 = 0
        for batch in batches {
            data.nodes.tagged += batch.nodes.tagged.map { $0 + start }
            start += UInt32(batch.nodes.ids.count)
        }
        data.nodes.ids = ids
        if let order = IDOrder(ids) {
            order.report(ids, .node, to: &issues)
            data.nodes.reorder(order)
        }
        for batch in self.batches.indices { self.batches[batch].nodes = .init() }
    }

    private mutating func joinWays() {
        let batches = self.batches
        data.ways.ids = Column.joined(batches) { $0.ways.ids }
        data.ways.tags = Column.joined(batches) { $0.ways.tags }
        data.ways.starts = Column.starts(batches) { $0.ways.ends }
        let lookup = NodeLookup(data.nodes.ids)
        data.ways.refs = unsafe Column.joined(batches.map(\.ways.refs.count)) { batch, output in
            unsafe lookup.resolve(batches[batch].ways.refs, into: output)
        }
        if let order = IDOrder(data.ways.ids) {
            order.report(data.ways.ids, .way, to: &issues)
            data.ways.reorder(order)
        }
        for batch in self.batches.indices { self.batches[batch].ways = .init() }
    }

    private mutating func joinRelations() {
        let batches = self.batches
        data.relations.ids = Column.joined(batches) { $0.relations.ids }
        data.relations.tags = Column.joined(batches) { $0.relations.tags }
        data.relations.starts = Column.starts(batches) { $0.relations.ends }
        data.relations.members = Column.joined(batches) { $0.relations.members }
        if let order = IDOrder(data.relations.ids) {
            order.report(data.relations.ids, .relation, to: &issues)
            data.relations.reorder(order)
        }
    }
}

/// More objects than a 32-bit index can name.
struct JoinError: Error {
    let what: String
    let count: Int
}

extension ObjectBatch {
    /// Moves all tag ranges by the number of tags in the batches before this one.
    fileprivate mutating func shiftTags(by count: UInt32) {
        for index in nodes.tags.indices { nodes.tags[index].start += count }
        for index in ways.tags.indices { ways.tags[index].start += count }
        for index in relations.tags.indices { relations.tags[index].start += count }
    }
}
