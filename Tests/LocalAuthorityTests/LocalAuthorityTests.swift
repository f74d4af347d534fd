import Foundation
import LocalAuthority
import SwiftASN1
import TestSupport
import Testing

@Suite struct LocalAuthorityTests {
    private let folder: TemporaryFolder
    private let openssl: OpenSSL
    private let authority: LocalAuthority
    private let now = Date()
    private let names = ServerNames(
        hosts: ["localhost", "kiosk", "kiosk.local", "map.example.org"],
        addresses: ["127.0.0.1", "::1", "192.168.7.20", "fd00::20", "203.0.113.9", "2001:db8:7:7::20"].compactMap {
            IPAddress($0)
        })

    init() throws {
        folder = try TemporaryFolder()
        openssl = OpenSSL(folder: folder)
        authority = LocalAuthority(folder: folder.file("tls"))
    }

    private func verify(_ options: String...) throws -> OpenSSL.Answer {
        try OpenSSL.run(
            "openssl",
            ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "tls/authority.pem"] + options
                + ["tls/server.pem"], in: folder.path)
    }

    private func mode(_ name: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int)
    }

    private static let day = 24.0 * 3600

    @Test func `openssl takes the chain for every name and address, and for no other`() throws {
        let renewal = try authority.renew(for: names, at: now)
        #expect(renewal == .init(isAuthorityNew: true, isCertificateNew: true))
        for host in names.hosts { #expect(try verify("-verify_hostname", host).status == 0, "\(host)") }
        for address in names.addresses { #expect(try verify("-verify_ip", "\(address)").status == 0, "\(address)") }
        #expect(try verify("-verify_hostname", "other.local").status != 0)
        #expect(try verify("-verify_ip", "192.168.7.21").status != 0)
    }

    @Test func `openssl reads the allowed uses of the certificates`() throws {
        _ = try authority.renew(for: names, at: now)
        let root = try openssl.run("x509", "-in", "tls/authority.pem", "-noout", "-text").text
        for line in [
            "X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0",
            "X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign\n",
            "X509v3 Name Constraints: critical",
            "IP:192.168.0.0/255.255.0.0", "IP:203.0.113.9/255.255.255.255", "DNS:local\n", "DNS:map.example.org",
            "prime256v1",
        ] { #expect(root.contains(line), "\(line)") }
        #expect(!root.contains("DNS:kiosk.local"), "it is inside .local")
        let server = try openssl.run("x509", "-in", "tls/server.pem", "-noout", "-text").text
        for line in [
            "CA:FALSE", "TLS Web Server Authentication", "Digital Signature", "prime256v1",
            "DNS:localhost, DNS:kiosk, DNS:kiosk.local, DNS:map.example.org, IP Address:127.0.0.1",
        ] { #expect(server.contains(line), "\(line)") }
    }

    @Test func `a certificate lasts less than 398 days and the authority ten years`() throws {
        _ = try authority.renew(for: names, at: now)
        func lasts(_ file: String, days: Double) throws -> Bool {
            try openssl.run("x509", "-in", file, "-noout", "-checkend", "\(Int(days * Self.day))").status == 0
        }
        #expect(try lasts("tls/server.pem", days: 395) && !lasts("tls/server.pem", days: 397))
        #expect(try lasts("tls/authority.pem", days: 3651) && !lasts("tls/authority.pem", days: 3653))
    }

    @Test func `a stolen key is worth nothing outside the network`() throws {
        _ = try authority.renew(for: names, at: now)
        for (name, allowed) in [
            ("DNS:bank.example", false), ("IP:8.8.8.8", false), ("DNS:example.org", false), ("DNS:printer.local", true),
        ] {
            try folder.write("e.cnf", "[made]\nsubjectAltName=\(name)\nextendedKeyUsage=serverAuth\n".utf8)
            try openssl.run(
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "e.key",
                "-subj", "/O=thief", "-out", "e.csr")
            try openssl.run(
                "x509", "-req", "-in", "e.csr", "-CA", "tls/authority.pem", "-CAkey", "tls/authority-key.pem",
                "-days", "9", "-extfile", "e.cnf", "-extensions", "made", "-out", "e.pem")
            let answer = try openssl.run("verify", "-CAfile", "tls/authority.pem", "e.pem")
            #expect((answer.status == 0) == allowed, "\(name): \(answer.text)")
            if !allowed { #expect(answer.text.contains("permitted subtree violation")) }
        }
    }

    @Test func `keys are for the server's user only, and nothing half is left`() throws {
        _ = try authority.renew(for: names, at: now)
        #expect(try mode("tls") == 0o700)
        #expect(try mode("tls/authority-key.pem") == 0o600 && mode("tls/server-key.pem") == 0o600)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("tls")).sorted()
        #expect(files == ["authority-key.pem", "authority.pem", "server-key.pem", "server.pem"])
    }

    @Test func `nothing changes while everything is good`() throws {
        _ = try authority.renew(for: names, at: now)
        let before = try folder.bytes("tls/server.pem")
        #expect(try authority.renew(for: names, at: now + 300 * Self.day) == .init())
        let fewer = ServerNames(hosts: ["localhost"], addresses: [])
        #expect(try authority.renew(for: fewer, at: now) == .init(), "a laptop may come back to a network")
        #expect(try folder.bytes("tls/server.pem") == before)
    }

    @Test func `a certificate that ends within thirty days is renewed with the same keys`() throws {
        _ = try authority.renew(for: names, at: now)
        let (root, key) = (try folder.bytes("tls/authority.pem"), try folder.bytes("tls/server-key.pem"))
        let old = try folder.bytes("tls/server.pem")
        let later = now + 367 * Self.day
        #expect(try authority.renew(for: names, at: later) == .init(isCertificateNew: true))
        #expect(try folder.bytes("tls/authority.pem") == root && folder.bytes("tls/server-key.pem") == key)
        #expect(try folder.bytes("tls/server.pem") != old)
        #expect(try verify("-attime", "\(Int(later.timeIntervalSince1970) + 395 * 86400)").status == 0)
    }

    @Test func `a new address gets a new certificate, and an address that the authority may not sign for is reported`()
        throws
    {
        _ = try authority.renew(for: names, at: now)
        var moved = names
        moved.addresses += ["10.1.2.3", "198.51.100.7"].compactMap { IPAddress($0) }
        moved.hosts.append("other.example.org")
        let renewal = try authority.renew(for: moved, at: now)
        #expect(renewal == .init(isCertificateNew: true, leftOut: ["other.example.org", "198.51.100.7"]))
        #expect(try verify("-verify_ip", "10.1.2.3").status == 0)
        #expect(try authority.renew(for: moved, at: now) == .init(leftOut: ["other.example.org", "198.51.100.7"]))
    }

    @Test func `an authority near its end is replaced, and never outlived`() throws {
        _ = try authority.renew(for: names, at: now)
        let late = now + 3600 * Self.day
        #expect(try authority.renew(for: names, at: late) == .init(isCertificateNew: true))
        #expect(try verify("-attime", "\(Int(late.timeIntervalSince1970) + 51 * 86400)").status == 0)
        #expect(try verify("-attime", "\(Int(late.timeIntervalSince1970) + 53 * 86400)").status != 0)
        let end = now + 3640 * Self.day
        #expect(try authority.renew(for: names, at: end) == .init(isAuthorityNew: true, isCertificateNew: true))
        #expect(try verify("-attime", "\(Int(end.timeIntervalSince1970) + 390 * 86400)").status == 0)
    }

    @Test func `lost files of the server are made again, lost files of the authority are reported`() throws {
        _ = try authority.renew(for: names, at: now)
        try folder.write("tls/server-key.pem", "junk".utf8)
        #expect(try authority.renew(for: names, at: now) == .init(isCertificateNew: true))
        #expect(try verify().status == 0 && mode("tls/server-key.pem") == 0o600)

        let key = try folder.bytes("tls/authority-key.pem")
        try FileManager.default.removeItem(atPath: folder.file("tls/authority-key.pem"))
        #expect(throws: LocalAuthorityFault.keyMissing(folder.file("tls/authority-key.pem"))) {
            try authority.renew(for: names, at: now)
        }
        try folder.write("tls/authority-key.pem", folder.bytes("tls/server-key.pem"))
        #expect(
            throws: LocalAuthorityFault.keyOfAnother(
                folder.file("tls/authority-key.pem"), certificate: folder.file("tls/authority.pem"))
        ) { try authority.renew(for: names, at: now) }
        try folder.write("tls/authority-key.pem", key)
        try folder.write("tls/authority.pem", "junk".utf8)
        #expect(throws: LocalAuthorityFault.damaged(folder.file("tls/authority.pem"))) {
            try authority.renew(for: names, at: now)
        }
        try FileManager.default.removeItem(atPath: folder.file("tls/authority.pem"))
        #expect(try authority.renew(for: names, at: now).isAuthorityNew, "a start that was killed after the key")
    }

    @Test func `a clock from before the authority is named`() throws {
        _ = try authority.renew(for: names, at: now)
        let fault = #expect(throws: LocalAuthorityFault.self) {
            try authority.renew(for: names, at: Date(timeIntervalSince1970: 0))
        }
        #expect(fault?.description.contains("clock shows 1970-01-01T00:00:00Z") == true)
    }

    @Test func `a folder that cannot be made is named with its cause`() throws {
        try folder.write("file", "".utf8)
        let fault = #expect(throws: LocalAuthorityFault.self) {
            try LocalAuthority(folder: folder.file("file/tls")).renew(for: names, at: now)
        }
        #expect(fault == .folder(folder.file("file/tls"), cause: "Not a directory"))
    }

    @Test func `a device that trusts the authority takes its chain at its addresses, and no other chain`() async throws
    {
        _ = try authority.renew(for: names, at: now)
        func shown(_ file: String) throws -> [[UInt8]] {
            let text = try String(contentsOfFile: folder.file(file), encoding: .utf8)
            return try PEMDocument.parseMultiple(pemString: text).map(\.derBytes)
        }
        for address in names.addresses {
            #expect(await authority.refusal(of: try shown("tls/server.pem"), from: address) == nil, "\(address)")
        }
        let elsewhere = try #require(IPAddress("192.168.7.21"))
        #expect(await authority.refusal(of: try shown("tls/server.pem"), from: elsewhere) != nil)
        try openssl.makeCertificate("other")
        #expect(await authority.refusal(of: try shown("other.pem"), from: names.addresses[0]) != nil)
        #expect(await authority.refusal(of: [], from: names.addresses[0]) != nil)
    }

    @Test func `the profile for iOS holds the certificate, and the fingerprint is openssl's`() throws {
        _ = try authority.renew(for: names, at: now)
        let certificate = try authority.certificate()
        try folder.write("authority.mobileconfig", certificate.profile.utf8)
        let script = """
            import plistlib
            payload = plistlib.load(open("authority.mobileconfig", "rb"))["PayloadContent"][0]
            assert payload["PayloadType"] == "com.apple.security.root"
            open("from-profile.cer", "wb").write(payload["PayloadContent"])
            """
        let answer = try OpenSSL.run("python3", ["-c", script], in: folder.path)
        #expect(answer.status == 0, "\(answer.text)")
        for source in [["-in", "from-profile.cer", "-inform", "DER"], ["-in", "tls/authority.pem"]] {
            let told = try OpenSSL.run(
                "openssl", ["x509", "-noout", "-fingerprint", "-sha256"] + source, in: folder.path)
            #expect(told.text.contains(certificate.fingerprint))
        }
    }
}
