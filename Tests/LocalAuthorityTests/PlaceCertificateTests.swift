import Crypto
import Foundation
import LocalAuthority
import TestSupport
import Testing

/// Certificates of a place's name, with `openssl` as the second opinion.
@Suite struct PlaceCertificateTests {
    private let folder: TemporaryFolder
    private let openssl: OpenSSL
    private let authority: LocalAuthority
    private let identity: PlaceIdentity
    private let now = Date()
    private static let day = 24.0 * 3600

    init() throws {
        folder = try TemporaryFolder()
        openssl = OpenSSL(folder: folder)
        authority = LocalAuthority(folder: folder.file("tls"))
        identity = PlaceIdentity(folder: folder.file("mesh"))
    }

    private func made(_ host: String = "library.local", at time: Date? = nil) throws -> PlaceCertificate {
        try #require(try authority.placeCertificate(for: host, identity.publicKey(), at: time ?? now))
    }

    private func verify(_ options: String...) throws -> Int32 {
        try OpenSSL.run(
            "openssl",
            ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "tls/authority.pem"] + options
                + ["mesh/name.pem"], in: folder.path
        ).status
    }

    @Test func `openssl takes the certificate for the place's name and for no other`() throws {
        try identity.keep(try made())
        #expect(try verify("-verify_hostname", "library.local") == 0)
        #expect(try verify("-verify_hostname", "localhost") != 0)
        #expect(try verify("-verify_hostname", "other.local") != 0)
        let key = try openssl.run("pkey", "-in", "mesh/name-key.pem", "-pubout").text
        #expect(try openssl.run("x509", "-in", "mesh/name.pem", "-noout", "-pubkey").text == key)
        let mode = try FileManager.default.attributesOfItem(atPath: identity.keyFile)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `it lasts fourteen days, and is old in the last seven of them`() throws {
        let made = try made()
        try identity.keep(made)
        #expect(abs(made.end.timeIntervalSince(made.start) - 14 * Self.day) < 2)
        for days in [-1.5, 0, 5.5, 6.5, 12.5, 13.5] {
            let time = now + days * Self.day
            #expect(made.isOld(at: time) == (days < 0 || days > 6), "\(days)")
            #expect(made.isValid(at: time) == (days > -1 && days < 13), "\(days)")
            let status = try verify("-attime", String(Int(time.timeIntervalSince1970)))
            #expect((status == 0) == made.isValid(at: time), "\(days)")
        }
    }

    @Test func `what is kept comes back, and only for the kept key`() throws {
        #expect(try identity.certificate() == nil)
        let made = try made()
        try identity.keep(made)
        let kept = try #require(try identity.certificate())
        #expect(kept.certificate == made.certificate && kept.authority == made.authority)
        #expect(try kept.host == "library.local" && kept.publicKey == identity.publicKey())
        #expect(authority.isOwn(kept))
        #expect(!LocalAuthority(folder: folder.file("none")).isOwn(kept))
        try FileManager.default.removeItem(atPath: identity.keyFile)
        #expect(try identity.certificate() == nil)
    }

    @Test func `keys that are none, and names beyond the authority's limits, get no certificate`() throws {
        let key = try identity.publicKey()
        for bad in [[], Array(key.dropLast()), [2] + key.dropFirst(), [4] + [UInt8](repeating: 1, count: 64)] {
            #expect(try authority.placeCertificate(for: "library.local", bad, at: now) == nil)
        }
        #expect(try authority.placeCertificate(for: "bank.example", key, at: now) == nil)
    }

    @Test func `a certificate of another authority, or a damaged one, is none`() throws {
        let made = try made()
        let other = LocalAuthority(folder: folder.file("other"))
        let foreign = try #require(try other.placeCertificate(for: "library.local", identity.publicKey(), at: now))
        #expect(PlaceCertificate(certificate: made.certificate, authority: foreign.authority) == nil)
        #expect(PlaceCertificate(certificate: [], authority: made.authority) == nil)
        for length in stride(from: 0, to: made.certificate.count, by: 7) {
            let part = Array(made.certificate.prefix(length))
            #expect(PlaceCertificate(certificate: part, authority: made.authority) == nil)
        }
        // All bytes count, but for the number of unused bits of the signature: the library takes 1 where that bit is zero.
        let bytes = made.certificate
        let signature = try #require(
            bytes.indices.dropLast(2).last { bytes[$0] == 3 && Int(bytes[$0 + 1]) == bytes.count - $0 - 2 })
        #expect(bytes[signature + 2] == 0)
        for index in bytes.indices where index != signature + 2 {
            var changed = made.certificate
            changed[index] ^= 1
            #expect(PlaceCertificate(certificate: changed, authority: made.authority) == nil, "\(index)")
        }
        // A server's certificate of the same authority names this machine too.
        _ = try authority.renew(for: .ofThisMachine(), at: now)
        #expect(authority.isOwn(made) && !authority.isOwn(foreign))
    }

    @Test func `the certificate and its authority fit in a message of the roster`() throws {
        let made = try made(String(repeating: "x", count: 63) + ".local")
        #expect(made.certificate.count + made.authority.count < 4096 - 3 * 3 - 32)
    }
}
