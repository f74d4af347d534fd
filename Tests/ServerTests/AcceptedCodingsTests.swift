import Server
import Testing

@Suite struct AcceptedCodingsTests {
    @Test(arguments: ["gzip", "deflate, gzip;q=0.5", "GZIP", "x-gzip", "*", "br, *;q=0.1", "gzip; q=1.0"])
    func `gzip is accepted when named or covered`(header: String) {
        #expect(AcceptedCodings(header).gzip)
    }

    @Test func `plain answers are refused only explicitly`() {
        for header in [nil, "", "gzip", "br", "gzip;q=0", "identity;q=0.1, *;q=0", "*"] {
            #expect(AcceptedCodings(header).identity)
        }
        for header in ["identity;q=0", "*;q=0", "gzip, *;q=0", "br, identity; q=0.000"] {
            #expect(!AcceptedCodings(header).identity)
        }
    }

    @Test(arguments: ["", "br", "gzip;q=0", "*;q=1, gzip;q=0", "gzip;q=0.0", "gzip;q=x", "identity", "*;q=0", ",;,"])
    func `gzip is not accepted when absent or refused`(header: String) {
        #expect(!AcceptedCodings(header).gzip)
    }
}
