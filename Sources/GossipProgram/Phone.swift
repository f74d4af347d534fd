import GeoCore
import Gossip

/// A page's part of the mesh besides signatures: messages, a clock, and a comparison with a node.
///
/// A question returns the length of its answer in bytes, negative where the given bytes are not what they should be.
struct Phone: ~Copyable {
    /// The bytes of the latest answer, in place until the next question.
    private(set) var answer: [UInt8] = []
    private var clock = HybridClock()
    private var items = ItemRuns()
    private var client: NegentropyClient?

    /// The greatest length of an answer of a node to a comparison, in bytes.
    static let frameLimit = 32_768
    /// A bundle of a node has no more messages.
    static let mostMessages = 256

    mutating func answer(with bytes: [UInt8]) -> Int32 {
        answer = bytes
        return Int32(bytes.count)
    }

    // MARK: Messages

    /// Answers with everything of a message before its signature, and behind it the bytes to sign.
    ///
    /// `first` and `second` are the values of the fields 1 and 2; `nil` for no such field. A value longer than a field
    /// can be is -1.
    mutating func draft(
        _ kind: MessageKind, in place: PlaceCode, at time: HybridTime, by author: SignerKey, about: SubjectID?,
        _ first: [UInt8]?, _ second: [UInt8]?
    ) -> Int32 {
        let values = [first, second]
        guard values.allSatisfy({ ($0?.count ?? 0) <= BodyField.maximumValue }) else { return -1 }
        var fields: [BodyField] = []
        for (index, value) in values.enumerated() {
            if let value { fields.append(BodyField(tag: UInt8(index + 1), value: value)) }
        }
        let draft = MessageDraft(kind, in: place, at: time, by: author, about: about, fields)
        return answer(with: draft.bytes + draft.signedBytes)
    }

    /// Answers with the facts of a message; see `FACTS` in Web/mesh/program.js. The layout alone is checked. For bytes
    /// that are no message the answer is minus the offset of the fault, minus 1.
    mutating func read(_ bytes: [UInt8]) -> Int32 {
        let message: Message
        do throws(MessageFault) { message = try Message(bytes: bytes) } catch { return -1 - Int32(error.offset) }
        var facts = message.id.digest.bytes + [message.kind.rawValue, message.messageClass.rawValue]
        facts.append(bigEndian: message.place.rawValue)
        facts.append(bigEndian: message.time.rawValue)
        facts += message.author?.bytes.bytes ?? [UInt8](repeating: 0, count: Bytes32.count)
        facts.append(bigEndian: message.about?.high ?? 0)
        facts.append(bigEndian: message.about?.low ?? 0)
        facts.append(range: message.signature)
        for tag in UInt8(1)...2 {
            // Of a line, a text and a name that no node shows are none.
            let value = message.value(of: tag)
            let isShown = message.kind != .roomLine || value?.isLegible(areLinesAllowed: tag == 1) ?? false
            facts.append(range: isShown ? value : nil)
        }
        facts.append(bigEndian: message.stamp?.member ?? 0)
        facts.append(bigEndian: message.stamp?.time.rawValue ?? 0)
        return answer(with: facts + Message.signedBytes(of: message.id))
    }

    // MARK: Time

    mutating func reading(at time: Timestamp) -> HybridTime { clock.reading(at: time) }

    mutating func learn(_ other: HybridTime, at time: Timestamp) -> Bool { clock.learn(other, at: time) }

    // MARK: Comparing with a node

    /// Replaces the set to compare. Each record is a message's time (8) and id (32).
    mutating func use(_ records: [UInt8]) -> Int32 {
        let length = 8 + Bytes32.count
        var items: [NegentropyItem] = []
        for start in stride(from: 0, to: records.count - length + 1, by: length) {
            guard let digest = Bytes32(records[start + 8..<start + length]) else { return -1 }
            let time = HybridTime(rawValue: records.integer(at: start))
            items.append(NegentropyItem(MessageOrder(time: time, id: MessageID(digest))))
        }
        self.items = ItemRuns(items)
        return Int32(items.count)
    }

    /// Answers with the first message of a comparison from the second `since` on. It cuts the set at places that depend
    /// on `seed`, a new random number each time; `nil` cuts it as the reference implementations do.
    mutating func open(since: UInt64, seed: UInt64?) -> Int32 {
        let division: Negentropy.Division = seed == nil ? .reference : .usual
        var client = NegentropyClient(
            Negentropy(division, frameLimit: seed == nil ? nil : Self.frameLimit), since: since)
        if var generator = seed.map(Seeded.init) {
            answer = client.opening(of: items, using: &generator)
        } else {
            answer = client.opening(of: items)
        }
        self.client = client
        return Int32(answer.count)
    }

    /// Reads a node's answer. Answers with what comes next (1: 0 finished, 1 send, 2 spent), the number of ids that the
    /// node lacks (4) and of ids that are missing here (4), these ids, and the message to send.
    mutating func receive(_ bytes: [UInt8]) -> Int32 {
        guard var client else { return -1 }
        let step: NegentropyClient.Step
        do throws(NegentropyFault) { step = try client.receive(bytes, about: items) } catch { return -1 }
        self.client = client
        var said: [UInt8]
        var message: [UInt8] = []
        switch step.next {
        case .finished: said = [0]
        case .send(let next): (said, message) = ([1], next)
        case .spent: said = [2]
        }
        said.append(bigEndian: UInt64(step.have.count), count: 4)
        said.append(bigEndian: UInt64(step.need.count), count: 4)
        for id in step.have + step.need { said += id.digest.bytes }
        return answer(with: said + message)
    }

    // MARK: Bundles

    /// Answers with a bundle. Each record is a message's length (4) and its bytes.
    mutating func bundle(of place: PlaceCode, _ records: [UInt8]) -> Int32 {
        var messages: [[UInt8]] = [], start = 0
        while start < records.count {
            guard records.count - start >= 4 else { return -1 }
            let end = start + 4 + Int(records.integer(at: start, count: 4) & 0xff_ffff)
            guard end <= records.count else { return -1 }
            messages.append(Array(records[start + 4..<end]))
            start = end
        }
        return answer(with: MessageBundle(of: place, messages).bytes)
    }

    /// Answers with the messages of a bundle, as records of their lengths (4) and bytes. A damaged bundle and one of
    /// another place are -1.
    mutating func unbundle(of place: PlaceCode, _ bytes: [UInt8]) -> Int32 {
        let bundle: MessageBundle
        do throws(BundleFault) {
            bundle = try MessageBundle(bytes: bytes, most: Self.mostMessages)
        } catch {
            return -1
        }
        guard bundle.place == place else { return -1 }
        var records: [UInt8] = []
        for message in bundle.messages {
            records.append(bigEndian: UInt64(message.count), count: 4)
            records += message
        }
        return answer(with: records)
    }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) from the page's
/// random number.
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

extension [UInt8] {
    /// Appends the lowest `count` bytes of a number, the highest of them first.
    mutating func append(bigEndian number: UInt64, count: Int = 8) {
        for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    /// Appends where a part of a message begins (4) and ends (4); all ones for a part that is missing.
    fileprivate mutating func append(range part: ArraySlice<UInt8>?) {
        append(bigEndian: part.map { UInt64($0.startIndex) } ?? .max, count: 4)
        append(bigEndian: part.map { UInt64($0.endIndex) } ?? .max, count: 4)
    }

    fileprivate func integer(at start: Int, count: Int = 8) -> UInt64 {
        self[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
