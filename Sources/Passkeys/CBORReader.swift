/// The reason that bytes are not valid CBOR from an authenticator, and the place.
package struct CBORFault: Error, Equatable, Sendable {
    package enum Kind: String, Sendable {
        case truncated = "it ends inside a value"
        case trailing = "bytes follow the value"
        case indefinite = "a length is indefinite"
        case notShortest = "a number is not in its shortest form"
        case tooDeep = "it nests too deep"
        case tooMany = "an array or a map has too many entries"
        case duplicateKey = "a map has a key twice"
        case notUTF8 = "a text is not UTF-8"
        case notAllowed = "it has a tag or a simple value that authenticators do not send"
    }

    package let kind: Kind
    /// The offset of the invalid item, in bytes.
    package let offset: Int

    package init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

/// Reads CBOR in the canonical form of CTAP 2.1 §8: definite lengths, numbers in their shortest form, no duplicate
/// keys, no tags. WebAuthn Level 3 §2.4 recommends refusing anything else.
///
/// The order of a map's keys is not checked: some clients wrote `authData` first, and nothing here depends on the
/// order. For any input, time and memory are proportional to its length.
package struct CBORReader {
    /// CTAP 2.1 §8 allows 4 levels to its own messages; `compound` attestation (Level 3 §8.9) with certificates has 5.
    static let maximumDepth = 5
    /// The maximum number of entries of an array or a map; it also keeps the search for duplicate keys cheap.
    static let maximumEntries = 32

    private let bytes: [UInt8]
    /// The offset of the next value.
    package private(set) var offset: Int

    package init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Returns the value that `bytes` encode. Throws `CBORFault` if they are not exactly one value.
    package static func value(of bytes: [UInt8]) throws(CBORFault) -> CBOR {
        var reader = CBORReader(bytes)
        let value = try reader.next()
        guard reader.offset == bytes.count else { throw CBORFault(kind: .trailing, offset: reader.offset) }
        return value
    }

    /// Returns the value at `offset`, and moves past it.
    package mutating func next() throws(CBORFault) -> CBOR { try next(depth: 0) }

    private mutating func next(depth: Int) throws(CBORFault) -> CBOR {
        let start = offset
        let initial = try take(1, from: start)[0]
        let major = initial >> 5, additional = initial & 31
        guard major < 7 else { return try simple(additional, from: start) }
        let argument = try argument(additional, from: start)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(try take(argument, from: start))
        case 3:
            guard let text = String(validating: try take(argument, from: start), as: UTF8.self) else {
                throw CBORFault(kind: .notUTF8, offset: start)
            }
            return .text(text)
        case 4:
            let count = try entries(argument, depth: depth, from: start)
            var values: [CBOR] = []
            for _ in 0..<count { values.append(try next(depth: depth + 1)) }
            return .array(values)
        case 5: return try map(entries(argument, depth: depth, from: start), depth: depth)
        default: throw CBORFault(kind: .notAllowed, offset: start)
        }
    }

    private mutating func map(_ count: Int, depth: Int) throws(CBORFault) -> CBOR {
        var entries: [CBOR.Entry] = [], keys: [ArraySlice<UInt8>] = []
        for _ in 0..<count {
            let start = offset
            let key = try next(depth: depth + 1)
            // Each value has one encoding only, so equal keys have equal bytes.
            guard !keys.contains(bytes[start..<offset]) else { throw CBORFault(kind: .duplicateKey, offset: start) }
            keys.append(bytes[start..<offset])
            entries.append(CBOR.Entry(key: key, value: try next(depth: depth + 1)))
        }
        return .map(entries)
    }

    private func entries(_ count: UInt64, depth: Int, from start: Int) throws(CBORFault) -> Int {
        guard depth < Self.maximumDepth else { throw CBORFault(kind: .tooDeep, offset: start) }
        guard count <= Self.maximumEntries else { throw CBORFault(kind: .tooMany, offset: start) }
        return Int(count)
    }

    private mutating func simple(_ additional: UInt8, from start: Int) throws(CBORFault) -> CBOR {
        switch additional {
        case 20...23: return .simple(additional)
        case 25...27: return .float(try take(1 << (additional - 24), from: start))
        case 31: throw CBORFault(kind: .indefinite, offset: start)
        default: throw CBORFault(kind: .notAllowed, offset: start)
        }
    }

    /// Returns the number after an initial byte (RFC 8949 §3).
    private mutating func argument(_ additional: UInt8, from start: Int) throws(CBORFault) -> UInt64 {
        switch additional {
        case 0..<24: return UInt64(additional)
        case 24...27:
            let length = 1 << (additional - 24)
            let argument = number(try take(length, from: start))
            let least: UInt64 = length == 1 ? 24 : 1 << (4 * length)
            guard argument >= least else { throw CBORFault(kind: .notShortest, offset: start) }
            return argument
        case 31: throw CBORFault(kind: .indefinite, offset: start)
        default: throw CBORFault(kind: .notAllowed, offset: start)
        }
    }

    private func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private mutating func take(_ count: some BinaryInteger, from start: Int) throws(CBORFault) -> [UInt8] {
        guard offset <= bytes.count, count <= bytes.count - offset else {
            throw CBORFault(kind: .truncated, offset: start)
        }
        defer { offset += Int(count) }
        return Array(bytes[offset..<offset + Int(count)])
    }
}
