/// A cursor over one protocol buffer message (protobuf.dev, "Encoding"): three pointers, so that it fits in registers.
///
/// The maker promises that the memory outlives the reader and all sub-readers. No read leaves it: each compares the
/// needed size with the remaining size, and throws its position.
@safe
struct WireReader {
    @unsafe var position: UnsafeRawPointer
    @unsafe let end: UnsafeRawPointer
    /// The end of the outermost message: memory is readable up to here, though nothing beyond `end` is used.
    @unsafe let limit: UnsafeRawPointer

    @unsafe
    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address; any pointer will do for a reader at its end.
        let base = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        unsafe self.init(position: base, end: base + bytes.count, limit: base + bytes.count)
    }

    @unsafe
    private init(position: UnsafeRawPointer, end: UnsafeRawPointer, limit: UnsafeRawPointer) {
        unsafe self.position = unsafe position
        unsafe self.end = unsafe end
        unsafe self.limit = unsafe limit
    }

    /// A reader without content, for a missing field.
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
        let (number, next) = unsafe try Self.longVarint(position, end, limit)
        unsafe position = next
        return number
    }

    /// Reads a number that needs more than one byte, and returns where it ends.
    ///
    /// Not inlined, because it is rare, and with pointers as arguments: a reader passed to a call would have to be in
    /// memory.
    @inline(never)
    @unsafe
    private static func longVarint(
        _ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ limit: UnsafeRawPointer
    ) throws(WireError) -> (UInt64, UnsafeRawPointer) {
        guard unsafe limit - start >= 8 else { return unsafe try bytewiseVarint(start, end) }
        var position = unsafe start
        let number = unsafe try numberOfWord(&position, end)
        guard unsafe position <= end else { throw unsafe WireError(.truncated, position) }
        return unsafe (number, position)
    }

    @inline(never)
    @unsafe
    private static func bytewiseVarint(
        _ start: UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(WireError) -> (UInt64, UnsafeRawPointer) {
        var position = unsafe start, result: UInt64 = 0, shift: UInt64 = 0
        while unsafe position < end {
            let byte = unsafe position.load(as: UInt8.self)
            unsafe position += 1
            result |= UInt64(byte & 0x7f) &<< shift
            if byte < 0x80 { return unsafe (result, position) }
            shift &+= 7
            if shift > 63 { throw unsafe WireError(.numberTooLong, position) }
        }
        throw unsafe WireError(.truncated, position)
    }

    /// Reads a number where eight bytes are readable; it may extend beyond `end`, which the caller must check.
    ///
    /// The length of the next number is unpredictable: a branch for each byte would be mispredicted half of the time.
    /// So it reads eight bytes as one word, and moves the groups of seven bits together in pairs, fours and eights.
    @inline(__always)
    @unsafe
    static func numberOfWord(
        _ position: inout UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(WireError) -> UInt64 {
        let word = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
        let lastBytes = ~word & 0x8080_8080_8080_8080
        guard lastBytes != 0 else {
            let (number, next) = unsafe try bytewiseVarint(position, end)
            unsafe position = next
            return number
        }
        unsafe position += lastBytes.trailingZeroBitCount &>> 3 &+ 1
        var number = word & (lastBytes ^ (lastBytes &- 1)) & 0x7f7f_7f7f_7f7f_7f7f
        number &-= (number & 0x7f00_7f00_7f00_7f00) &>> 1
        number &-= (number & 0x3fff_0000_3fff_0000) &>> 2 &* 3
        return number & 0x0000_0000_0fff_ffff | (number & 0x0fff_ffff_0000_0000) &>> 4
    }

    /// Returns the number of `raw` in zigzag encoding: 0, -1, 1, -2, …
    @inline(__always)
    static func signed(_ raw: UInt64) -> Int64 { Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1) }

    /// Reads the next field's number and type, or returns `nil` at the end.
    @inline(__always)
    mutating func field() throws(WireError) -> Field? {
        if isAtEnd { return nil }
        let key = try varint()
        guard key <= 0xffff_ffff, let type = Field.WireType(key & 7) else { throw error(.badField) }
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

    /// Reads a packed column into `column`, which must be empty.
    ///
    /// The encoding allows a column in several parts; no writer of OSM files makes them, so they are an error.
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

    /// Skips a field that this program does not know or need.
    @inline(__always)
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

    /// Makes an error at the reader's position.
    func error(_ cause: WireError.Cause) -> WireError {
        unsafe WireError(cause, position)
    }

    /// A field's number and the type of its value.
    struct Field {
        enum WireType {
            case varint, fixed64, bytes, fixed32

            /// The commonest first: a jump table would be mispredicted.
            @inline(__always)
            init?(_ number: UInt64) {
                if number == 2 {
                    self = .bytes
                } else if number == 0 {
                    self = .varint
                } else if number == 1 {
                    self = .fixed64
                } else if number == 5 {
                    self = .fixed32
                } else {
                    return nil
                }
            }
        }

        let number: UInt32
        let type: WireType
    }
}

/// The reason that bytes are not a valid message, and the address; a caller that knows the buffer's beginning converts
/// it to an offset.
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

    @unsafe
    init(_ cause: Cause, _ place: UnsafeRawPointer) {
        self.cause = cause
        address = UInt(bitPattern: place)
    }
}
