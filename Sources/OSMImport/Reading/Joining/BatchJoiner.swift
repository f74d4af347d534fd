/// Joins batches, in the order of the inputs, into one `OSMData`: one table of texts, objects sorted by id and unique,
/// ways that refer to nodes by index.
///
/// Of objects that occur more than once, the last is kept: if extracts overlap, the one named last counts.
struct BatchJoiner {
    /// Joined parts are released at once, so that no column is in memory twice for longer than necessary.
    private var batches: [ObjectBatch]
    /// The number in the joined table of each text of each batch.
    private var textNumbers: [[UInt32]] = []
    /// The number of tags in the batches before each one.
    private var firstPairs: [UInt32] = []
    private var data = OSMData()
    private var issues = IssueLog()

    private init(_ batches: inout [ObjectBatch]) {
        self.batches = []
        swap(&self.batches, &batches)
    }

    /// Returns the joined data (without bounds and timestamp) and its issues; empties the batches.
    static func join(_ batches: inout [ObjectBatch]) throws(JoinError) -> (OSMData, IssueLog) {
        var joiner = BatchJoiner(&batches)
        try joiner.checkSizes()
        for batch in joiner.batches { joiner.issues.add(batch.issues) }
        joiner.joinTexts()
        joiner.joinPairs()
        joiner.joinNodes()
        joiner.joinWays()
        joiner.joinRelations()
        joiner.batches = []
        joiner.data.reportIDs(to: &joiner.issues)
        joiner.data.reportGaps(to: &joiner.issues)
        joiner.data.dropUnneededNodes()
        return (joiner.data, joiner.issues)
    }

    /// Columns use 32-bit indices; more would be an extract of a continent, not of a place.
    private func checkSizes() throws(JoinError) {
        func check(_ what: String, _ count: (ObjectBatch) -> Int) throws(JoinError) {
            let total = batches.reduce(0) { $0 + count($1) }
            guard total < Int(UInt32.max) else { throw JoinError(what: what, count: total) }
        }
        try check("nodes") { $0.nodes.ids.count + $0.located.ids.count }
        try check("way nodes") { $0.ways.refs.count }
        try check("relation members") { $0.relations.members.count }
        try check("tags") { $0.pairs.count }
        try check("texts") { $0.texts.count }
    }

    private mutating func joinTexts() {
        var table = TextTable()
        for index in batches.indices {
            textNumbers.append(batches[index].texts.numbers(in: &table))
            batches[index].texts = BatchTexts()
        }
        data.tags.strings = table.strings()
    }

    private mutating func joinPairs() {
        var first: UInt32 = 0
        for batch in batches {
            firstPairs.append(first)
            first += UInt32(batch.pairs.count)
        }
        data.tags.pairs = mapped({ $0.pairs }) { [textNumbers] pair, batch in
            let numbers = textNumbers[batch]
            return TagTable.Pair(key: numbers[Int(pair.key)], value: numbers[Int(pair.value)])
        }
        for index in batches.indices { batches[index].pairs = [] }
    }

    private mutating func joinNodes() {
        let ids = Column.joined(batches) { $0.nodes.ids }
        data.nodes.ids = ids
        data.nodes.points = Column.joined(batches) { $0.nodes.points }
        data.nodes.tags = joinedTags { $0.nodes.tags }
        var first: UInt32 = 0
        for batch in batches {
            for node in batch.nodes.tagged { data.nodes.tagged.append(first + node) }
            first += UInt32(batch.nodes.ids.count)
        }
        if let order = IDOrder(ids) {
            order.report(ids, .node, to: &issues)
            data.nodes.reorder(order)
        }
        for index in batches.indices { batches[index].nodes = .init() }
        data.nodes.add(located())
    }

    /// Returns the nodes whose locations ways and relations state, sorted by id and unique, and removes them. Of
    /// several locations, the last counts.
    private mutating func located() -> ObjectBatch.LocatedNodes {
        var located = ObjectBatch.LocatedNodes()
        guard batches.contains(where: { !$0.located.ids.isEmpty }) else { return located }
        located.ids = Column.joined(batches) { $0.located.ids }
        located.points = Column.joined(batches) { $0.located.points }
        for index in batches.indices { batches[index].located = .init() }
        if let order = IDOrder(located.ids) {
            located.ids = order.apply(located.ids)
            located.points = order.apply(located.points)
        }
        return located
    }

    private mutating func joinWays() {
        data.ways.ids = Column.joined(batches) { $0.ways.ids }
        data.ways.tags = joinedTags { $0.ways.tags }
        data.ways.starts = Column.starts(batches) { $0.ways.ends }
        let lookup = NodeLookup(data.nodes.ids)
        data.ways.refs = unsafe Column.joined(batches.map(\.ways.refs.count)) { [batches] batch, output in
            unsafe lookup.resolve(batches[batch].ways.refs, into: output)
        }
        if let order = IDOrder(data.ways.ids) {
            order.report(data.ways.ids, .way, to: &issues)
            data.ways.reorder(order)
        }
        for index in batches.indices { batches[index].ways = .init() }
    }

    private mutating func joinRelations() {
        data.relations.ids = Column.joined(batches) { $0.relations.ids }
        data.relations.tags = joinedTags { $0.relations.tags }
        data.relations.starts = Column.starts(batches) { $0.relations.ends }
        data.relations.members = mapped({ $0.relations.members }) { [textNumbers] member, batch in
            OSMData.Member(kind: member.kind, id: member.id, role: textNumbers[batch][Int(member.role)])
        }
        if let order = IDOrder(data.relations.ids) {
            order.report(data.relations.ids, .relation, to: &issues)
            data.relations.reorder(order)
        }
    }

    /// Returns the tag ranges of all batches, shifted to the batch's tags in the joined list.
    private func joinedTags(_ column: @Sendable (ObjectBatch) -> [TagRange]) -> [TagRange] {
        mapped(column) { [firstPairs] range, batch in
            TagRange(start: firstPairs[batch] + range.start, count: range.count)
        }
    }

    /// Returns the columns of all batches, one after the other, with each element converted by `change`.
    @inline(__always)
    private func mapped<Element: BitwiseCopyable & Sendable>(
        _ column: @Sendable (ObjectBatch) -> [Element], _ change: @Sendable (Element, Int) -> Element
    ) -> [Element] {
        unsafe Column.joined(batches.map { column($0).count }) { [batches] batch, output in
            for (index, element) in column(batches[batch]).enumerated() {
                unsafe output[index] = change(element, batch)
            }
        }
    }
}

/// The data has more objects than a 32-bit index can count.
struct JoinError: Error {
    let what: String
    let count: Int
}
