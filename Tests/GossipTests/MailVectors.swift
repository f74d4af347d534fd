import GeoCore
import Gossip

/// Private messages that another implementation wrote, sealed and signed.
struct MailVectors: Decodable {
    struct PrekeyVector: Decodable {
        let author: Hex
        let key: Hex
        let time: String
        let message: Hex
        let short: Hex
        let weak: Hex
    }

    struct HintVector: Decodable {
        let people: Int
        let hint: UInt16
    }

    struct Mail: Decodable {
        let what: String
        let kind: UInt8
        let people: Int
        let time: String
        let author: Hex
        let receiver: Hex
        let prekeySecret: Hex
        let prekey: Hex
        let enc: Hex
        let head: Hex
        let text: Hex
        let toSign: Hex
        let signature: Hex
        let content: Hex
        let id: Hex
        let message: Hex
    }

    let place: Hex
    let smallOrder: [Hex]
    let unreduced: [Hex]
    let prekey: PrekeyVector
    let hints: [HintVector]
    let mails: [Mail]

    static func read() throws -> MailVectors { try Vectors.read("mail-vectors.json") }
}

extension AgreementKey {
    init(bytes: [UInt8]) throws { self.init(try Bytes32(bytes).orThrow) }
}

extension MailVectors.Mail {
    var read: Message {
        get throws { try Message(bytes: message.bytes) }
    }
}
