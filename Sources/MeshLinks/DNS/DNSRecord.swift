/// Numbers of record types (RFC 1035 §3.2.2, RFC 3596, RFC 2782). A struct, as strangers send others, too.
package struct DNSType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let a = DNSType(rawValue: 1)
    package static let ptr = DNSType(rawValue: 12)
    package static let txt = DNSType(rawValue: 16)
    package static let aaaa = DNSType(rawValue: 28)
    package static let srv = DNSType(rawValue: 33)
    package static let any = DNSType(rawValue: 255)
}

/// The content of a record.
package enum DNSData: Hashable, Sendable {
    case a(NodeAddress)
    case aaaa(NodeAddress)
    case ptr(DNSName)
    case srv(priority: UInt16, weight: UInt16, port: UInt16, target: DNSName)
    /// Strings of at most 255 bytes.
    case txt([[UInt8]])
    /// The bytes of another type, in which names may be compressed.
    case other(DNSType, [UInt8])

    package var type: DNSType {
        switch self {
        case .a: .a
        case .aaaa: .aaaa
        case .ptr: .ptr
        case .srv: .srv
        case .txt: .txt
        case .other(let type, _): type
        }
    }
}

/// A resource record of the class Internet (RFC 1035 §4.1.3).
package struct DNSRecord: Hashable, Sendable {
    package let name: DNSName
    package let data: DNSData
    /// In seconds; 0 says goodbye (RFC 6762 §10.1).
    package let timeToLive: UInt32
    /// Whether the sender is the only one with records of this name and type (cache-flush bit, RFC 6762 §10.2).
    package let isUnique: Bool

    package init(_ name: DNSName, _ data: DNSData, timeToLive: UInt32, isUnique: Bool = false) {
        (self.name, self.data, self.timeToLive, self.isUnique) = (name, data, timeToLive, isUnique)
    }
}

/// A question of the class Internet, or of any class.
package struct DNSQuestion: Hashable, Sendable {
    package let name: DNSName
    package let type: DNSType
    /// Whether the answer may come to the asker alone (RFC 6762 §5.4).
    package let wantsUnicast: Bool

    package init(_ name: DNSName, _ type: DNSType, wantsUnicast: Bool = false) {
        (self.name, self.type, self.wantsUnicast) = (name, type, wantsUnicast)
    }

    func asks(for type: DNSType) -> Bool { self.type == type || self.type == .any }
}
