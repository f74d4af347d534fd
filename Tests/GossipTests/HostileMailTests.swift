import Crypto
import Foundation
import GeoCore
import Gossip
import TestSupport
import Testing

/// What a node that carries mail, its sender or a stranger can do to it.
@Suite struct HostileMailTests {
    private let vectors: MailVectors
    private let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

    init() throws { vectors = try MailVectors.read() }

    /// Opens as a receiver does who has the prekey's secret half; nil where anything is wrong.
    private func opened(_ bytes: [UInt8], as mail: MailVectors.Mail) -> MailContent? {
        guard let message = try? Message(bytes: bytes), let sealed = try? SealedMail(message),
            let secret = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: mail.prekeySecret.bytes),
            let receiver = Bytes32(mail.receiver.bytes), let prekey = Bytes32(mail.prekey.bytes),
            var opener = try? HPKE.Recipient(
                privateKey: secret, ciphersuite: suite, info: Data("hereabouts mail 1".utf8 + bytes[4..<12]),
                encapsulatedKey: Data(sealed.encapsulated.bytes.bytes)),
            let plain = try? opener.open(Data(sealed.sealed), authenticating: Data(sealed.head.bytes)),
            let content = try? MailContent(bytes: Array(plain))
        else { return nil }
        let signed = MailContent.signedBytes(
            content.what, content.text, head: sealed.head.bytes, to: SignerKey(receiver), AgreementKey(prekey),
            encapsulated: sealed.encapsulated)
        return CryptoSignatures().holds(content.signature, of: signed, by: content.author) ? content : nil
    }

    @Test func `a mail with any byte changed does not open`() throws {
        let mail = vectors.mails[0]
        #expect(opened(mail.message.bytes, as: mail)?.text.elementsEqual(mail.text.bytes) == true)
        for bytes in Damage.flips(of: mail.message.bytes) { #expect(opened(bytes, as: mail) == nil) }
        for bytes in Damage.truncations(of: mail.message.bytes) { #expect(opened(bytes, as: mail) == nil) }
    }

    @Test func `no changed byte of an opened content traps, and its end and padding count`() throws {
        for mail in vectors.mails where mail.content.bytes.count < 1000 {
            for bytes in Damage.flips(of: mail.content.bytes) {
                guard let content = try? MailContent(bytes: bytes) else { continue }
                #expect(try content.bytes(paddedTo: bytes.count) == bytes)
            }
            for bytes in Damage.truncations(of: mail.content.bytes) {
                #expect(throws: MailFault.length) { try MailContent(bytes: bytes) }
            }
        }
    }

    private func changed(_ at: Int, _ bytes: [UInt8]) -> [UInt8] {
        var content = vectors.mails[0].content.bytes
        content.replaceSubrange(at..<at + bytes.count, with: bytes)
        return content
    }

    @Test func `each fault of a content has its cause`() throws {
        for (content, fault) in [
            (changed(0, [3]), MailFault.what), (changed(0, [0]), .what), (changed(0, [2]), .ids),
            (changed(1, [1] + [UInt8](repeating: 0, count: 31)), .weakKey), (changed(33, [0xff, 0xff]), .length),
            (changed(33, [1, 0x6b]), .length), (changed(460, [1]), .padding), ([], .length),
        ] {
            #expect(throws: fault) { try MailContent(bytes: content) }
        }
        let receipt = vectors.mails[6]
        #expect(try MailContent(bytes: receipt.content.bytes).ids == [MessageID(item: 0), MessageID(item: 1)])
        #expect(try MailContent(bytes: vectors.mails[0].content.bytes).ids.isEmpty)
    }

    @Test func `a mail of another suite, with a hint that is none, or with a weak key is refused`() throws {
        let good = vectors.mails[0].message.bytes
        func fault(_ at: Int, _ bytes: [UInt8]) throws -> MailFault? {
            var changed = good
            changed.replaceSubrange(at..<at + bytes.count, with: bytes)
            let message = try Message(bytes: changed)
            do { _ = try SealedMail(message) } catch { return error }
            return nil
        }
        #expect(try fault(72, [2]) == .suite && fault(72, [0]) == .suite)
        #expect(try fault(73, [0xd0, 0]) == .hint && fault(73, [0x18, 1]) == .hint && fault(73, [0x18, 0]) == nil)
        for key in vectors.smallOrder + vectors.unreduced { #expect(try fault(75, key.bytes) == .weakKey) }
        #expect(try fault(1, [0x51]) == .kind)
    }

    @Test func `what was sealed to a prekey that its receiver deleted stays closed`() throws {
        let mail = vectors.mails[0]
        let other = vectors.mails[0].prekeySecret.bytes.reversed()
        var late = try HPKE.Recipient(
            privateKey: Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Array(other)), ciphersuite: suite,
            info: Data("hereabouts mail 1".utf8 + vectors.place.bytes), encapsulatedKey: Data(mail.enc.bytes))
        let sealed = try SealedMail(mail.read)
        #expect(throws: (any Error).self) {
            try late.open(Data(sealed.sealed), authenticating: Data(sealed.head.bytes))
        }
    }
}
