import Synchronization

/// Reads a PBF file (wiki.openstreetmap.org/wiki/PBF_Format) on all cores, a block at a time.
///
/// Each block is inflated once. Unneeded nodes are dropped afterwards: real extracts have so few of them that reading
/// the ways first, to skip them, would cost more than it saves.
struct PBFReader {
    private let file: String
    private let bytes: SharedBytes
    private let blobs: [Blob]
    /// Those of `blobs` that hold objects.
    private let objectBlobs: [Blob]

    /// Finds the file's blobs. `bytes` are the whole file's; they must stay in place and unchanged while the reader is
    /// in use.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer, file: String) throws(ReadError) {
        unsafe self.bytes = SharedBytes(bytes)
        self.file = file
        blobs = unsafe try BlobIndex(bytes, file: file).blobs()
        objectBlobs = blobs.filter { $0.content == .objects }
    }

    /// The memory of an import for each byte of an inflated block, but for its streets: measured 4.6 on 185 MB of them,
    /// while the features for tiles are made.
    static let memoryPerByte = 5

    /// The inflated size of all blobs, as the file states it, plus an overhead for each.
    var unpackedSize: Int { blobs.reduce(0) { $0 + $1.rawSize + 256 } }

    /// The number of blocks with objects.
    var blockCount: Int { objectBlobs.count }

    /// Reads the file; `progress` gets how many of its bytes are done, from any thread.
    func read(progress: @Sendable (Int) -> Void) throws(ReadError) -> InputContent {
        var content = try statements()
        let done = Atomic(0)
        content.batches = try mapObjects(of: 0..<blockCount) { workspace, block in
            let batch = workspace.making.batch(of: workspace.decoder.objects)
            progress(done.wrappingAdd(objectBlobs[block].data.count, ordering: .relaxed).newValue)
            return batch
        }
        return content
    }

    /// Reads the file's statements about itself, without its objects.
    func statements() throws(ReadError) -> InputContent {
        var content = InputContent()
        for blob in blobs where blob.content == .header { try readHeader(blob, into: &content) }
        return content
    }

    /// Decodes one block after the other, and passes its objects with their editions, which stay in place during the
    /// call. `progress` gets the done share of the blocks.
    func forEachBlock(
        progress: (Double) -> Void, _ body: (borrowing BlockObjects, BlockEditions) throws -> Void
    ) throws {
        var workspace = BlockWorkspace()
        for (index, blob) in blobs.enumerated() where blob.content == .objects {
            let block = unsafe try inflate(blob, with: &workspace.inflater)
            let editions: BlockEditions
            do throws(WireError) {
                unsafe try workspace.decoder.decode(block)
                editions = unsafe try BlockEditions(block)
            } catch {
                throw unsafe place(error, in: block, blob)
            }
            try body(workspace.decoder.objects, editions)
            progress(Double(index + 1) / Double(blobs.count))
        }
    }

    /// Reads all objects and keeps none.
    func count() throws(ReadError) -> ObjectCounts {
        try mapObjects(of: 0..<blockCount) { workspace, _ in workspace.decoder.objects.counts }
            .reduce(into: ObjectCounts()) { $0 += $1 }
    }

    /// Decodes blocks with objects, which are numbered from 0, and maps the objects and the number of each; the block
    /// stays in place during that call.
    func mapObjects<Result: Sendable>(
        of blocks: some RandomAccessCollection<Int> & Sendable, _ body: @Sendable (inout BlockWorkspace, Int) -> Result
    ) throws(ReadError) -> [Result] {
        try Parallel.map(blocks.count, workspace: { BlockWorkspace() }) { (workspace, index) throws(ReadError) in
            let block = blocks[blocks.index(blocks.startIndex, offsetBy: index)]
            try decode(objectBlobs[block], in: &workspace)
            return body(&workspace, block)
        }
    }

    private func readHeader(_ blob: Blob, into content: inout InputContent) throws(ReadError) {
        var inflater = Inflater()
        let block = unsafe try inflate(blob, with: &inflater)
        let header: ExtractHeader
        do throws(WireError) { header = unsafe try ExtractHeader(block) } catch {
            throw unsafe place(error, in: block, blob)
        }
        if let feature = header.unknownFeatures.first {
            let remedy =
                feature == "HistoricalInformation"
                ? "take the current state with `osmium time-filter IN -o OUT.osm.pbf`"
                : "convert it with `osmium cat IN -o OUT.osm.pbf`"
            throw ReadError(
                file: file, place: .byte(blob.offset),
                problem: "the file needs the feature '\(feature.prefix(40))', which this program does not know",
                remedy: remedy)
        }
        content.state(bounds: header.bounds, timestamp: header.timestamp)
    }

    private func decode(_ blob: Blob, in workspace: inout BlockWorkspace) throws(ReadError) {
        let block = unsafe try inflate(blob, with: &workspace.inflater)
        do throws(WireError) {
            unsafe try workspace.decoder.decode(block)
        } catch {
            throw unsafe place(error, in: block, blob)
        }
    }

    private func inflate(_ blob: Blob, with inflater: inout Inflater) throws(ReadError) -> UnsafeRawBufferPointer {
        guard let block = unsafe inflater.inflate(blob, of: bytes.buffer) else {
            throw ReadError(
                file: file, place: .byte(blob.offset), problem: "the block's packed data are damaged",
                remedy: ReadError.fetchAgain)
        }
        return unsafe block
    }

    /// Adds file, block and offset to an error inside an inflated block.
    private func place(_ error: WireError, in block: UnsafeRawBufferPointer, _ blob: Blob) -> ReadError {
        let offset = Int(bitPattern: error.address) - Int(bitPattern: block.baseAddress)
        return ReadError(
            file: file, place: .inflatedByte(offset, block: blob.offset), problem: error.cause.text,
            remedy: ReadError.fetchAgain)
    }

}

/// The memory that a core keeps from block to block.
struct BlockWorkspace: ~Copyable {
    var inflater = Inflater()
    var decoder = BlockDecoder()
    var making = BatchMaking()
}

/// A file's bytes, which several cores read and none writes: safe to share while they stay in place.
@safe
private struct SharedBytes: @unchecked Sendable {
    @unsafe let buffer: UnsafeRawBufferPointer

    @unsafe
    init(_ buffer: UnsafeRawBufferPointer) { unsafe self.buffer = buffer }
}
