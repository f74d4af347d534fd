import Server
import Testing

@Suite struct ServerSettingsTests {
    @Test(arguments: [
        ("https://x.org", "https://x.org"), ("https://x.org/", "https://x.org"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("https://x.org:8443/", "https://x.org:8443"),
        ("https://x.org?x=1", nil), ("https://user@x.org", nil), ("https://x.org#a", nil), ("https://x.org/map", nil),
        ("https://x.org//", nil), ("https://", nil), ("https:///", nil), ("ftp://x.org", nil), ("x.org", nil),
        ("https://x.org:99999", nil), ("https://a b", nil),
    ])
    func `a public address is a scheme, a host and perhaps a port`(text: String, address: String?) {
        #expect(ServerSettings.publicURL(text) == address)
    }
}
