package import Gossip

/// Estimates how many nodes keep a message: each sets one of 64 bits, and the sets are or-ed on their way back.
///
/// It is a hint. A dishonest node can set all bits.
package struct Sketch: Equatable, Sendable {
    package private(set) var bits: UInt64

    package init(bits: UInt64 = 0) { self.bits = bits }

    /// Sets the bit of a node for a message: the same pair always sets the same bit.
    package mutating func insert(_ node: UInt64, for message: UInt64) {
        // The finalizer of SplitMix64: ids and keys are hashes, so their sum needs no more than mixing.
        var mixed = node &+ message
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        bits |= 1 << ((mixed ^ mixed >> 31) & 63)
    }

    /// Returns whether `other` had bits that this one lacked.
    package mutating func formUnion(_ other: Sketch) -> Bool {
        let before = bits
        bits |= other.bits
        return bits != before
    }

    /// The estimated number of nodes, by linear counting (Whang, Vander-Zanden and Taylor, 1990, doi
    /// 10.1145/78922.78925): −64 · ln(share of zero bits). `nil` where all bits are set: some 250 or more.
    package var estimate: Int? {
        bits == .max ? nil : Self.estimates[bits.nonzeroBitCount]
    }

    /// −64 · ln((64 − n) / 64), rounded, by the number n of set bits.
    private static let estimates = [
        0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 23, 24, 25, 27, 28, 30, 32, 33, 35, 37, 39,
        40,
        42, 44, 46, 48, 51, 53, 55, 58, 60, 63, 65, 68, 71, 74, 78, 81, 85, 89, 93, 97, 102, 107, 113, 119, 126, 133,
        142, 151,
        163, 177, 196, 222, 266,
    ]
}

/// Says that the sender keeps a message, and which nodes keep it that it knows of.
package struct Acknowledgement: Equatable, Sendable {
    package let beginning: UInt64
    package let sketch: Sketch

    package init(beginning: UInt64, sketch: Sketch) { (self.beginning, self.sketch) = (beginning, sketch) }
}

/// How far a message that was written here has got.
package struct DeliveryState: Equatable, Sendable {
    /// The nodes that are or were linked and say that they keep it, in the order in which they said so.
    package let keepers: [SignerKey]
    /// About how many nodes keep it, this one included; `nil`: 250 or more.
    package let nodes: Int?

    package init(keepers: [SignerKey], nodes: Int?) { (self.keepers, self.nodes) = (keepers, nodes) }

    package var neighbours: Int { keepers.count }
}
