/// A cursor over one protocol buffer message (protobuf.dev, "Encoding"): three pointers, so that it lives in registers.
///
/// The maker promises that the memory outlives the reader and all sub-readers. No read leaves it: each compares what it
/// wants with what is left, and throws the place where it wanted it.
@safe
struct WireReader {
    private(set) var position: UnsafeRawPointer
    let end: UnsafeRawPointer
    /// The end of the outermost message: up to here memory may be looked at, though nothing behind `end` is taken.
    private let limit: UnsafeRawPointer

    @unsafe
    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address; any pointer will do for a reader that is at its end.
        let base = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        unsafe self.init(position: base, end: base + bytes.count, limit: base + bytes.count)
    }

    @unsafe
    private init(position: UnsafeRawPointer, end: UnsafeRawPointer, limit: UnsafeRawPointer) {
        unsafe self.position = unsafe position
        unsafe self.end = unsafe end
        unsafe self.limit = unsafe limit
    }

    /// A reader of nothing, for a field that is left out.
    static var empty: WireReader { unsafe WireReader(UnsafeRawBufferPointer(start: nil, count: 0)) }

    var isAtEnd: Bool { @inline(__always) get { unsafe position == end } }
    var remaining: Int { @inline(__always) get { unsafe end - position } }
    var bytes: UnsafeRawBufferPointer {
        @inline(__always) @unsafe get { unsafe UnsafeRawBufferPointer(start: position, count: remaining) }
    }

    /// Reads a base-128 number of at most ten bytes; most of those in keys, lengths and tags have one.
    @inline(__always)
    mutating func varint() throws(WireError) -> UInt64 {
        guard unsafe position < end else { throw error(.truncated) }
        let first = unsafe position.load(as: UInt8.self)
        if first < 0x80 {
            unsafe position += 1
            return UInt64(first)
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(WireError) -> UInt64 {
        var result: UInt64 = 0, shift: UInt64 = 0
        while unsafe position < end {
            let byte = unsafe position.load(as: UInt8.self)
            unsafe position += 1
            result |= UInt64(byte & 0x7f) &<< shift
            if byte < 0x80 { return result }
            shift &+= 7
            if shift > 63 { throw error(.numberTooLong) }
        }
        throw error(.truncated)
    }

    /// Reads an element of a column of coordinates or ids.
    ///
    /// The lengths of their differences cannot be foretold: a branch on each byte would be guessed wrong half of the time. So
    /// up to eight bytes are taken as one word, and sevens of bits are moved together in pairs, fours and eights.
    @inline(__always)
    mutating func element() throws(WireError) -> UInt64 {
        guard unsafe limit - position >= 8 else { return try varint() }
        let word = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
        let lastBytes = ~word & 0x8080_8080_8080_8080
        guard lastBytes != 0 else { return try longVarint() }
        let next = unsafe position + (lastBytes.trailingZeroBitCount &+ 1) &>> 3
        guard unsafe next <= end else { throw error(.truncated) }
        unsafe position = next
        var number = word & (lastBytes ^ (lastBytes &- 1)) & 0x7f7f_7f7f_7f7f_7f7f
        number = number & 0x007f_007f_007f_007f | (number & 0x7f00_7f00_7f00_7f00) &>> 1
        number = number & 0x0000_3fff_0000_3fff | (number & 0x3fff_0000_3fff_0000) &>> 2
        // Nearly all have four bytes at most.
        if number <= UInt32.max { return number }
        return number & 0x0000_0000_0fff_ffff | (number & 0x0fff_ffff_0000_0000) &>> 4
    }

    /// Reads an element of a column whose sign is in the lowest bit.
    @inline(__always)
    mutating func signedElement() throws(WireError) -> Int64 { Self.signed(try element()) }

    /// Returns the number that `raw` stands for in zigzag encoding: 0, -1, 1, -2, …
    @inline(__always)
    static func signed(_ raw: UInt64) -> Int64 { Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1) }

    /// Reads the rest as a column of differences and appends their running sums, which wrap.
    @inline(__always)
    mutating func readSums(into list: inout [Int64]) throws(WireError) {
        // No element is shorter than a byte.
        try list.append(addingCapacity: remaining) { (output) throws(WireError) in
            var sum: Int64 = 0
            while !isAtEnd {
                guard let small = eightSmallNumbers() else {
                    sum &+= try signedElement()
                    output.append(sum)
                    continue
                }
                for index in 0..<8 {
                    sum &+= Self.signed(small >> UInt64(index * 8) & 0xff)
                    output.append(sum)
                }
            }
        }
    }

    /// Takes the next eight numbers, one in each byte, if all of them are below 128.
    @inline(__always)
    mutating func eightSmallNumbers() -> UInt64? {
        guard remaining >= 8 else { return nil }
        let word = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
        guard word & 0x8080_8080_8080_8080 == 0 else { return nil }
        unsafe position += 8
        return word
    }

    /// Takes the next eight numbers if all of them are zero: most nodes have no tags.
    @inline(__always)
    mutating func skipEightZeros() -> Bool {
        guard remaining >= 8, unsafe position.loadUnaligned(as: UInt64.self) == 0 else { return false }
        unsafe position += 8
        return true
    }

    /// Reads the next field's number and type, or `nil` at the end.
    @inline(__always)
    mutating func field() throws(WireError) -> Field? {
        if isAtEnd { return nil }
        let key = try varint()
        guard key <= 0xffff_ffff, let type = Field.WireType(rawValue: UInt8(key & 7)) else { throw error(.badField) }
        return Field(number: UInt32(key >> 3), type: type)
    }

    /// Reads the bytes of a length-delimited field.
    @inline(__always)
    mutating func message(_ field: Field) throws(WireError) -> WireReader {
        guard field.type == .bytes else { throw error(.badField) }
        let length = try varint()
        guard length <= UInt64(remaining) else { throw error(.truncated) }
        let start = unsafe position
        unsafe position += Int(length)
        return unsafe WireReader(position: start, end: position, limit: limit)
    }

    /// Reads a packed column into `column`, which must not hold elements yet.
    ///
    /// The encoding would allow a column in several parts; no writer of OSM files makes them, so they are an error.
    @inline(__always)
    mutating func column(_ field: Field, into column: inout WireReader) throws(WireError) {
        guard column.isAtEnd else { throw error(.repeatedColumn) }
        column = try message(field)
    }

    /// Reads the number of a varint field.
    @inline(__always)
    mutating func number(_ field: Field) throws(WireError) -> UInt64 {
        guard field.type == .varint else { throw error(.badField) }
        return try varint()
    }

    /// Steps over a field that this program does not know or want.
    mutating func skip(_ field: Field) throws(WireError) {
        switch field.type {
        case .varint: _ = try varint()
        case .bytes: _ = try message(field)
        case .fixed64, .fixed32:
            let length = field.type == .fixed64 ? 8 : 4
            guard length <= remaining else { throw error(.truncated) }
            unsafe position += length
        }
    }

    /// An error at the reader's place.
    func error(_ cause: WireError.Cause) -> WireError {
        WireError(cause: cause, address: unsafe UInt(bitPattern: position))
    }

    /// A field's number and how its value is stored.
    struct Field {
        enum WireType: UInt8 {
            case varint = 0
            case fixed64 = 1
            case bytes = 2
            case fixed32 = 5
        }

        let number: UInt32
        let type: WireType
    }
}

/// Why bytes are not the message they should be, and where in memory; whoever knows the buffer's beginning makes it an offset.
struct WireError: Error {
    enum Cause {
        case truncated
        case numberTooLong
        case badField
        case stringOutsideTable
        case tooManyStrings
        case unequalColumns
        case repeatedColumn
        case badMemberType
        case badGranularity
        case missingID

        var text: String {
            switch self {
            case .truncated: "the data ends inside a field"
            case .numberTooLong: "a number has more than ten bytes"
            case .badField: "a field has an unknown or unexpected type"
            case .stringOutsideTable: "a tag or role names a string that the block's table does not hold"
            case .tooManyStrings: "the block's table holds more than 1048576 strings"
            case .unequalColumns: "two columns that belong together have different lengths"
            case .repeatedColumn: "a packed column comes in two parts, which this program does not read"
            case .badMemberType: "a relation member is neither node, way nor relation"
            case .missingID: "an object has no id"
            case .badGranularity: "the block's granularity is not between 1 and 1 000 000 000"
            }
        }
    }

    let cause: Cause
    let address: UInt
}
