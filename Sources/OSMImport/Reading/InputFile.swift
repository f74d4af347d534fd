/// An input file with its recognised format.
struct InputFile {
    let name: String
    /// The stored size in bytes.
    let size: Int
    private let reader: Reader

    private enum Reader {
        case pbf(PBFReader)
        case xml(XMLReader)
    }

    /// `bytes` are the whole file's; they must stay in place and unchanged while this is in use.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer, name: String) throws(ReadError) {
        self.name = name
        size = bytes.count
        switch unsafe InputFormat(bytes) {
        case .pbf: reader = .pbf(unsafe try PBFReader(bytes, file: name))
        case .xml(let packing): reader = .xml(unsafe XMLReader(bytes, packing: packing, file: name))
        case nil:
            throw ReadError(
                file: name, problem: "it is neither OSM PBF nor OSM XML (plain, gzipped or bzip2ed)",
                remedy: "convert it with `osmium cat IN -o OUT.osm.pbf`")
        }
    }

    /// The memory in bytes for importing this input.
    var expectedMemory: Int {
        let (size, bytesPerByte) =
            switch reader {
            case .pbf(let reader): (reader.unpackedSize, PBFReader.memoryPerByte)
            case .xml(let reader): (reader.expectedUnpackedSize, XMLReader.memoryPerByte)
            }
        let product = size.multipliedReportingOverflow(by: bytesPerByte)
        return product.overflow ? .max : product.partialValue
    }

    /// Reads the input; `progress` gets how many of its stored bytes are done, from any thread.
    func read(memory: MemoryBudget, progress: @Sendable (Int) -> Void) throws(ReadError) -> InputContent {
        switch reader {
        case .pbf(let reader): try reader.read(progress: progress)
        case .xml(let reader): try reader.read(memory: memory, progress: progress)
        }
    }

    /// Whether cutting reads all of the input into memory first.
    var isReadWhole: Bool {
        switch reader {
        case .pbf: false
        case .xml: true
        }
    }

    /// Prepares to read a part of the input.
    func cut(memory: MemoryBudget) throws(ReadError) -> CutInput {
        switch reader {
        case .pbf(let reader): try CutInput(reader)
        case .xml(let reader): CutInput(try reader.read(memory: memory) { _ in })
        }
    }

    /// Reads all objects of the input and keeps none.
    func count(memory: () -> MemoryBudget) throws(ReadError) -> ObjectCounts {
        switch reader {
        case .pbf(let reader): try reader.count()
        case .xml(let reader):
            try reader.read(memory: memory()) { _ in }.batches.reduce(into: ObjectCounts()) { $0 += $1.counts }
        }
    }
}
