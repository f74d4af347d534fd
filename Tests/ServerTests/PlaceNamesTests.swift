import Server
import Testing

/// Which place a host name leads to.
@Suite struct PlaceNamesTests {
    private let names = PlaceNames([
        ["library.example.org", "*.library.example"], ["square.example.org", "*.example.org", "square"],
        ["library.example.org"],
    ])

    @Test(arguments: [
        ("library.example.org", 0), ("LIBRARY.example.org.", 0), ("library.example.org:8080", 0),
        ("a.library.example", 0),
        ("square.example.org:1", 1), ("other.example.org", 1), ("square", 1), ("Square.:80", 1),
    ])
    func `a name leads to its place, in any case and with any port`(name: String, place: Int) {
        #expect(names.place(of: name[...]) == place)
    }

    @Test(arguments: [
        "", ".", "example.org", "library.example", "a.b.example.org", ".example.org", "a.library.example.org",
        "localhost",
        "127.0.0.1", "[::1]", "[::1]:80", "library", "*.example.org.evil", "evil",
    ])
    func `any other name leads to none`(name: String) {
        #expect(names.place(of: name[...]) == nil)
    }
}
