import GeoCore
import Synchronization

/// An input that is read in several passes: the blocks of a PBF file, or the batches of XML, which was read before.
struct CutInput: Sendable {
    private enum Source: Sendable {
        case pbf(PBFReader)
        case xml([ObjectBatch])
    }

    /// What a block holds, found in the first pass.
    struct Block: Sendable {
        let counts: ObjectCounts
        /// The lowest and the highest id of each kind; nodes include those that ways locate.
        let ids: [ClosedRange<Int64>?]
        /// The box of all its nodes in E7 degrees.
        let box: IntBox
    }

    /// The file's own statements, without its objects.
    private(set) var statements: InputContent
    private let source: Source
    /// By number; empty before the first pass.
    var blocks: [Block] = []
    /// The ids of its objects by kind, if an earlier input may hold other editions of them.
    var ids: [IDSet] = []

    init(_ reader: PBFReader) throws(ReadError) {
        source = .pbf(reader)
        statements = try reader.statements()
    }

    /// Takes the content of an XML file.
    init(_ content: InputContent) {
        source = .xml(content.batches)
        statements = content
        statements.batches = []
    }

    var blockCount: Int {
        switch source {
        case .pbf(let reader): reader.blockCount
        case .xml(let batches): batches.count
        }
    }

    /// The numbers of all objects; only after the first pass.
    var counts: ObjectCounts { blocks.reduce(into: ObjectCounts()) { $0 += $1.counts } }

    /// The numbers of the blocks with objects of a kind whose ids `isWanted` accepts.
    func blocks(with kind: OSMData.ObjectKind, where isWanted: (ClosedRange<Int64>) -> Bool = { _ in true }) -> [Int] {
        blocks.indices.filter { blocks[$0].ids[Int(kind.rawValue)].map(isWanted) ?? false }
    }

    /// Decodes blocks by number and maps the objects of each, on all cores.
    func map<Result: Sendable>(
        _ blocks: [Int], _ body: @Sendable (inout BlockWorkspace) -> Result
    ) throws(ReadError) -> [Result] {
        switch source {
        case .pbf(let reader): try reader.mapObjects(of: blocks) { workspace, _ in body(&workspace) }
        case .xml(let batches):
            Parallel.mapLoaded(blocks.map { batches[$0] }, body)
        }
    }
}

extension Parallel {
    /// Maps batches as the blocks of PBF files are mapped.
    fileprivate static func mapLoaded<Result: Sendable>(
        _ batches: [ObjectBatch], _ body: @Sendable (inout BlockWorkspace) -> Result
    ) -> [Result] {
        map(batches.count) { index in
            var workspace = BlockWorkspace()
            return unsafe batches[index].texts.bytes.withUnsafeBytes { texts in
                unsafe workspace.decoder.objects.load(batches[index], texts: texts)
                return body(&workspace)
            }
        }
    }
}

extension CutInput.Block {
    /// Sums up decoded objects.
    init(_ objects: borrowing BlockObjects) {
        var nodes: ClosedRange<Int64>?, ways: ClosedRange<Int64>?, relations: ClosedRange<Int64>?, box = IntBox.empty
        for index in 0..<objects.nodes.ids.count {
            nodes.include(objects.nodes.ids[index])
            box.include(objects.nodes.points[index])
        }
        for index in 0..<objects.located.ids.count {
            nodes.include(objects.located.ids[index])
            box.include(objects.located.points[index])
        }
        for id in objects.outside { nodes.include(id) }
        for index in 0..<objects.ways.ids.count { ways.include(objects.ways.ids[index]) }
        for index in 0..<objects.relations.ids.count { relations.include(objects.relations.ids[index]) }
        counts = objects.counts
        ids = [nodes, ways, relations]
        self.box = box
    }
}

extension Optional<ClosedRange<Int64>> {
    fileprivate mutating func include(_ id: Int64) {
        self = map { Swift.min($0.lowerBound, id)...Swift.max($0.upperBound, id) } ?? id...id
    }
}
