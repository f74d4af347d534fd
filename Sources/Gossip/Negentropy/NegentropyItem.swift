import GeoCore

/// An element of the sets that two nodes reconcile: a message's id and its time.
package struct NegentropyItem: Hashable, Comparable, Sendable {
    /// In whole seconds since 1970, not in milliseconds: the protocol's JavaScript implementation reads numbers from
    /// 2³¹ on wrongly and then finds nothing, without an error.
    package let time: UInt64
    package let id: MessageID

    /// `UInt64.max` is no time: the protocol calls it infinity.
    package init(time: UInt64, id: MessageID) {
        precondition(time < .max, "an item of Negentropy has a finite time")
        (self.time, self.id) = (time, id)
    }

    package init(_ order: MessageOrder) { self.init(time: UInt64(order.time.milliseconds) / 1000, id: order.id) }

    package static func < (left: NegentropyItem, right: NegentropyItem) -> Bool {
        left.time != right.time ? left.time < right.time : left.id < right.id
    }
}

/// The end of a range: the first item that could be after it. A prefix of an id stands for itself with zeros behind.
struct NegentropyBound: Equatable, Comparable, Sendable {
    static let infinity = NegentropyBound(time: .max)

    let time: UInt64
    let prefix: Bytes32
    /// The length of the prefix in bytes, at most 32.
    let prefixLength: Int

    init(time: UInt64, prefix: Bytes32 = .zero, length: Int = 0) {
        (self.time, self.prefix, prefixLength) = (time, prefix, length)
    }

    /// The bound just before `item`.
    init(before item: NegentropyItem) { self.init(time: item.time, prefix: item.id.digest, length: Bytes32.count) }

    /// The shortest bound between two items that follow each other.
    init(between left: NegentropyItem, and right: NegentropyItem) {
        guard left.time == right.time else {
            self.init(time: right.time)
            return
        }
        let id = right.id.digest
        let common = (0..<Bytes32.count).prefix { left.id.digest[$0] == id[$0] }.count
        self.init(time: right.time, prefix: id.start(of: common + 1), length: common + 1)
    }

    func isAfter(_ item: NegentropyItem) -> Bool {
        item.time != time ? item.time < time : item.id.digest < prefix
    }

    /// Bounds that stand at the same place among all items are equal here, whatever the lengths of their prefixes.
    static func < (left: NegentropyBound, right: NegentropyBound) -> Bool {
        left.time != right.time ? left.time < right.time : left.prefix < right.prefix
    }
}

extension Bytes32 {
    /// Returns the first `count` bytes, followed by zeros.
    func start(of count: Int) -> Bytes32 {
        func kept(_ word: UInt64, _ index: Int) -> UInt64 {
            let bits = 8 * min(max(0, count - 8 * index), 8)
            return bits == 0 ? 0 : word & (.max << UInt64(64 - bits))
        }
        return Bytes32(kept(first, 0), kept(second, 1), kept(third, 2), kept(fourth, 3))
    }
}
