/// The editions of the objects of one PBF block, which an import does not need (`Info` and `DenseInfo` in
/// osmformat.proto, wiki.openstreetmap.org/wiki/PBF_Format).
struct BlockEditions: Sendable {
    /// The editions of one kind of objects, in the order of the block.
    struct Column: Sendable {
        fileprivate(set) var ids: [Int64] = []
        fileprivate(set) var editions: [Edition] = []
        private var position = 0

        fileprivate mutating func append(_ id: Int64, _ edition: Edition) {
            ids.append(id)
            editions.append(edition)
        }

        /// Returns the edition of the object `id`, which comes after all asked for so far. Objects in between were
        /// left out.
        mutating func next(_ id: Int64) -> Edition {
            while position < ids.count, ids[position] != id { position += 1 }
            guard position < ids.count else { return .unknown }
            defer { position += 1 }
            return editions[position]
        }
    }

    var nodes = Column()
    var ways = Column()
    var relations = Column()
    /// The unit of times, in milliseconds.
    private var dateGranularity: Int64 = 1000

    /// Reads an inflated block.
    @unsafe
    init(_ block: UnsafeRawBufferPointer) throws(WireError) {
        var reader = unsafe WireReader(block), groups: [WireReader] = []
        while let field = try reader.field() {
            switch field.number {
            case 2: groups.append(try reader.message(field))
            case 18: dateGranularity = Int64(bitPattern: try reader.number(field))
            default: try reader.skip(field)
            }
        }
        for group in groups { try read(group) }
    }

    private mutating func read(_ group: WireReader) throws(WireError) {
        var group = group
        while let field = try group.field() {
            switch field.number {
            case 1: try read(try group.message(field), hasSignedID: true, into: &nodes)
            case 2: try readDense(try group.message(field))
            case 3: try read(try group.message(field), hasSignedID: false, into: &ways)
            case 4: try read(try group.message(field), hasSignedID: false, into: &relations)
            default: try group.skip(field)
            }
        }
    }

    private func read(_ message: WireReader, hasSignedID: Bool, into column: inout Column) throws(WireError) {
        var message = message, id: Int64 = 0, version: Int64 = 0, time: Int64 = 0
        while let field = try message.field() {
            switch field.number {
            case 1:
                let number = try message.number(field)
                id = hasSignedID ? WireReader.signed(number) : Int64(bitPattern: number)
            case 4:
                var info = try message.message(field)
                while let field = try info.field() {
                    switch field.number {
                    case 1: version = Int64(bitPattern: try info.number(field))
                    case 2: time = Int64(bitPattern: try info.number(field))
                    default: try info.skip(field)
                    }
                }
            default: try message.skip(field)
            }
        }
        column.append(id, edition(version, time))
    }

    private mutating func readDense(_ message: WireReader) throws(WireError) {
        var message = message, ids = WireReader.empty, versions = WireReader.empty, times = WireReader.empty
        while let field = try message.field() {
            switch field.number {
            case 1: try message.column(field, into: &ids)
            case 5:
                var info = try message.message(field)
                while let field = try info.field() {
                    switch field.number {
                    case 1: try info.column(field, into: &versions)
                    case 2: try info.column(field, into: &times)
                    default: try info.skip(field)
                    }
                }
            default: try message.skip(field)
            }
        }
        var id: Int64 = 0, time: Int64 = 0
        while !ids.isAtEnd {
            id &+= WireReader.signed(try ids.varint())
            let version = versions.isAtEnd ? 0 : Int64(bitPattern: try versions.varint())
            if !times.isAtEnd { time &+= WireReader.signed(try times.varint()) }
            nodes.append(id, edition(version, time))
        }
        guard versions.isAtEnd, times.isAtEnd else { throw versions.error(.unequalColumns) }
    }

    /// An impossible version or time is an unknown one.
    private func edition(_ version: Int64, _ time: Int64) -> Edition {
        let (milliseconds, overflow) = time.multipliedReportingOverflow(by: dateGranularity)
        return Edition(
            version: Int32(exactly: version).map { max(0, $0) } ?? 0,
            timestamp: overflow ? 0 : max(0, milliseconds / 1000))
    }
}
