import GeoCore

/// Reads the part of extracts that belongs to a region, as `osmium extract` with the strategy `smart` cuts it out.
///
/// Passes over nodes, ways and relations find what belongs to the region. Another pass over few ways finds the nodes
/// of those that complete relations, and the last one reads the objects. After the first pass, blocks are decoded only
/// if they hold objects of the kind, with ids that are wanted. Between passes only sets of ids are kept.
struct RegionReading {
    private var inputs: [CutInput]
    private let names: [String]
    private let region: Region
    private var selection: AreaSelection
    private let progress: (Double) -> Void
    private var passesDone = 0.0

    /// What was read.
    struct Part {
        /// What each input holds of the region.
        var contents: [InputContent] = []
        /// The share of the inputs' objects that belong to the region, from 0 to 1.
        let share: Double
    }

    private static let passes = 5.0
    /// So many blocks are decoded before their findings are added: findings take more memory than sets.
    private static let blocksAtOnce = 256

    /// Prepares to read `inputs`, of which the files' names are `names`. `progress` gets the done share.
    init(_ inputs: [CutInput], names: [String], within region: Region, progress: @escaping (Double) -> Void) {
        self.inputs = inputs
        self.names = names
        self.region = region
        selection = AreaSelection(region, completesRelations: true)
        self.progress = progress
    }

    /// Reads the region's objects. Throws if no node lies in it, and if `check` refuses to read the share of the
    /// objects that belong to it.
    mutating func read(check: (Double) throws(ReadError) -> Void) throws(ReadError) -> Part {
        try findNodes()
        try findWays()
        try findRelations()
        try completeWays()
        let total = inputs.reduce(0) { $0 + $1.counts.total }
        var part = Part(share: min(1, Double(selection.count) / Double(max(1, total))))
        try check(part.share)
        for input in inputs.indices { part.contents.append(try content(of: input)) }
        progress(1)
        return part
    }

    private mutating func findNodes() throws(ReadError) {
        let hasSeveral = inputs.count > 1
        // From the last input on, so that the ids of later inputs are known.
        for input in inputs.indices.reversed() {
            let hidden = laterIDs(than: input), selection = selection
            try pass(over: input, Array(0..<inputs[input].blockCount)) { workspace in
                var found = FoundNodes(CutInput.Block(workspace.decoder.objects))
                workspace.decoder.objects.forEachNode { id, point in
                    if !hidden.contains(.node, id) { selection.find(node: id, at: point, &found.findings) }
                }
                if hasSeveral { found.ids = workspace.decoder.objects.ids() }
                return found
            } add: { reading, found in
                reading.selection.add(found.findings)
                reading.inputs[input].blocks.append(found.block)
                if input > 0 { reading.inputs[input].add(found.ids) }
            }
        }
        passesDone += 1
        guard selection.isEmpty, inputs.contains(where: { $0.counts.nodes > 0 }) else { return }
        var box = IntBox.empty
        for input in inputs {
            for block in input.blocks where input.statements.statedBounds == nil { box.include(block.box) }
            if let stated = input.statements.statedBounds { box.unite(stated) }
        }
        throw ReadError(
            file: names.joined(separator: ", "),
            problem: "no node of it lies within \(region.text); it covers \(box.text)",
            remedy: "give --within an area that it covers")
    }

    private mutating func findWays() throws(ReadError) {
        for input in inputs.indices {
            let hidden = laterIDs(than: input), selection = selection
            try pass(over: input, inputs[input].blocks(with: .way)) { workspace in
                var findings = AreaSelection.Findings()
                workspace.decoder.objects.forEachWay { objects, id, refs, tags in
                    guard !hidden.contains(.way, id) else { return }
                    let isCoast =
                        selection.findsCoasts && objects.value(of: "natural", in: tags) == [UInt8]("coastline".utf8)
                    selection.find(way: id, refs: refs, isCoast: isCoast, &findings)
                }
                return findings
            } add: {
                $0.selection.add($1)
            }
        }
        passesDone += 1
    }

    private mutating func findRelations() throws(ReadError) {
        for input in inputs.indices {
            let hidden = laterIDs(than: input), selection = selection
            try pass(over: input, inputs[input].blocks(with: .relation)) { workspace in
                var findings = AreaSelection.Findings()
                workspace.decoder.objects.forEachRelation { objects, id, members, tags in
                    guard !hidden.contains(.relation, id) else { return }
                    selection.find(
                        relation: id, members: members, type: objects.value(of: "type", in: tags), &findings)
                }
                return findings
            } add: {
                $0.selection.add($1)
            }
        }
        selection.addParents()
        passesDone += 1
    }

    /// Finds the nodes of the ways that complete relations and coasts.
    private mutating func completeWays() throws(ReadError) {
        if selection.needsMoreNodes {
            let selection = selection
            for input in inputs.indices {
                let hidden = laterIDs(than: input)
                let blocks = inputs[input].blocks(with: .way) { selection.needsNodes(ofWays: $0) }
                try pass(over: input, blocks) { workspace in
                    var findings = AreaSelection.Findings()
                    workspace.decoder.objects.forEachWay { _, id, refs, _ in
                        if !hidden.contains(.way, id) { selection.findNodes(ofWay: id, refs: refs, &findings) }
                    }
                    return findings
                } add: {
                    $0.selection.add($1)
                }
            }
        }
        passesDone += 1
    }

    /// Reads the selected objects of an input, without those that a later input holds.
    private mutating func content(of input: Int) throws(ReadError) -> InputContent {
        let hidden = laterIDs(than: input), selection = selection
        let blocks = Set(
            [OSMData.ObjectKind.node, .way, .relation].flatMap { kind in
                inputs[input].blocks(with: kind) { selection.meets(kind, $0) }
            }
        ).sorted()
        var content = inputs[input].statements
        try pass(over: input, blocks) { workspace in
            workspace.decoder.objects.keep { selection.contains($0, $1) && !hidden.contains($0, $1) }
            return workspace.decoder.objects.isEmpty ? nil : workspace.making.batch(of: workspace.decoder.objects)
        } add: { _, batch in
            if let batch { content.batches.append(batch) }
        }
        return content
    }

    /// Maps blocks of an input on all cores, and passes the results to `add` in the order of the blocks.
    private mutating func pass<Result: Sendable>(
        over input: Int, _ blocks: [Int], _ find: @Sendable (inout BlockWorkspace) -> Result,
        add: (inout RegionReading, Result) -> Void
    ) throws(ReadError) {
        for start in stride(from: 0, to: blocks.count, by: Self.blocksAtOnce) {
            let end = min(start + Self.blocksAtOnce, blocks.count)
            for result in try inputs[input].map(Array(blocks[start..<end]), find) { add(&self, result) }
            progress((passesDone + Double(end) / Double(blocks.count) / Double(inputs.count)) / Self.passes)
        }
    }

    private func laterIDs(than input: Int) -> LaterIDs { LaterIDs(sets: inputs[(input + 1)...].map(\.ids)) }
}

/// The objects of later inputs: of those with one id the last counts.
private struct LaterIDs: Sendable {
    let sets: [[IDSet]]

    func contains(_ kind: OSMData.ObjectKind, _ id: Int64) -> Bool {
        sets.contains { $0.count > 0 && $0[Int(kind.rawValue)].contains(id) }
    }
}

/// What the first pass finds in a block.
private struct FoundNodes: Sendable {
    let block: CutInput.Block
    var findings = AreaSelection.Findings()
    /// The ids of all objects by kind, if they are needed.
    var ids: [[Int64]] = []

    init(_ block: CutInput.Block) { self.block = block }
}

extension CutInput {
    fileprivate mutating func add(_ found: [[Int64]]) {
        if ids.isEmpty { ids = [IDSet](repeating: IDSet(), count: 3) }
        for (kind, list) in found.enumerated() { for id in list { ids[kind].insert(id) } }
    }
}

extension BlockObjects {
    fileprivate borrowing func ids() -> [[Int64]] { [nodes.ids.array(), ways.ids.array(), relations.ids.array()] }

    /// Passes each node to `body`, also those that ways locate.
    fileprivate borrowing func forEachNode(_ body: (Int64, PointE7) -> Void) {
        for index in 0..<nodes.ids.count { body(nodes.ids[index], nodes.points[index]) }
        for index in 0..<located.ids.count { body(located.ids[index], located.points[index]) }
    }

    fileprivate borrowing func forEachWay(_ body: (borrowing BlockObjects, Int64, [Int64], TagRange) -> Void) {
        var start = 0
        for way in 0..<ways.ids.count {
            let end = Int(ways.ends[way])
            body(self, ways.ids[way], (start..<end).map { ways.refs[$0] }, ways.tags[way])
            start = end
        }
    }

    fileprivate borrowing func forEachRelation(
        _ body: (borrowing BlockObjects, Int64, [VersionedObject.Key], TagRange) -> Void
    ) {
        var start = 0
        for relation in 0..<relations.ids.count {
            let end = Int(relations.ends[relation])
            let members = (start..<end).map {
                VersionedObject.Key(kind: relations.members[$0].kind, id: relations.members[$0].id)
            }
            body(self, relations.ids[relation], members, relations.tags[relation])
            start = end
        }
    }
}
