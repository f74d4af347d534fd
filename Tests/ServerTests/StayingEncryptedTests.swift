import HTTPTypes
import HummingbirdTesting
import Server
import TestSupport
import Testing

/// Tells browsers when to come by encryption only (HSTS, RFC 6797).
@Suite struct StayingEncryptedTests {
    private static let told = "max-age=31536000"

    private func header(
        _ host: String, scheme: String? = nil, target: String = "/healthz", _ change: (inout ServerSettings) -> Void
    ) async throws -> String? {
        let town = try Town {
            $0.hostNames = ["map.example.org", "other.example.org"]
            change(&$0)
        }
        var headers: HTTPFields = [HTTPField.Name("x-forwarded-host")!: host]
        if let scheme { headers[HTTPField.Name("x-forwarded-proto")!] = scheme }
        let answer = try await town.get(target, headers: headers)
        #expect([200, 404].contains(answer.status.code))
        return answer.headers[HTTPField.Name("strict-transport-security")!]
    }

    /// Lets a server have a certificate.
    private func files() throws -> (TemporaryFolder, ServerSettings.TLSFiles) {
        let folder = try TemporaryFolder()
        let certificate = try folder.write("cert.pem", TestIdentity.certificate.utf8)
        return (folder, .init(certificate: certificate, key: try folder.write("key.pem", TestIdentity.key.utf8)))
    }

    @Test func `a server with a trusted certificate sends HSTS at the usual port`() async throws {
        let (folder, files) = try files()
        defer { withExtendedLifetime(folder) {} }
        for target in ["/healthz", "/", "/nowhere", "/api/v1/about"] {
            #expect(try await header("map.example.org", target: target) { $0.tls = files } == Self.told, "\(target)")
        }
        #expect(try await header("map.example.org:443") { $0.tls = files } == Self.told)
        // Other services of the host at other ports must stay within reach.
        #expect(try await header("map.example.org:8443") { $0.tls = files } == nil)
        // A proxy before it was asked unencrypted.
        #expect(try await header("map.example.org", scheme: "http") { $0.tls = files } == nil)
    }

    @Test(arguments: [
        "localhost", "server", "server.local", "192.0.2.1", "[2001:db8::1]", "map.localhost", "server.internal",
    ])
    func `addresses and local names get no HSTS`(host: String) async throws {
        let (folder, files) = try files()
        defer { withExtendedLifetime(folder) {} }
        #expect(try await header(host) { $0.tls = files } == nil)
    }

    @Test func `a certificate of the server's own locks nobody out`() async throws {
        let (folder, files) = try files()
        defer { withExtendedLifetime(folder) {} }
        let header = try await header("map.example.org") {
            $0.tls = files
            $0.hasOwnAuthority = true
            $0.publicURL = "https://map.example.org"
        }
        #expect(header == nil)
    }

    @Test func `an encrypted public address sends HSTS to clients that used it, at the usual port`() async throws {
        for url in ["https://map.example.org", "https://map.example.org:8443"] {
            #expect(try await header("map.example.org:8443", scheme: "https") { $0.publicURL = url } == nil)
            #expect(try await header("map.example.org", scheme: "HTTPS, http") { $0.publicURL = url } == Self.told)
            #expect(try await header("map.example.org", scheme: "http") { $0.publicURL = url } == nil)
            #expect(try await header("map.example.org") { $0.publicURL = url } == nil)
            #expect(try await header("other.example.org:8443", scheme: "https") { $0.publicURL = url } == nil)
        }
        #expect(try await header("map.example.org", scheme: "https") { $0.publicURL = "http://map.example.org" } == nil)
    }

    @Test func `an operator can turn the header off, and no client can turn it on`() async throws {
        let header = try await header("map.example.org", scheme: "https") {
            $0.publicURL = "https://map.example.org"
            $0.staysEncrypted = false
        }
        #expect(header == nil)
        let unnamed = try await self.header("map.example.org", scheme: "https") {
            $0.publicURL = "https://map.example.org"
            $0.proxies = AddressList("off") ?? .loopback
        }
        #expect(unnamed == nil)
    }
}
