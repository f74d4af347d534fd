import Atlas

/// The newest edition of each object in change files.
struct MapChanges: Sendable {
    private var newest: [VersionedObject.Key: VersionedObject] = [:]
    /// The time of the newest edition in seconds since 1970; `nil` if no edition states one.
    private(set) var timestamp: Int64?

    /// The memory in bytes for each byte of XML: short tags need the most.
    private static let memoryPerByte = 8
    private static let smaller = "give fewer or smaller change files"

    init() {}

    /// Adds an object that was read after all others so far.
    mutating func add(_ object: VersionedObject) {
        let time = object.edition.timestamp
        if time > 0 { timestamp = max(time, timestamp ?? time) }
        if let earlier = newest[object.key], !object.edition.replaces(earlier.edition) { return }
        newest[object.key] = object
    }

    /// The objects, sorted by kind and id.
    func sorted() -> [VersionedObject] { newest.values.sorted { $0.key < $1.key } }

    /// Reads OSM change files (wiki.openstreetmap.org/wiki/OsmChange), plain, gzipped or bzip2ed.
    ///
    /// Throws `ReadError` or `MappedFileError`, with the file, the place in it and the remedy.
    static func read(paths: [String], memory: MemoryBudget) throws -> MapChanges {
        var changes = MapChanges(), left = memory
        for path in paths {
            let file = try MappedFile(path: path)
            let used = try withExtendedLifetime(file) {
                try unsafe changes.read(file.bytes, name: path, memory: left)
            }
            left = MemoryBudget(available: left.available - used * memoryPerByte)
        }
        return changes
    }

    /// Reads one change file; returns the size of its XML in bytes.
    @unsafe
    private mutating func read(
        _ bytes: UnsafeRawBufferPointer, name: String, memory: MemoryBudget
    ) throws(ReadError) -> Int {
        guard case .xml(let packing) = unsafe InputFormat(bytes) else {
            throw ReadError(
                file: name, problem: "it is no OSM change file (plain, gzipped or bzip2ed XML)",
                remedy: "give files such as 123.osc.gz")
        }
        let readable = memory.readableSize(bytesPerByte: Self.memoryPerByte)
        guard bytes.count <= readable else {
            throw ReadError(
                file: name, problem: "it is too large for the \(max(0, memory.available) >> 20) MiB of memory",
                remedy: Self.smaller)
        }
        let parser = try ChangeParser(file: name)
        let limit = UnpackingLimit(
            packedSize: bytes.count, memory: memory, bytesPerByte: Self.memoryPerByte,
            remedy: Self.smaller)
        unsafe try XMLReader(bytes, packing: packing, file: name).feed(parser, limit) { _ in }
        try parser.finish()
        for object in parser.objects { add(object) }
        return parser.fed
    }
}
