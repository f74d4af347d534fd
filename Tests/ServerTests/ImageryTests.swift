import Foundation
import GeoCore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import Synchronization
import TestSupport
import Testing
import TileArchives

/// Another server, which answers what a test says.
private final class OtherServer: ImageryFetching {
    private let state = Mutex<(answers: [String: Result<[UInt8], ImageryFault>], asked: [String])>(([:], []))

    init(_ answers: [String: Result<[UInt8], ImageryFault>]) { state.withLock { $0.answers = answers } }

    var asked: [String] { state.withLock { $0.asked } }

    func fetch(_ target: String) async throws -> [UInt8]? {
        try state.withLock { state in
            state.asked.append(target)
            return try state.answers[target]?.get()
        }
    }
}

@Suite struct ImageryTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]
    private static let world = IntBox(minX: -1_800_000_000, minY: -850_000_000, maxX: 1_800_000_000, maxY: 850_000_000)

    private static func imagery(
        _ other: OtherServer, bounds: IntBox = world, cache: PictureCache? = nil,
        report: @escaping @Sendable (ImageryFault) -> Void = { _ in },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> RemoteImagery {
        let template = try #require(ImageryTemplate("https://pictures.example.org/{z}/{x}/{y}"))
        return RemoteImagery(
            template, other, zooms: 0...3, bounds: bounds, credit: "Air", cache: cache,
            faults: ImageryFaults(now: now, report: report), now: now)
    }

    @Test func `a picture of another server is passed on, a hole is asked for once`() async throws {
        let other = OtherServer(["/1/0/1": .success(Self.png)])
        let town = try Town(imagery: Self.imagery(other))
        let answer = try await town.get("/tiles/satellite/1/0/1")
        #expect(answer.status == .ok && answer.headers[.contentType] == "image/png")
        #expect([UInt8](answer.body.readableBytesView) == Self.png)
        for _ in 0..<2 { #expect(try await town.get("/tiles/satellite/2/1/1").status == .notFound) }
        #expect(try await town.get("/tiles/satellite/4/0/0").status == .notFound)
        #expect(other.asked == ["/1/0/1", "/2/1/1"])
        let (status, about) = try await town.json("/tiles/satellite.json")
        #expect(status == 200 && about["maxzoom"] as? Int == 3 && about["attribution"] as? String == "Air")
    }

    @Test func `a hole is fetched again after an hour`() async throws {
        let other = OtherServer([:]), start = ContinuousClock.now, passed = Mutex(Duration.zero)
        let town = try Town(imagery: Self.imagery(other, now: { start + passed.withLock { $0 } }))
        for (seconds, fetches) in [(0, 1), (3599, 1), (3600, 2), (3601, 2)] {
            passed.withLock { $0 = .seconds(seconds) }
            #expect(try await town.get("/tiles/satellite/2/1/1").status == .notFound)
            #expect(other.asked.count == fetches)
        }
    }

    @Test func `faults of another server and answers that are no pictures are not passed on`() async throws {
        let other = OtherServer(["/0/0/0": .failure(ImageryFault("secret")), "/1/0/0": .success(Array("<html>".utf8))])
        let reports = Mutex(0), start = ContinuousClock.now
        let imagery = try Self.imagery(other, report: { _ in reports.withLock { $0 += 1 } }, now: { start })
        let town = try Town(imagery: imagery)
        for path in ["0/0/0", "1/0/0"] {
            let answer = try await town.get("/tiles/satellite/\(path)")
            #expect(answer.status == .serviceUnavailable && !String(buffer: answer.body).contains("secret"))
        }
        #expect(reports.withLock { $0 } == 1)
    }

    @Test func `nothing outside the place is asked for`() async throws {
        let other = OtherServer([:]), south = IntBox(minX: 10, minY: -800_000_000, maxX: 20, maxY: -799_999_999)
        let town = try Town(imagery: Self.imagery(other, bounds: south))
        for path in ["2/0/0", "2/1/3", "2/2/3"] { _ = try await town.get("/tiles/satellite/\(path)") }
        #expect(other.asked == ["/2/2/3"])
    }

    @Test func `without pictures there is no such style`() async throws {
        let town = try Town()
        for path in ["/tiles/satellite/0/0/0", "/tiles/satellite.json", "/styles/satellite.json"] {
            #expect(try await town.get(path).status == .notFound)
        }
    }

    @Test func `a cache keeps pictures up to its bound, and over a restart`() async throws {
        let folder = try TemporaryFolder()
        let tiles = (0..<4).map { TileID(zoom: 2, x: $0, y: 0)! }
        let cache = try PictureCache(folder: folder.path, capacity: 3 * 5000)
        for tile in tiles { cache.keep([UInt8](repeating: UInt8(tile.x), count: 900), of: tile) }
        #expect(cache.bytes <= 15_000)
        #expect(cache.picture(of: tiles[0]) == nil)
        #expect(cache.picture(of: tiles[3]) == [UInt8](repeating: 3, count: 900))
        cache.keep([UInt8](repeating: 9, count: 20_000), of: tiles[0])
        #expect(cache.picture(of: tiles[0]) == nil)

        try folder.write("draft-0", [1])
        let again = try PictureCache(folder: folder.path, capacity: 2 * 5000)
        #expect(again.bytes <= 10_000 && again.picture(of: tiles[3]) != nil)
        #expect(try folder.names().count == 2)
        let other = OtherServer([:])
        let town = try Town(imagery: Self.imagery(other, cache: again))
        // It is in the cache, but no picture: the other server is asked.
        _ = try await town.get("/tiles/satellite/2/3/0")
        #expect(other.asked == ["/2/3/0"])
    }

    @Test func `a replaced picture is the newest, and one of 30 days is fetched again`() throws {
        let folder = try TemporaryFolder(), days = Mutex(0), start = time(nil)
        let tiles = (0..<3).map { TileID(zoom: 2, x: $0, y: 0)! }
        let cache = try PictureCache(folder: folder.path, capacity: 2 * 5000) { start + days.withLock { $0 } * 86_400 }
        for tile in [tiles[0], tiles[1], tiles[0], tiles[2]] { cache.keep([UInt8](repeating: 1, count: 900), of: tile) }
        #expect(cache.bytes <= 10_000)
        #expect(tiles.map { cache.picture(of: $0) != nil } == [true, false, true])
        for (day, isKept) in [(29, true), (31, false)] {
            days.withLock { $0 = day }
            #expect((cache.picture(of: tiles[2]) != nil) == isKept)
        }
    }

    @Test(arguments: [
        "https://a.example.org/{z}/{x}/{y}.png", "http://10.0.0.1:81/{z}/{x}/{-y}", "http://[::1]/t?z={z}&x={x}&y={y}",
    ])
    func `an address with the numbers of a tile is a source`(_ text: String) throws {
        let template = try #require(ImageryTemplate(text))
        #expect(template.text == text)
        let target = template.target(of: TileID(zoom: 3, x: 2, y: 1)!)
        #expect(!target.contains("{") && target.contains("3") && target.contains("2"))
        #expect(target.contains(text.contains("{-y}") ? "6" : "1"))
    }

    @Test(arguments: [
        "https://a.example.org/{z}/{x}", "https://a.example.org", "ftp://a.example.org/{z}/{x}/{y}",
        "https://u@a.example.org/{z}/{x}/{y}", "https://{z}.example.org/{x}/{y}", "https://a.org/{z}/{x}/{y}/{-y}",
        "https://a.org/{z}/{x}/{y} HTTP/1.1", "https://a.org/{z}/{x}/{y}#a", "https://a.org/{z}/{x}/{y}/{s}",
        "https://a.org:99999/{z}/{x}/{y}", "a.png", "",
    ])
    func `any other text is none`(_ text: String) { #expect(SatelliteSource(text) == nil) }

    @Test func `a key in the query is not shown`() throws {
        let source = try #require(SatelliteSource("https://a.org/{z}/{x}/{y}?key=secret"))
        #expect(source.text == "https://a.org/{z}/{x}/{y}?…")
    }

    @Test(arguments: [
        ("127.0.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false), ("172.15.0.1", true), ("192.168.1.1", false),
        ("169.254.169.254", false), ("100.64.0.1", false), ("0.0.0.0", false), ("255.255.255.255", false),
        ("93.184.215.14", true), ("::1", false), ("::", false), ("fd00::1", false), ("fe80::1%eth0", false),
        ("::ffff:10.0.0.1", false), ("64:ff9b::a00:1", false), ("2a00:1450:4001:80b::200e", true), ("text", false),
    ])
    func `only addresses of the public Internet are public`(_ address: String, _ isPublic: Bool) {
        #expect(AddressList.isPublic(address) == isPublic)
    }

    @Test func `a name is of an own network if no public name server has it`() throws {
        let hosts = ["localhost": true, "tiles.local": true, "10.0.0.1": true, "[::1]": true, "a.org": false]
        for (host, isOwn) in hosts {
            #expect(try #require(ImageryTemplate("http://\(host)/{z}/{x}/{y}")).namesOwnNetwork == isOwn)
        }
    }
}
