package import GeoCore

/// The name of a message: SHA-256 of all its bytes before the signature. Ids sort as their bytes do.
package struct MessageID: Hashable, Comparable, Sendable {
    package let digest: Bytes32

    package init(_ digest: Bytes32) { self.digest = digest }

    /// Greater than every id.
    package static let greatest = MessageID(Bytes32(.max, .max, .max, .max))

    package static func < (left: MessageID, right: MessageID) -> Bool { left.digest < right.digest }
}

/// Where a message stands among all: by its time, then by its id. It is the same order everywhere, so the greatest of
/// several messages is the same everywhere, whatever the order of their arrival.
package struct MessageOrder: Hashable, Comparable, Sendable {
    package let time: HybridTime
    package let id: MessageID

    package init(time: HybridTime, id: MessageID) { (self.time, self.id) = (time, id) }

    package static func < (left: MessageOrder, right: MessageOrder) -> Bool {
        left.time != right.time ? left.time < right.time : left.id < right.id
    }
}

/// The installation that a message belongs to: the first eight bytes of SHA-256 of its public key.
package struct PlaceCode: Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init(of key: SignerKey) { rawValue = PortableSHA256.digest(of: key.bytes.bytes).first }
}

/// The subject of a message: the sixteen bytes of the id of a room, a post, an entry of the guide or a place.
package struct SubjectID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// `nil` for another number of bytes than sixteen.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let start = Bytes32(startOf: bytes)
        self.init(high: start.first, low: start.second)
    }

    package var bytes: [UInt8] { Array(Bytes32(high, low, 0, 0).bytes.prefix(16)) }
}

extension SubjectID {
    /// The id of what a message makes, such as a post: a UUID of version 7 (RFC 9562 §5.7) with the milliseconds of the
    /// message's time and 74 bits of its id. So nobody can claim the id of another's post.
    package init(madeBy order: MessageOrder) {
        let milliseconds = order.time.rawValue >> 16, digest = order.id.digest
        self.init(
            high: milliseconds << 16 | 0x7000 | digest.first >> 52,
            low: digest.second >> 2 | 0x8000_0000_0000_0000)
    }
}
