import Crypto
import GeoCore
import Gossip
import TestSupport
import Testing

/// A message that another implementation wrote and signed.
struct MessageVector: Decodable {
    struct Field: Decodable {
        let tag: UInt8
        let value: Hex
    }

    struct Stamp: Decodable {
        let member: Hex
        let time: String
        let signedBytes: Hex
        let bytes: Hex
    }

    let what: String
    let kind: UInt8
    let place: Hex
    let time: String
    let author: Hex
    let about: Hex
    let fields: [Field]?
    let body: Hex
    let id: Hex
    let signedBytes: Hex
    let signature: Hex
    let stamp: Stamp?
    let message: Hex

    struct File: Decodable {
        let placeKey: Hex
        let messages: [MessageVector]
    }

    static var all: [MessageVector] {
        get throws {
            let file: File = try Vectors.read("message-vectors.json")
            return file.messages
        }
    }
}

@Suite struct MessageTests {
    private func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private func subject(_ bytes: [UInt8]) -> SubjectID? {
        bytes.contains { $0 != 0 } ? SubjectID(high: number(bytes[..<8]), low: number(bytes[8...])) : nil
    }

    private func draft(_ vector: MessageVector) throws -> MessageDraft {
        let kind = try MessageKind(rawValue: vector.kind).orThrow
        let place = PlaceCode(rawValue: number(vector.place.bytes))
        let time = HybridTime(rawValue: try UInt64(vector.time).orThrow), about = subject(vector.about.bytes)
        guard let fields = vector.fields else {
            return MessageDraft(sealed: kind, in: place, at: time, about: about, vector.body.bytes)
        }
        return MessageDraft(
            kind, in: place, at: time, by: SignerKey(try Bytes32(vector.author.bytes).orThrow), about: about,
            fields.map { BodyField(tag: $0.tag, value: $0.value.bytes) })
    }

    @Test func `messages are read as another implementation wrote them`() throws {
        let vectors = try MessageVector.all
        #expect(vectors.count == 8)
        for vector in vectors {
            let message = try Message(bytes: vector.message.bytes)
            #expect(message.bytes == vector.message.bytes)
            #expect(message.id.digest.bytes == vector.id.bytes)
            #expect(message.kind.rawValue == vector.kind)
            #expect(message.place.rawValue == number(vector.place.bytes))
            #expect(String(message.time.rawValue) == vector.time)
            #expect((message.author?.bytes ?? .zero).bytes == vector.author.bytes)
            #expect(message.about == subject(vector.about.bytes))
            #expect(Array(message.body) == vector.body.bytes)
            for field in vector.fields ?? [] {
                #expect(message.value(of: field.tag).map(Array.init) == field.value.bytes)
            }
            #expect(message.value(of: 99) == nil)
            #expect(Array(message.signature ?? []) == vector.signature.bytes)
            #expect(message.stamp?.bytes == vector.stamp?.bytes.bytes)
        }
    }

    @Test func `messages are written as another implementation writes them`() throws {
        for vector in try MessageVector.all {
            let draft = try draft(vector)
            #expect(draft.id.digest.bytes == vector.id.bytes)
            #expect(draft.signedBytes == vector.signedBytes.bytes)
            var message = try draft.message(signature: vector.signature.bytes)
            if let stamp = vector.stamp {
                let time = HybridTime(rawValue: try UInt64(stamp.time).orThrow)
                #expect(EntryStamp.signedBytes(of: draft.id, at: time) == stamp.signedBytes.bytes)
                let member = SignerKey(try Bytes32(stamp.member.bytes).orThrow)
                message = message.stamped(
                    EntryStamp(member: member, time: time, signature: Array(stamp.bytes.bytes[16...])))
            }
            #expect(try message == Message(bytes: vector.message.bytes))
        }
    }

    @Test func `the other implementation's signatures hold, and with any bit changed they do not`() throws {
        let checker = CryptoSignatures()
        for vector in try MessageVector.all {
            let message = try Message(bytes: vector.message.bytes)
            #expect(message.isSigned(by: checker))
            guard let stamp = message.stamp, let member = vector.stamp?.member.bytes else { continue }
            #expect(stamp.isSigned(of: message.id, by: SignerKey(try Bytes32(member).orThrow), checker))
            #expect(!stamp.isSigned(of: MessageID(item: 1), by: SignerKey(try Bytes32(member).orThrow), checker))
            #expect(!stamp.isSigned(of: message.id, by: try Writer().key, checker))
        }
    }

    @Test func `a place's code begins the digest of its key`() throws {
        let file: MessageVector.File = try Vectors.read("message-vectors.json")
        let place = PlaceCode(of: SignerKey(try Bytes32(file.placeKey.bytes).orThrow))
        #expect(place.rawValue == number(file.messages[0].place.bytes))
        #expect(place.rawValue == number(SHA256.hash(data: file.placeKey.bytes).prefix(8)))
    }

    @Test func `a second stamp takes the place of the first, and leaves the id as it is`() throws {
        let vector = try MessageVector.all[0], message = try Message(bytes: vector.message.bytes)
        let member = Writer(), time = HybridTime(milliseconds: 5)
        let signature = try member.signature(of: EntryStamp.signedBytes(of: message.id, at: time))
        let stamped = message.stamped(EntryStamp(member: try member.key, time: time, signature: signature))
        #expect(stamped.bytes.count == message.bytes.count && stamped.id == message.id)
        #expect(try stamped == Message(bytes: stamped.bytes))
        #expect(try stamped.stamp.orThrow.isSigned(of: message.id, by: member.key, CryptoSignatures()))
    }

    @Test func `a signed message changed anywhere is refused, is another one, or has a bad signature`() throws {
        let checker = CryptoSignatures()
        for vector in try MessageVector.all {
            let good = try Message(bytes: vector.message.bytes), stamp = good.stamp == nil ? 0 : EntryStamp.length
            for bytes in Damage.flips(of: vector.message.bytes) {
                guard let message = try? Message(bytes: bytes) else { continue }
                #expect(message.bytes == bytes)
                if message.id != good.id {
                    #expect(message.author == nil || !message.isSigned(by: checker))
                } else if bytes.dropLast(stamp) != vector.message.bytes.dropLast(stamp) {
                    #expect(!message.isSigned(by: checker))
                } else if let member = vector.stamp?.member.bytes {
                    let key = SignerKey(try Bytes32(member).orThrow)
                    #expect(message.stamp?.isSigned(of: message.id, by: key, checker) == false)
                }
            }
        }
    }

    @Test func `messages sort by time, then by id`() throws {
        let orders = try MessageVector.all.map { try Message(bytes: $0.message.bytes).order }.sorted()
        let naive = try MessageVector.all.map { (try UInt64($0.time).orThrow, Hex.text($0.id.bytes)) }.sorted {
            $0 < $1
        }
        #expect(orders.map { Hex.text($0.id.digest.bytes) } == naive.map(\.1))
    }
}
