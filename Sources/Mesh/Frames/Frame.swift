package import GeoCore
package import Gossip

/// A frame that a node sends to another one on a link. The first byte is the number of the frame.
///
/// Messages are named by the first eight bytes of their ids (`MessageID.beginning`).
package enum Frame: Equatable, Sendable {
    /// 1: the first frame of each side.
    case hello(Hello)
    /// 2: a message that is on its way to everybody, or an answer to `.ask`.
    case message([UInt8])
    /// 3: messages that another link may bring.
    case notices([UInt64])
    /// 4: asks for messages of notices. 13: and for whole messages from now on.
    case ask([UInt64], joins: Bool)
    /// 5: from now on, notices instead of whole messages.
    case lazy
    /// 6: a message that was found missing.
    case carried([UInt8])
    /// 7: asks for messages that were found missing.
    case fetch([UInt64])
    /// 8: ids that were asked for and that have no bytes here.
    case gone([UInt64])
    /// 9: messages that no link brings unless it is asked.
    case offers([UInt64])
    /// 10 and 11: two sets are compared.
    case query(ReconcileFrame)
    case answer(ReconcileFrame)
    /// 12: how far messages have got.
    case acknowledged([Acknowledgement])

    /// The length in bytes of the longest frame.
    package static let maximumLength = Message.maximumLength + 1
    /// The bytes that the transport puts before each frame: its length.
    package static let prefixLength = 4
    /// The greatest number of beginnings in a frame.
    static let mostBeginnings = 1024

    package var bytes: [UInt8] {
        switch self {
        case .hello(let hello): [1, hello.isClockSet ? 1 : 0] + bigEndian(UInt64(bitPattern: hello.clock))
        case .message(let bytes): [2] + bytes
        case .notices(let beginnings): [3] + Self.bytes(of: beginnings)
        case .ask(let beginnings, let joins): [joins ? 13 : 4] + Self.bytes(of: beginnings)
        case .lazy: [5]
        case .carried(let bytes): [6] + bytes
        case .fetch(let beginnings): [7] + Self.bytes(of: beginnings)
        case .gone(let beginnings): [8] + Self.bytes(of: beginnings)
        case .offers(let beginnings): [9] + Self.bytes(of: beginnings)
        case .query(let frame): [10] + frame.bytes
        case .answer(let frame): [11] + frame.bytes
        case .acknowledged(let all): [12] + Self.bytes(of: all.flatMap { [$0.beginning, $0.sketch.bits] })
        }
    }

    private static func bytes(of numbers: [UInt64]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * numbers.count)
        for number in numbers { bytes += bigEndian(number) }
        return bytes
    }

    package init(_ bytes: [UInt8]) throws(FrameFault) {
        guard let first = bytes.first else { throw .empty }
        guard bytes.count <= Self.maximumLength else { throw .tooLong }
        let rest = bytes[1...]
        switch first {
        case 1:
            guard rest.count == 9, bytes[1] <= 1 else { throw .length }
            let clock = number(rest.dropFirst())
            // As in `HybridTime`: no sum with such a time overflows.
            guard clock < 1 << 48 else { throw .clock }
            self = .hello(Hello(clock: Timestamp(clock), isClockSet: bytes[1] == 1))
        case 2: self = .message(Array(rest))
        case 3: self = try .notices(Self.beginnings(rest))
        case 4, 13: self = try .ask(Self.beginnings(rest), joins: first == 13)
        case 5:
            guard rest.isEmpty else { throw .length }
            self = .lazy
        case 6: self = .carried(Array(rest))
        case 7: self = try .fetch(Self.beginnings(rest))
        case 8: self = try .gone(Self.beginnings(rest))
        case 9: self = try .offers(Self.beginnings(rest))
        case 10: self = try .query(ReconcileFrame(rest))
        case 11: self = try .answer(ReconcileFrame(rest))
        case 12:
            let numbers = try Self.beginnings(rest)
            guard numbers.count.isMultiple(of: 2) else { throw .length }
            self = .acknowledged(
                stride(from: 0, to: numbers.count, by: 2).map {
                    Acknowledgement(beginning: numbers[$0], sketch: Sketch(bits: numbers[$0 + 1]))
                })
        default: throw .unknown
        }
    }

    private static func beginnings(_ bytes: ArraySlice<UInt8>) throws(FrameFault) -> [UInt64] {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: 8), bytes.count <= 8 * mostBeginnings else { throw .length }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { number(bytes[$0..<$0 + 8]) }
    }
}

/// Why bytes are no frame.
package enum FrameFault: Error, Equatable, Sendable {
    case empty, unknown, tooLong, length, unknownClass, clock
}

/// The content of a node's first frame.
package struct Hello: Equatable, Sendable {
    /// The sender's clock.
    package let clock: Timestamp
    /// Whether the sender's kernel says that its clock is set.
    package let isClockSet: Bool

    package init(clock: Timestamp, isClockSet: Bool) { (self.clock, self.isClockSet) = (clock, isClockSet) }
}

/// A step of reconciling a class: the class (1 byte), the frame limit (4), the second at which both sets begin (8),
/// then a message of Negentropy.
///
/// The answer repeats the first three, so neither side confuses two runs. An answer with another beginning has no
/// message: the responder keeps nothing before that second, and the dialler begins again there.
package struct ReconcileFrame: Equatable, Sendable {
    static let headerLength = 13

    package let messageClass: MessageClass
    package let frameLimit: UInt32
    package let since: UInt64
    package let negentropy: [UInt8]

    package init(_ messageClass: MessageClass, frameLimit: UInt32, since: UInt64, _ negentropy: [UInt8]) {
        (self.messageClass, self.frameLimit, self.since) = (messageClass, frameLimit, since)
        self.negentropy = negentropy
    }

    init(_ bytes: ArraySlice<UInt8>) throws(FrameFault) {
        guard bytes.count >= Self.headerLength else { throw .length }
        let start = bytes.startIndex
        guard let messageClass = MessageClass(rawValue: bytes[start]) else { throw .unknownClass }
        let since = number(bytes[start + 5..<start + 13])
        // Negentropy calls the greatest number infinity.
        guard since < .max else { throw .length }
        self.init(
            messageClass, frameLimit: UInt32(number(bytes[start + 1..<start + 5])), since: since,
            Array(bytes[(start + Self.headerLength)...]))
    }

    var bytes: [UInt8] {
        [messageClass.rawValue] + bigEndian(UInt64(frameLimit), count: 4) + bigEndian(since) + negentropy
    }
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

private func bigEndian(_ number: UInt64, count: Int = 8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
}

extension MessageID {
    /// The first eight bytes. Frames name messages by them: a node that made two ids with the same beginning, at the
    /// price of 2³² digests, would only keep one of its own messages from being asked for.
    package var beginning: UInt64 { SignerKey(digest).beginning }
}
