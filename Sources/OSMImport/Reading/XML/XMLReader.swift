/// Reads OSM XML (wiki.openstreetmap.org/wiki/OSM_XML), plain, gzipped or bzip2ed, with expat.
@safe
struct XMLReader {
    private let file: String
    private let bytes: UnsafeRawBufferPointer
    private let packing: InputFormat.Packing

    /// The memory of an import for each byte of XML, which is six times as long as the same objects in a PBF block.
    static let memoryPerByte = 2

    private static let pieceSize = 1 << 20
    /// The usual ratio of compression of OSM XML; measured 10 to 18.
    private static let expectedRatio = 15

    /// `bytes` are the whole file's; they must stay in place and unchanged while the reader is in use.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer, packing: InputFormat.Packing, file: String) {
        unsafe self.bytes = bytes
        self.packing = packing
        self.file = file
    }

    /// The size of the XML; an estimate for compressed files, which do not state it.
    var expectedUnpackedSize: Int {
        let size = unsafe bytes.count
        guard packing != .none else { return size }
        let product = size.multipliedReportingOverflow(by: Self.expectedRatio)
        return product.overflow ? .max : product.partialValue
    }

    /// Reads the file; `progress` gets how many of its bytes are done.
    func read(memory: MemoryBudget, progress: (Int) -> Void) throws(ReadError) -> InputContent {
        let parser = try ExtractParser(file: file)
        let limit = UnpackingLimit(packedSize: unsafe bytes.count, memory: memory, bytesPerByte: Self.memoryPerByte)
        try feed(parser, limit, progress: progress)
        try parser.finish()
        return parser.content()
    }

    /// Passes the file's XML to `parser`, without ending the document.
    func feed(_ parser: XMLParser, _ limit: UnpackingLimit, progress: (Int) -> Void) throws(ReadError) {
        switch packing {
        case .none:
            for start in unsafe stride(from: 0, to: bytes.count, by: Self.pieceSize) {
                let end = unsafe min(start + Self.pieceSize, bytes.count)
                unsafe try parser.parse(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                progress(end)
            }
        case .gzip: try unpack(GzipStream.self, limit, into: parser, progress)
        case .bzip2: try unpack(BZip2Stream.self, limit, into: parser, progress)
        }
    }

    private func unpack<Stream: PackedStream & ~Copyable>(
        _ kind: Stream.Type, _ limit: UnpackingLimit, into parser: XMLParser, _ progress: (Int) -> Void
    ) throws(ReadError) {
        var isFirst = true
        try unsafe Unpacking(bytes, file: file, limit: limit).forEachPiece(kind) { (piece, used) throws(ReadError) in
            guard unsafe !isFirst || InputFormat.isXML(piece) else {
                throw ReadError(
                    file: file, problem: "what is packed in it is not OSM XML",
                    remedy: "unpack it first; PBF files are packed already")
            }
            isFirst = false
            unsafe try parser.parse(piece)
            progress(used)
        }
    }
}
