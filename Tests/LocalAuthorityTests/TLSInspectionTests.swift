import Foundation
import LocalAuthority
import TestSupport
import Testing

@Suite struct TLSInspectionTests {
    private let folder: TemporaryFolder
    private let openssl: OpenSSL
    private let names = ServerNames(hosts: ["localhost"], addresses: ["127.0.0.1"].compactMap { IPAddress($0) })

    private static let authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign"

    init() throws {
        folder = try TemporaryFolder()
        openssl = OpenSSL(folder: folder)
    }

    /// Looks at `FILE.pem` with the key of `key`, or of the file itself; only `roots.pem` is trusted.
    private func inspect(
        _ file: String, key: String? = nil, names: ServerNames? = nil, at now: Date = Date()
    ) -> TLSInspection {
        TLSInspection(
            certificateFile: folder.file("\(file).pem"), keyFile: folder.file("\(key ?? file)-key.pem"),
            names: names ?? self.names, at: now, systemRoots: folder.file("roots.pem"))
    }

    private func makeChain() throws {
        try openssl.makeCertificate("root", extensions: Self.authority)
        try openssl.makeCertificate("middle", issuer: "root", extensions: Self.authority)
        try openssl.makeCertificate("server", issuer: "middle")
    }

    @Test func `certificates of this program have no fault`() throws {
        let own = LocalAuthority(folder: folder.file("tls"))
        _ = try own.renew(for: .ofThisMachine(), at: Date())
        let inspection = TLSInspection(
            certificateFile: own.certificateFile, keyFile: own.keyFile, names: .ofThisMachine(), at: Date())
        #expect(inspection.faults == [])
        #expect(inspection.anchor?.contains("Hereabouts on") == true)
    }

    @Test func `a chain up to a trusted root has no fault, with the root or without`() throws {
        try makeChain()
        try openssl.join("server", "middle", "root", to: "whole.pem")
        #expect(inspect("whole", key: "server").faults == [])
        try openssl.join("server", "middle", to: "short.pem")
        try openssl.join("root", to: "roots.pem")
        #expect(inspect("short", key: "server").faults == [])
        #expect(inspect("short", key: "server").anchor == "'CN=root'")
    }

    @Test func `a file that is not there or holds something else is named`() throws {
        try openssl.makeCertificate("server")
        let (chain, key) = (folder.file("none.pem"), folder.file("none-key.pem"))
        #expect(
            inspect("none").faults == [
                .unreadable(key, cause: "No such file or directory"),
                .unreadable(chain, cause: "No such file or directory"),
            ])
        try folder.write("none.pem", "junk".utf8)
        try folder.write("none-key.pem", "junk".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        #expect(inspect("none").faults == [.notKey(key), .notCertificate(chain)])
        // A certificate whose middle is lost, and the two files in each other's place.
        let lines = try String(contentsOfFile: folder.file("server.pem"), encoding: .utf8).split(separator: "\n")
        try folder.write("none.pem", (lines.prefix(3) + lines.suffix(3)).joined(separator: "\n").utf8)
        #expect(inspect("none", key: "server").faults == [.notCertificate(chain)])
        try folder.write("none.pem", folder.bytes("server-key.pem"))
        try folder.write("none-key.pem", folder.bytes("server.pem"))
        #expect(inspect("none").faults == [.notKey(key), .notCertificate(chain)])
    }

    @Test func `a key of another certificate, a key readable by others and a key with a password are named`() throws {
        try openssl.makeCertificate("server")
        try openssl.makeCertificate("other")
        #expect(
            inspect("server", key: "other").faults == [
                .keyOfAnother(folder.file("other-key.pem"), certificate: folder.file("server.pem"))
            ])
        let key = folder.file("server-key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        #expect(inspect("server").faults == [.keyOpenToOthers(key, mode: "644")])
        try openssl.run("pkcs8", "-topk8", "-in", "other-key.pem", "-passout", "pass:x", "-out", "locked-key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("locked-key.pem"))
        #expect(inspect("other", key: "locked").faults == [.keyUnderPassword(folder.file("locked-key.pem"))])
    }

    @Test func `a time outside the certificate's names the clock`() throws {
        try openssl.makeCertificate("server")
        let late = inspect("server", at: Date() + 366 * 86400).faults
        #expect(late.count == 1 && late[0].finding.contains("ended on") && late[0].finding.contains("clock shows"))
        let early = inspect("server", at: Date() - 86400).faults
        #expect(early.count == 1 && early[0].finding.contains("begins on") && early[0].remedy == "set the clock")
    }

    @Test func `names and addresses that the certificate lacks are listed`() throws {
        try openssl.makeCertificate(
            "server", extensions: "subjectAltName=DNS:localhost,DNS:*.example.org\nextendedKeyUsage=serverAuth")
        let asked = ServerNames(
            hosts: ["localhost", "map.example.org", "example.org", "a.b.example.org"],
            addresses: ["10.0.0.7", "::1"].compactMap { IPAddress($0) })
        #expect(
            inspect("server", names: asked).faults == [
                .namesMissing(folder.file("server.pem"), ["example.org", "a.b.example.org", "10.0.0.7", "::1"])
            ])
        try openssl.makeCertificate("bare", extensions: "extendedKeyUsage=serverAuth")
        #expect(inspect("bare").faults == [.namesMissing(folder.file("bare.pem"), ["localhost", "127.0.0.1"])])
    }

    @Test func `a chain that lacks a certificate names it`() throws {
        try makeChain()
        #expect(inspect("server").faults == [.chainIncomplete(folder.file("server.pem"), missing: "CN=middle")])
        try openssl.join("server", "root", to: "gap.pem")
        #expect(
            inspect("gap", key: "server").faults == [.chainIncomplete(folder.file("gap.pem"), missing: "CN=middle")])
        try openssl.join("server", "middle", to: "open.pem")
        #expect(
            inspect("open", key: "server").faults == [.chainIncomplete(folder.file("open.pem"), missing: "CN=root")])
    }

    @Test func `a chain in another order is reported, and a foreign certificate in it`() throws {
        try makeChain()
        try openssl.join("middle", "server", "root", to: "mixed.pem")
        #expect(
            inspect("mixed", key: "server").faults == [
                .wrongOrder(folder.file("mixed.pem"), first: "'CN=middle'", belongsFirst: "'CN=server'")
            ])
        try openssl.join("server", "root", "middle", to: "mixed.pem")
        #expect(
            inspect("mixed", key: "server").faults == [
                .wrongOrder(folder.file("mixed.pem"), first: "'CN=root'", belongsFirst: "CN=middle")
            ])
        try openssl.makeCertificate("alone")
        try openssl.join("alone", "middle", to: "stray.pem")
        #expect(
            inspect("stray", key: "alone").faults == [
                .strayCertificate(folder.file("stray.pem"), certificate: "'CN=middle'")
            ])
    }

    @Test func `a signature by another authority of the same name is no link`() throws {
        try makeChain()
        try openssl.makeCertificate("root", extensions: Self.authority)  // Another key under the name.
        try openssl.join("server", "middle", "root", to: "forged.pem")
        #expect(
            inspect("forged", key: "server").faults == [.chainIncomplete(folder.file("forged.pem"), missing: "CN=root")]
        )
    }

    @Test func `small keys and old signatures are named`() throws {
        try openssl.makeCertificate("small", key: ["rsa", "rsa_keygen_bits:1024"])
        #expect(
            inspect("small").faults == [
                .weakKey(folder.file("small-key.pem"), owner: "the key"),
                .weakKey(folder.file("small.pem"), owner: "a certificate"),
            ])
        try openssl.makeCertificate("root", key: ["rsa", "rsa_keygen_bits:2048"], extensions: Self.authority)
        try openssl.makeCertificate("old", issuer: "root", digest: "sha1")
        try openssl.join("old", "root", to: "both.pem")
        #expect(
            inspect("both", key: "old").faults == [
                .weakSignature(folder.file("both.pem"), certificate: "'CN=old'")
            ])
        try openssl.makeCertificate("older", issuer: "root", digest: "md5")
        try openssl.join("older", "root", to: "both.pem")
        #expect(
            inspect("both", key: "older").faults == [
                .weakSignature(folder.file("both.pem"), certificate: "a certificate")
            ])
    }

    @Test func `certificates that phones refuse for their use or length are named`() throws {
        try openssl.makeCertificate(
            "client", extensions: "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=clientAuth")
        #expect(inspect("client").faults == [.notForServers(folder.file("client.pem"))])
        try openssl.makeCertificate("mute", extensions: "subjectAltName=DNS:localhost,IP:127.0.0.1")
        #expect(inspect("mute").faults == [.notForServers(folder.file("mute.pem"))])
        try openssl.makeCertificate("long", days: 900)
        #expect(inspect("long").faults == [.tooLong(folder.file("long.pem"))])
    }
}
