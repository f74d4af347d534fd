/// A message of Negentropy, read as a whole before anything acts on it: version, then ranges in ascending order.
struct NegentropyMessage {
    struct Part {
        enum Content {
            case skip
            case fingerprint(Fingerprint)
            /// Where the ids lie in the message, one behind the other.
            case list(Range<Int>)
        }

        /// The end of the range; its start is the end of the range before.
        let upper: NegentropyBound
        let content: Content
    }

    let bytes: [UInt8]
    /// Empty in messages of another version.
    private(set) var parts: [Part] = []
    let version: UInt8

    init(_ bytes: [UInt8], limits: Negentropy.Limits) throws(NegentropyFault) {
        guard let version = bytes.first else { throw NegentropyFault(.endsEarly, at: 0) }
        guard 0x60...0x6f ~= version else { throw NegentropyFault(.noVersion, at: 0) }
        (self.bytes, self.version) = (bytes, version)
        guard version == Negentropy.version else { return }
        var reader = NegentropyReader(bytes, at: 1)
        while !reader.isAtEnd {
            guard parts.count < limits.ranges else { throw NegentropyFault(.tooManyRanges, at: reader.offset) }
            parts.append(try reader.part())
        }
    }

    /// The ids of a list, sorted; each once.
    func ids(in list: Range<Int>) -> [MessageID] {
        let ids = stride(from: list.lowerBound, to: list.upperBound, by: Bytes32.count).map {
            MessageID(Bytes32(startOf: bytes[$0..<$0 + Bytes32.count]))
        }
        var distinct: [MessageID] = []
        distinct.reserveCapacity(ids.count)
        for id in ids.sorted() where distinct.last != id { distinct.append(id) }
        return distinct
    }
}

/// Takes ranges from the bytes of a message one after the other, and never reads past their end.
struct NegentropyReader {
    private let bytes: [UInt8]
    private(set) var offset: Int
    private var last = NegentropyBound(time: 0)

    init(_ bytes: [UInt8], at offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func part() throws(NegentropyFault) -> NegentropyMessage.Part {
        let upper = try bound(), start = offset
        switch try number() {
        case NegentropyMode.skip: return NegentropyMessage.Part(upper: upper, content: .skip)
        case NegentropyMode.fingerprint:
            let fingerprint = try Fingerprint(bytes: bytes[take(Fingerprint.length)])
            return NegentropyMessage.Part(upper: upper, content: .fingerprint(fingerprint))
        case NegentropyMode.list: return try NegentropyMessage.Part(upper: upper, content: .list(list()))
        default: throw NegentropyFault(.unknownMode, at: start)
        }
    }

    private mutating func list() throws(NegentropyFault) -> Range<Int> {
        let start = offset, count = try number()
        guard count <= UInt64((bytes.count - offset) / Bytes32.count) else {
            throw NegentropyFault(.listTooLong, at: start)
        }
        return try take(Int(count) * Bytes32.count)
    }

    private mutating func bound() throws(NegentropyFault) -> NegentropyBound {
        let start = offset, time = try time(), length = try number()
        guard length <= UInt64(time == .max ? 0 : Bytes32.count) else {
            throw NegentropyFault(.prefixTooLong, at: start)
        }
        let prefix = Bytes32(startOf: bytes[try take(Int(length))])
        let bound = NegentropyBound(time: time, prefix: prefix, length: Int(length))
        // Infinity may come again: a full frame ends with a fingerprint of the rest, even where nothing is left.
        guard last < bound || bound == .infinity else { throw NegentropyFault(.boundDoesNotRise, at: start) }
        last = bound
        return bound
    }

    /// Reads a time: 0 is infinity, and any other number is one more than the time since the bound before.
    private mutating func time() throws(NegentropyFault) -> UInt64 {
        let start = offset, number = try number()
        guard number > 0 else { return .max }
        let (time, overflows) = last.time.addingReportingOverflow(number - 1)
        guard !overflows, time < .max else { throw NegentropyFault(.boundDoesNotRise, at: start) }
        return time
    }

    /// Reads a number in base 128, the highest digit first.
    private mutating func number() throws(NegentropyFault) -> UInt64 {
        let start = offset
        var number: UInt64 = 0
        // Ten digits hold 64 bits.
        for _ in 0..<10 where number <= .max >> 7 {
            let byte = bytes[try take(1).lowerBound]
            number = number << 7 | UInt64(byte & 0x7f)
            if byte & 0x80 == 0 { return number }
        }
        throw NegentropyFault(.numberTooLarge, at: start)
    }

    private mutating func take(_ count: Int) throws(NegentropyFault) -> Range<Int> {
        guard bytes.count - offset >= count else { throw NegentropyFault(.endsEarly, at: offset) }
        defer { offset += count }
        return offset..<offset + count
    }
}
