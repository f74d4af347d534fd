import GeoCore
import Gossip

/// Private messages: everything but keys, seals and signatures, which are the browser's.
///
/// -1 answers bytes that are not what they should be. Numbers are big endian.
extension Phone {
    /// Answers with the author (32), the key (32) and the time (8) of a message with a prekey.
    mutating func prekey(_ message: [UInt8]) -> Int32 {
        guard let message = try? Message(bytes: message), let prekey = try? Prekey(message) else { return -1 }
        var facts = prekey.author.bytes.bytes + prekey.key.bytes.bytes
        facts.append(bigEndian: prekey.time.rawValue)
        return answer(with: facts)
    }

    /// Answers with the head of a mail (75), whose text has `length` bytes. -1 for a weak prekey, -2 for a text that is
    /// too long.
    mutating func mailHead(
        in place: PlaceCode, at time: HybridTime, to prekey: AgreementKey, amongPeople people: Int, length: Int
    ) -> Int32 {
        do throws(MailFault) {
            let head = try MailHead(in: place, at: time, to: prekey, amongPeople: people, textLength: length)
            return answer(with: head.bytes)
        } catch {
            return error == .tooLong ? -2 : -1
        }
    }

    /// Answers with the head (75), the encapsulated key (32) and the sealed bytes of a mail.
    mutating func mail(_ message: [UInt8]) -> Int32 {
        guard let message = try? Message(bytes: message), let mail = try? SealedMail(message) else { return -1 }
        return answer(with: mail.head.bytes + mail.encapsulated.bytes.bytes + mail.sealed)
    }

    /// Answers with the bytes to sign. `given`: head (75), receiver, prekey and encapsulated key (32 each), what (1),
    /// text.
    mutating func mailToSign(_ given: [UInt8]) -> Int32 {
        let start = MailHead.length
        guard given.count > start + 96, let what = MailContent.What(rawValue: given[start + 96]),
            let receiver = Bytes32(given[start..<start + 32]), let prekey = Bytes32(given[start + 32..<start + 64]),
            let encapsulated = Bytes32(given[start + 64..<start + 96])
        else { return -1 }
        return answer(
            with: MailContent.signedBytes(
                what, given[(start + 97)...], head: Array(given[..<start]), to: SignerKey(receiver),
                AgreementKey(prekey), encapsulated: AgreementKey(encapsulated)))
    }

    /// Answers with the bytes to seal, so many as `length`. `given`: what (1), author (32), signature (64), text.
    mutating func mailContent(_ given: [UInt8], length: Int) -> Int32 {
        guard given.count >= 97, let what = MailContent.What(rawValue: given[0]), let author = Bytes32(given[1..<33])
        else { return -1 }
        let content = MailContent(
            what, by: SignerKey(author), Array(given[97...]), signature: Array(given[33..<97]))
        guard let bytes = try? content.bytes(paddedTo: length) else { return -1 }
        return answer(with: bytes)
    }

    /// Answers with what (1), author (32), signature (64) and text of opened bytes.
    mutating func openedMail(_ bytes: [UInt8]) -> Int32 {
        guard let content = try? MailContent(bytes: bytes) else { return -1 }
        return answer(with: [content.what.rawValue] + content.author.bytes.bytes + content.signature + content.text)
    }
}
