import Atlas
import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import Logging
import MeshHost
import NIOCore
import OSMImport
import Pictures
import Presence
import Server
import SimulatedPeople
import Synchronization
import TestSupport

/// A town of two crossing streets, a café and a page, and a server of it for one test.
struct Town {
    static let cafe = Coordinate(latitude: 60.1702, longitude: 24.9402)!
    static let corner = Coordinate(latitude: 60.17, longitude: 24.94)!
    static let eastEnd = Coordinate(latitude: 60.17, longitude: 24.945)!

    static let westEnd = Coordinate(latitude: 60.17, longitude: 24.935)!
    static let northEnd = Coordinate(latitude: 60.172, longitude: 24.94)!
    static let southEnd = Coordinate(latitude: 60.168, longitude: 24.94)!

    /// The deepest tile with the corner in it.
    static let tile = TileID(containing: PointE7(corner), zoom: 14)!

    let folder: TemporaryFolder
    let clock: TownClock
    let log = CapturedLog()
    /// Accounts and posts.
    let community: MemoryStore
    /// Where they were, sealed, and what opens it.
    let presence: MemoryPresenceStore
    let accounts: Accounts
    /// The code that lets the first operator in.
    let setUpCode: MemorySetUpCode
    let server: MapServer
    let application: Application<Front>

    /// The town as an extract.
    static let extract: HandMade = {
        var map = HandMade()
        map.statedBounds = (601_650_000, 249_350_000, 601_750_000, 249_500_000)
        map.timestamp = 1_700_000_000
        map.node(1, 60.17, 24.935)
        map.node(2, 60.17, 24.94)
        map.node(3, 60.17, 24.945)
        map.node(4, 60.172, 24.94)
        map.node(5, 60.168, 24.94)
        map.node(
            6, 60.1702, 24.9402,
            [
                "amenity": "cafe", "name": "Kappeli", "name:fi": "Kappeli-kahvila", "addr:street": "Market Street",
                "addr:housenumber": "7", "opening_hours": "24/7",
            ])
        map.way(10, [1, 2, 3], ["highway": "residential", "name": "Market Street"])
        map.way(11, [4, 2, 5], ["highway": "footway", "name": "Cross \"Lane\""])
        return map
    }()

    /// The atlas file's bytes: made once, as the same input gives the same bytes.
    static let atlas = atlas(of: extract)

    static func atlas(of map: HandMade, countries: CountrySource = CountrySource()) -> [UInt8] {
        do {
            let data = try map.data()
            var issues = IssueLog()
            let objects = ObjectCounts(nodes: map.nodes.count, ways: map.ways.count, relations: map.relations.count)
            var options = ImportOptions()
            options.countries = countries
            return try AtlasBuilder(options).build(
                data, objects: objects, fileStem: "town", issues: &issues
            ).finish()
        } catch {
            fatalError("the town is a good extract: \(error)")
        }
    }

    /// A file of glyphs as set-up makes it; each glyph has a code below 128 and an advance.
    private static func glyphs(_ codes: [UInt8], advance: UInt8) -> [UInt8] {
        let stack = codes.flatMap { code -> [UInt8] in [0x1a, 4, 0x08, code, 0x38, advance] }
        return [0x0a, UInt8(stack.count)] + stack
    }

    /// The bytes of the atlas of an extract.
    static func atlas(ofExtract path: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        _ = try Importer().import([path], to: folder.file("extract.atlas"))
        return try folder.bytes("extract.atlas")
    }

    /// Makes the server; `change` may alter its settings. An atlas that no importer makes is served only if it is not
    /// verified. What people write goes into `store` in place of `community`, if there is one. A server that is started
    /// again, or beside it, goes on with what `earlier` keeps; `following` brings it the changes of others, and
    /// `logIns` is what both know of log-ins.
    init(
        after earlier: Town? = nil, atlas: [UInt8] = Town.atlas, isVerified: Bool = true,
        store other: (any CommunityStore)? = nil,
        pictures maker: any PictureMaker = DirectPictureMaker(), imagery: (any ImagerySource)? = nil,
        mesh: MeshHost? = nil, following: any PlaceFollowing = OnlyServer(), process: ProcessParts? = nil,
        logIns: (any LogInStore)? = nil, figures: [Figure] = [], _ change: (inout ServerSettings) -> Void = { _ in }
    ) throws {
        clock = earlier?.clock ?? TownClock()
        community = earlier?.community ?? MemoryStore()
        presence = earlier?.presence ?? MemoryPresenceStore()
        setUpCode = earlier?.setUpCode ?? MemorySetUpCode()
        let people: any CommunityStore = other ?? community
        folder = try TemporaryFolder()
        try folder.write("town.atlas", atlas)
        try folder.write("web/index.html", "<!doctype html><title>Town</title>".utf8)
        try folder.write("web/main.js", String(repeating: "export const a = 1;\n", count: 100).utf8)
        try folder.write("web/shell.json", "{}".utf8)
        try folder.write("web/core.wasm", [0, 0x61, 0x73, 0x6d])
        try folder.write("web/vendor/font.woff2", [UInt8](repeating: 7, count: 2000))
        let fonts: [(String, [UInt8])] = [("One", [0x41, 0x42]), ("Two", [0x42, 0x43])]
        for (font, glyphs) in fonts {
            try folder.write("web/vendor/glyphs/\(font)/0-255.pbf", Self.glyphs(glyphs, advance: font == "One" ? 1 : 2))
        }
        try folder.write("web/vendor/sprites/streets.json", "{}".utf8)
        try folder.write("web/vendor/sprites/streets.png", [0x89, 0x50])
        try folder.write("web/.secret.txt", "secret".utf8)
        try folder.write("web/notes.docx", "secret".utf8)
        try folder.write("secret.txt", "secret".utf8)
        try folder.write(
            "web/styles/layers.json",
            #"{"version": 8, "name": "@name", "url": "{origin}/tiles.json", "sources": {}, "layers": []}"#.utf8)
        try folder.write(
            "web/styles/palettes.json",
            #"{"streets": {"name": "S"}, "light": {"name": "L"}, "dark": {"name": "D"}}"#.utf8)
        var settings = ServerSettings()
        settings.host = "127.0.0.1"
        settings.port = 0
        settings.webFolder = folder.file("web")
        change(&settings)
        let store = AtlasStore(dataFolder: folder.file("data"), verifier: "test") {
            if isVerified { _ = try AtlasVerifier.verify($0) }
        }
        let live = LiveAtlas(
            try AtlasGeneration(store.open(folder.file("town.atlas")), tileCacheBytes: settings.tileCacheBytes))
        let logger = Logger(label: "test") { [log] _ in LineLog(level: .trace) { log.append($0) } }
        // Costs next to nothing, as tests register many people.
        let hasher = PasswordHasher(cost: .init(logRounds: 2, parallelism: 1))
        accounts = Accounts(store: people, hasher: hasher, now: clock.now)
        server = try MapServer(
            settings: settings, process: process, atlas: live, community: people, presence: presence, keys: presence,
            setUpCode: setUpCode,
            pictures: PictureStorage(
                folder: try PictureFolder(path: folder.file("pictures")), maker: maker),
            hasher: hasher, version: "1.2.3", logger: logger, imagery: imagery,
            source: { [simulates = settings.simulatesVisitors] context in
                SimulatedPeople(
                    context, people: simulates ? SimulatedPeople.usualPeople : 0, writesPosts: simulates)
            },
            now: clock.now,
            wait: clock.wait, mesh: mesh, following: following, logIns: logIns, figures: { figures })
        application = try server.application()
    }

    /// Asks once without a network.
    func get(
        _ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await application.test(.router) { client in
            try await client.execute(uri: target, method: method, headers: headers)
        }
    }

    /// Sends JSON once without a network.
    func send(
        _ method: HTTPRequest.Method, _ target: String, _ body: String = "", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if !body.isEmpty, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await application.test(.router) { [headers] client in
            try await client.execute(
                uri: target, method: method, headers: headers, body: ByteBuffer(string: body))
        }
    }

    /// Returns a client that acts with a token.
    func client(token: String) -> HereaboutsClient { HereaboutsClient(TownTransport(town: self), token: token) }

    /// Registers a person, and returns a client that acts for them.
    func client(of name: String, _ role: Role = .user) async throws -> HereaboutsClient {
        HereaboutsClient(TownTransport(town: self), token: try await token(of: name, role))
    }

    /// Registers a person, and returns a token of theirs.
    func token(of name: String, _ role: Role = .user) async throws -> String {
        let account = try await accounts.register(name: name, password: "correct horse", role: role)
        return try await accounts.begin(.program, "test", for: account, isConfirmed: true).text
    }

    var guest: HereaboutsClient { HereaboutsClient(TownTransport(town: self)) }

    /// Asks once and returns the status and the members of the JSON object that came.
    func json(_ target: String) async throws -> (status: Int, object: [String: Any]) {
        let answer = try await get(target)
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
        return (answer.status.code, object ?? [:])
    }
}

/// The lines of a log.
final class CapturedLog: Sendable {
    private let captured = Mutex<[String]>([])

    var lines: [String] { captured.withLock { $0 } }

    func append(_ line: String) { captured.withLock { $0.append(line) } }
}

/// Carries the typed client's requests to a town, without a network.
struct TownTransport: Transport {
    let town: Town

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        var headers: HTTPFields = [:]
        for (name, value) in request.headers { headers[HTTPField.Name(name)!] = value }
        let answer = try await town.application.test(.router) { [headers] client in
            try await client.execute(
                uri: request.target, method: .init(rawValue: request.method)!, headers: headers,
                body: ByteBuffer(bytes: request.body))
        }
        return TransportAnswer(status: answer.status.code, body: [UInt8](answer.body.readableBytesView))
    }
}

/// The time in the town: the system's, and what a test adds to it.
final class TownClock: Sendable {
    private struct State {
        var added: Milliseconds = 0
        /// The waiting tasks.
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
    }
    private let state = Mutex(State())

    var now: @Sendable () -> Timestamp { { MapServer.systemTime() + self.state.withLock { $0.added } } }

    /// Lets time pass, which `advance` can make short.
    var wait: @Sendable (Duration) async throws -> Void {
        { [self] duration in
            let (advances, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let number = state.withLock { state in
                state.waiting[state.next] = continuation
                state.next += 1
                return state.next - 1
            }
            defer { state.withLock { $0.waiting[number] = nil } }
            let end = now() + Milliseconds(duration / .milliseconds(1))
            while case let rest = end - now(), rest > 0 {
                try Task.checkCancellation()
                try await withThrowingTaskGroup { group in
                    group.addTask { try await Task.sleep(for: .milliseconds(rest)) }
                    group.addTask { for await _ in advances { return } }
                    try await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    func advance(by milliseconds: Milliseconds) {
        let waiting = state.withLock { state in
            state.added += milliseconds
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.yield() }
    }
}

extension HereaboutsClient {
    /// Changes the password and goes on: a program that asks has to name its own session, and to confirm it anew.
    func changePasswordAndStay(from old: String, to new: String, keeping kept: KeptAccess? = nil) async throws {
        var kept = kept ?? KeptAccess()
        kept.sessions = try await (kept.sessions ?? []) + sessions().sessions.filter(\.isCurrent).map(\.id)
        try await changePassword(from: old, to: new, keeping: kept)
        _ = try await confirm(password: new)
    }
}
