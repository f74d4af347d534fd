import Crypto
import Foundation
import GeoCore
import Gossip
import TestSupport
import Testing

@Suite struct MailTests {
    private let vectors: MailVectors

    init() throws { vectors = try MailVectors.read() }

    private func signer(_ key: Hex) throws -> SignerKey { SignerKey(try Bytes32(key.bytes).orThrow) }

    private func fault(_ read: () throws(MailFault) -> Void) -> MailFault? {
        do { try read() } catch { return error }
        return nil
    }

    @Test func `a mail is written as another implementation writes it`() throws {
        #expect(vectors.mails.count == 8)
        let place = PlaceCode(rawValue: vectors.place.bytes.reduce(0) { $0 << 8 | UInt64($1) })
        for mail in vectors.mails {
            let prekey = try AgreementKey(bytes: mail.prekey.bytes)
            let head = try MailHead(
                in: place, at: HybridTime(rawValue: UInt64(mail.time).orThrow), to: prekey, amongPeople: mail.people,
                textLength: mail.text.bytes.count)
            #expect(head.bytes == mail.head.bytes, "\(mail.what)")
            let what = try MailContent.What(rawValue: mail.kind).orThrow
            let signed = MailContent.signedBytes(
                what, mail.text.bytes, head: head.bytes, to: try signer(mail.receiver), prekey,
                encapsulated: try AgreementKey(bytes: mail.enc.bytes))
            #expect(signed == mail.toSign.bytes)
            let content = MailContent(
                what, by: try signer(mail.author), mail.text.bytes, signature: mail.signature.bytes)
            #expect(try content.bytes(paddedTo: head.contentLength) == mail.content.bytes)
        }
    }

    @Test func `swift-crypto opens what another implementation sealed, and its signatures hold`() throws {
        let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
        for mail in vectors.mails {
            let message = try mail.read, sealed = try SealedMail(message)
            #expect(message.id.digest.bytes == mail.id.bytes)
            #expect(sealed.head.bytes == mail.head.bytes && sealed.encapsulated.bytes.bytes == mail.enc.bytes)
            let secret = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: mail.prekeySecret.bytes)
            var opener = try HPKE.Recipient(
                privateKey: secret, ciphersuite: suite, info: Data("hereabouts mail 1".utf8 + vectors.place.bytes),
                encapsulatedKey: Data(mail.enc.bytes))
            let opened = try opener.open(Data(sealed.sealed), authenticating: Data(sealed.head.bytes))
            #expect(Array(opened) == mail.content.bytes)
            let content = try MailContent(bytes: Array(opened))
            #expect(content.what.rawValue == mail.kind && Array(content.text) == mail.text.bytes)
            #expect(content.author == (try signer(mail.author)))
            #expect(CryptoSignatures().holds(content.signature, of: mail.toSign.bytes, by: content.author))
        }
    }

    @Test func `nothing outside the seal says who wrote a mail or who gets it`() throws {
        for mail in vectors.mails {
            let message = try mail.read
            #expect(message.author == nil && message.about == nil && message.signature == nil)
            let digest = PortableSHA256.digest(of: mail.prekey.bytes).bytes
            for secret in [mail.author.bytes, mail.receiver.bytes, mail.prekey.bytes, digest] {
                for start in stride(from: 0, through: 24, by: 8) {
                    #expect(message.bytes.firstRange(of: secret[start..<start + 8]) == nil)
                }
            }
        }
    }

    @Test func `so many bits are given that sixteen people share them, four at most`() throws {
        let prekey = try AgreementKey(bytes: vectors.prekey.key.bytes)
        for vector in vectors.hints {
            let hint = MailHint(of: prekey, amongPeople: vector.people)
            #expect(hint.rawValue == vector.hint, "\(vector.people) people")
            #expect(MailHint(rawValue: vector.hint) == hint && hint.admits(prekey))
            let bits = Int(hint.rawValue >> 12)
            #expect(bits == 0 || bits == 4 || vector.people >> bits >= 16 && vector.people >> (bits + 1) < 16)
            // A hint with its last bit changed is for the other half.
            let other = MailHint(rawValue: hint.rawValue ^ 1 << UInt16(12 - max(bits, 1)))
            #expect(bits == 0 || other?.admits(prekey) == false)
        }
    }

    @Test func `a hint has one writing`() {
        let written = (0...UInt16.max).filter { MailHint(rawValue: $0) != nil }
        #expect(written.count == (0...12).reduce(0) { $0 + 1 << $1 })
        for number in written { #expect(MailHint(rawValue: number)?.rawValue == number) }
    }

    @Test func `keys of small order and second writings are weak, and swift-crypto takes them`() throws {
        #expect(vectors.smallOrder.count == 5 && vectors.unreduced.count == 25)
        for key in vectors.smallOrder + vectors.unreduced { #expect(try AgreementKey(bytes: key.bytes).isWeak) }
        for key in vectors.smallOrder {
            for bit in 0..<255 {
                var other = key.bytes
                other[bit / 8] ^= 1 << UInt8(bit % 8)
                let isListed = (vectors.smallOrder + vectors.unreduced).contains(Hex(Hex.text(other)))
                #expect(try AgreementKey(bytes: other).isWeak == isListed)
            }
            #expect(throws: Never.self) { try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key.bytes) }
        }
        for _ in 0..<100 {
            let key = Curve25519.KeyAgreement.PrivateKey().publicKey.rawRepresentation
            #expect(try !AgreementKey(bytes: Array(key)).isWeak)
        }
    }

    @Test func `a prekey is read with its author, and one of another length or of small order is refused`() throws {
        let vector = vectors.prekey, message = try Message(bytes: vector.message.bytes)
        #expect(message.isSigned(by: CryptoSignatures()))
        let prekey = try Prekey(message)
        #expect(prekey.author == (try signer(vector.author)) && prekey.key.bytes.bytes == vector.key.bytes)
        #expect(String(prekey.time.rawValue) == vector.time)
        let short = try Message(bytes: vector.short.bytes), weak = try Message(bytes: vector.weak.bytes)
        #expect(fault { () throws(MailFault) in _ = try Prekey(short) } == .keyLength)
        #expect(fault { () throws(MailFault) in _ = try Prekey(weak) } == .weakKey)
        let mail = try vectors.mails[0].read
        #expect(fault { () throws(MailFault) in _ = try Prekey(mail) } == .kind)
        #expect(fault { () throws(MailFault) in _ = try SealedMail(message) } == .kind)
    }

    @Test func `a weak prekey and a text that does not fit make no mail`() throws {
        let place = PlaceCode(rawValue: 1), time = HybridTime(rawValue: 1)
        let weak = try AgreementKey(bytes: vectors.smallOrder[2].bytes)
        let good = try AgreementKey(bytes: vectors.prekey.key.bytes)
        func head(_ key: AgreementKey, _ length: Int) -> MailFault? {
            fault { () throws(MailFault) in
                _ = try MailHead(in: place, at: time, to: key, amongPeople: 5, textLength: length)
            }
        }
        #expect(head(weak, 5) == .weakKey && head(good, 8042) == nil)
        #expect(head(good, 8043) == .tooLong && head(good, .max / 2) == .tooLong)
        let long = MailContent(
            .text, by: try signer(vectors.prekey.author), [UInt8](repeating: 65, count: 363),
            signature: [UInt8](repeating: 0, count: 64))
        #expect(fault { () throws(MailFault) in _ = try long.bytes(paddedTo: 461) } == .tooLong)
    }
}
