/// Writes the parts of a message.
struct DNSWriter {
    private(set) var bytes: [UInt8] = []
    /// Where names begin that a pointer can reach.
    private var places: [DNSName: Int] = [:]

    mutating func add(_ number: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: number >> 8))
        bytes.append(UInt8(truncatingIfNeeded: number))
    }

    private mutating func add(_ number: UInt32) {
        add(UInt16(truncatingIfNeeded: number >> 16))
        add(UInt16(truncatingIfNeeded: number))
    }

    private mutating func add(_ name: DNSName) {
        var rest = name
        while let label = rest.labels.first {
            if let place = places[rest] { return add(UInt16(truncatingIfNeeded: 0xc000 | place)) }
            // A pointer has 14 bits.
            if bytes.count < 0x4000 { places[rest] = bytes.count }
            bytes.append(UInt8(truncatingIfNeeded: label.count))
            bytes += label
            rest = rest.parent
        }
        bytes.append(0)
    }

    mutating func add(_ question: DNSQuestion) {
        add(question.name)
        add(question.type.rawValue)
        add(Self.internet | (question.wantsUnicast ? 0x8000 : 0))
    }

    mutating func add(_ record: DNSRecord) {
        add(record.name)
        add(record.data.type.rawValue)
        add(Self.internet | (record.isUnique ? 0x8000 : 0))
        add(record.timeToLive)
        let lengthPlace = bytes.count
        add(UInt16(0))
        add(record.data)
        let length = bytes.count - lengthPlace - 2
        bytes[lengthPlace] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[lengthPlace + 1] = UInt8(truncatingIfNeeded: length)
    }

    private mutating func add(_ data: DNSData) {
        switch data {
        case .a(let address), .aaaa(let address): bytes += address.bytes
        case .ptr(let name): add(name)
        case .srv(let priority, let weight, let port, let target):
            for number in [priority, weight, port] { add(number) }
            // Multicast DNS may compress this one, too (RFC 6762 §18.14).
            add(target)
        case .txt(let strings):
            // A text without strings is one empty string (RFC 6763 §6.1).
            for string in strings.isEmpty ? [[]] : strings {
                bytes.append(UInt8(truncatingIfNeeded: string.count))
                bytes += string.prefix(255)
            }
        case .other(_, let content): bytes += content
        }
    }

    private static let internet: UInt16 = 1
}
