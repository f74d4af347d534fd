/// Reads the parts of a message from bytes that a stranger sent. It keeps no more than a small multiple of their
/// number.
struct DNSReader {
    /// The bytes of the shortest question: the root, type, class.
    static let leastQuestion = 5
    /// The bytes of the shortest record: the root, type, class, time to live, length.
    static let leastRecord = 11
    /// A name has at most 127 labels; honest ones need a few pointers.
    private static let mostPointers = 127
    private static let headerLength = 12
    private static let internet: UInt16 = 1
    private static let anyClass: UInt16 = 255

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - position }

    mutating func number16() throws(DNSFault) -> UInt16 {
        guard remaining >= 2 else { throw .truncated }
        defer { position += 2 }
        return UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }

    private mutating func number32() throws(DNSFault) -> UInt32 {
        try UInt32(number16()) << 16 | UInt32(number16())
    }

    /// Reads a name, which may go on where a pointer leads (RFC 1035 §4.1.4). Each pointer must lead before the piece
    /// of the name that it ends, so no name turns in a circle.
    mutating func name() throws(DNSFault) -> DNSName {
        var labels: [[UInt8]] = []
        var length = 1, place = position, pieceStart = position, pointers = 0
        var end: Int?
        while true {
            guard place < bytes.count else { throw .truncated }
            let count = Int(bytes[place])
            switch count >> 6 {
            case 0:
                guard count > 0 else {
                    position = end ?? place + 1
                    return DNSName(checked: labels)
                }
                length += count + 1
                guard length <= DNSName.longest else { throw .name }
                guard place + count < bytes.count else { throw .truncated }
                labels.append(Array(bytes[place + 1...place + count]))
                place += count + 1
            case 3:
                guard place + 1 < bytes.count else { throw .truncated }
                let target = (count & 0x3f) << 8 | Int(bytes[place + 1])
                end = end ?? place + 2
                pointers += 1
                guard target < pieceStart, target >= Self.headerLength, pointers <= Self.mostPointers else {
                    throw .pointer
                }
                (place, pieceStart) = (target, target)
            default: throw .name
            }
        }
    }

    /// Reads a question; `nil` if it is of another class.
    mutating func question() throws(DNSFault) -> DNSQuestion? {
        let name = try name()
        let type = DNSType(rawValue: try number16())
        let classBits = try number16()
        guard [Self.internet, Self.anyClass].contains(classBits & 0x7fff) else { return nil }
        return DNSQuestion(name, type, wantsUnicast: classBits & 0x8000 != 0)
    }

    /// Reads `count` records, and leaves out those of other classes.
    mutating func records(_ count: Int) throws(DNSFault) -> [DNSRecord] {
        var records: [DNSRecord] = []
        for _ in 0..<count {
            if let record = try record() { records.append(record) }
        }
        return records
    }

    private mutating func record() throws(DNSFault) -> DNSRecord? {
        let name = try name()
        let type = DNSType(rawValue: try number16())
        let classBits = try number16()
        let timeToLive = try number32()
        let length = Int(try number16())
        guard length <= remaining else { throw .truncated }
        let end = position + length
        guard classBits & 0x7fff == Self.internet else {
            position = end
            return nil
        }
        let data = try data(of: type, until: end)
        guard position == end else { throw .content }
        // A time with the highest bit counts as zero (RFC 2181 §8).
        return DNSRecord(
            name, data, timeToLive: timeToLive >> 31 == 0 ? timeToLive : 0, isUnique: classBits & 0x8000 != 0)
    }

    private mutating func data(of type: DNSType, until end: Int) throws(DNSFault) -> DNSData {
        switch type {
        case .a, .aaaa:
            guard end - position == (type == .a ? 4 : 16), let address = NodeAddress(rest(until: end)) else {
                throw .content
            }
            return type == .a ? .a(address) : .aaaa(address)
        case .ptr: return .ptr(try name())
        case .srv:
            let numbers = (try number16(), try number16(), try number16())
            return .srv(priority: numbers.0, weight: numbers.1, port: numbers.2, target: try name())
        case .txt:
            var strings: [[UInt8]] = []
            while position < end {
                let next = position + 1 + Int(bytes[position])
                guard next <= end else { throw .content }
                strings.append(Array(bytes[position + 1..<next]))
                position = next
            }
            // A text of no bytes says the same as one empty string (RFC 6763 §6.1).
            return .txt(strings.isEmpty ? [[]] : strings)
        default: return .other(type, rest(until: end))
        }
    }

    private mutating func rest(until end: Int) -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }
}
