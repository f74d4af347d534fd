import HereaboutsAPI
import Testing

@Suite struct PathTemplateTests {
    private let tile: PathTemplate = "/tiles/{z}/{x}/{y}.mvt"

    @Test func `a path gives the values that printed it`() throws {
        let values = ["14", "9326", "4741"]
        #expect(tile.path(values) == "/tiles/14/9326/4741.mvt")
        #expect(try read(tile, in: "/tiles/14/9326/4741.mvt") == values)
    }

    @Test func `values with reserved characters survive`() throws {
        let template: PathTemplate = "/places/{id}"
        for value in ["a b", "a/b", "50%", "ä?&=#", "n1", "..", "日本"] {
            let path = template.path([value])
            #expect(path.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 })
            #expect(try read(template, in: path) == [value])
        }
    }

    @Test(arguments: [
        "", "/", "tiles/1/2/3.mvt", "/tiles/1/2", "/tiles/1/2/3", "/tiles/1/2/.mvt", "/tiles/1/2/3.mvt/",
        "/tiles//2/3.mvt/4",
        "/Tiles/1/2/3.mvt", "/tiles/1/2/3.png", "/tiles/1//3.mvt",
    ])
    func `a path of another form has no values`(path: String) throws {
        #expect(try read(tile, in: path) == nil)
    }

    @Test(arguments: ["/tiles/%zz/2/3.mvt", "/tiles/%00/2/3.mvt", "/tiles/%ff/2/3.mvt", "/tiles/1/2/%.mvt"])
    func `values that are not valid text are refused`(path: String) {
        #expect(throws: ErrorBody.self) { try read(tile, in: path) }
    }

    @Test func `a path without values matches itself only`() throws {
        let about: PathTemplate = "/api/v1/about"
        #expect(try read(about, in: "/api/v1/about") == [])
        #expect(try read(about, in: "/api/v1/about/") == nil)
        #expect(try read(about, in: "/api/v1/abou") == nil)
    }

    private func read(_ template: PathTemplate, in path: String) throws -> [String]? {
        try template.parts(of: path[...]).map(template.values)
    }
}
