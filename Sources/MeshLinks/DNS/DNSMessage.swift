/// A message of DNS (RFC 1035 §4) as multicast DNS uses it (RFC 6762 §18). Records of other classes than Internet are
/// left out.
package struct DNSMessage: Equatable, Sendable {
    /// The greatest length in bytes (RFC 6762 §17).
    package static let longest = 9000

    package var id: UInt16 = 0
    package var isResponse = false
    /// Whether more known answers follow in another message (the TC bit, RFC 6762 §7.2).
    package var isTruncated = false
    package var questions: [DNSQuestion] = []
    package var answers: [DNSRecord] = []
    package var authorities: [DNSRecord] = []
    package var additionals: [DNSRecord] = []

    package init() {}

    /// Reads a whole message. Bytes after its last record are allowed.
    package init(_ bytes: [UInt8]) throws(DNSFault) {
        guard bytes.count <= Self.longest else { throw .tooLong }
        var reader = DNSReader(bytes)
        id = try reader.number16()
        let flags = try reader.number16()
        isResponse = flags & Self.responseFlag != 0
        isTruncated = flags & Self.truncatedFlag != 0
        // Multicast DNS has one operation, and no errors (RFC 6762 §18.3, §18.11).
        guard flags & 0x780f == 0 else { throw .operation }
        let counts = try (0..<4).map { _ throws(DNSFault) in Int(try reader.number16()) }
        // Checked before anything is kept: a count costs the sender two bytes.
        let least = DNSReader.leastQuestion * counts[0] + DNSReader.leastRecord * (counts[1] + counts[2] + counts[3])
        guard least <= reader.remaining else { throw .counts }
        for _ in 0..<counts[0] {
            if let question = try reader.question() { questions.append(question) }
        }
        answers = try reader.records(counts[1])
        authorities = try reader.records(counts[2])
        additionals = try reader.records(counts[3])
    }

    /// The bytes of the message; names are compressed.
    package var bytes: [UInt8] {
        var writer = DNSWriter()
        writer.add(id)
        // A response is authoritative (RFC 6762 §18.4).
        writer.add(
            (isResponse ? Self.responseFlag | Self.authoritativeFlag : 0) | (isTruncated ? Self.truncatedFlag : 0))
        for count in [questions.count, answers.count, authorities.count, additionals.count] {
            writer.add(UInt16(truncatingIfNeeded: count))
        }
        for question in questions { writer.add(question) }
        for record in answers + authorities + additionals { writer.add(record) }
        return writer.bytes
    }

    private static let responseFlag: UInt16 = 0x8000
    private static let authoritativeFlag: UInt16 = 0x0400
    private static let truncatedFlag: UInt16 = 0x0200
}

/// Why bytes are no message of multicast DNS.
package enum DNSFault: Error, Equatable, Sendable {
    /// It ends inside a field.
    case truncated
    case tooLong
    /// It is not an ordinary query or answer.
    case operation
    /// It announces more records than its bytes could hold.
    case counts
    /// A pointer of a name leads to itself, ahead, or through too many others.
    case pointer
    /// A name, or one of its labels, is longer than allowed or of an unknown form.
    case name
    /// The content of a record has another length than its type says.
    case content
}
