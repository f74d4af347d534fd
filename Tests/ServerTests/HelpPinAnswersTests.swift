import Community
import Crypto
import Foundation
import GeoCore
import Gossip
import HereaboutsAPI
import Mesh
import MeshHost
import Server
import Testing

import class TestSupport.TemporaryFolder

/// Help pins over HTTP.
@Suite struct HelpPinAnswersTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let host: MeshHost
    private let town: Town
    private let key = "0123456789abcdef"

    init() async throws {
        let folder = try TemporaryFolder()
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        (self.folder, self.host) = (folder, host)
        town = try Town(mesh: host) { $0.guests = .post }
    }

    private func refuses(_ code: ErrorCode, _ ask: () async throws -> Void) async {
        await AccessTests.expect(code, ask)
    }

    private func pin(_ text: String = "A ramp, please", key: String? = nil) -> NewHelpPin {
        NewHelpPin(lat: 60.1712345, lon: -24.9398765, text: text, key: key)
    }

    @Test func `a guest asks for help at an exact point, and resolves that with the key alone`() async throws {
        let made = try await town.guest.add(pin(key: key))
        #expect(made.text == "A ramp, please" && made.name == nil && !made.isNamed && !made.mayResolve)
        #expect([made.lat, made.lon] == [60.1712345, -24.9398765])
        #expect(try await town.guest.helpPins().pins == [made])
        // Sent again, it is the same; another one has to wait.
        #expect(try await town.guest.add(pin(key: key)) == made)
        await refuses(.tooSoon) { _ = try await town.guest.add(pin("And water", key: key)) }
        let other = "another key of somebody".replacing(" ", with: "-")
        #expect(try await town.guest.add(pin("And water", key: other)).author != made.author)
        await refuses(.notAllowed) { try await town.guest.resolveHelpPin(made.id, key: other) }
        await refuses(.invalidBody) { try await town.guest.resolveHelpPin(made.id) }
        try await town.guest.resolveHelpPin(made.id, key: key)
        #expect(try await town.guest.helpPins().pins.map(\.text) == ["And water"])
        await refuses(.notFound) { try await town.guest.resolveHelpPin(made.id, key: key) }
    }

    @Test func `an account's pin has its name, and its account or an operator resolves it`() async throws {
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let otto = try await town.client(of: "otto", .operator)
        let made = try await anna.add(pin()), other = try await ben.add(pin("Water"))
        #expect(made.name == "anna" && made.isNamed && made.mayResolve)
        #expect(try await ben.helpPins().pins.map(\.mayResolve) == [true, false])
        #expect(try await otto.helpPins().pins.map(\.mayResolve) == [true, true])
        #expect(try await town.guest.helpPins().pins.map(\.mayResolve) == [false, false])
        await refuses(.notAllowed) { try await ben.resolveHelpPin(made.id) }
        try await anna.resolveHelpPin(made.id)
        try await otto.resolveHelpPin(other.id)
        #expect(try await town.guest.helpPins().pins.isEmpty)
    }

    @Test func `a guest who logs in resolves a pin from before with the key`() async throws {
        let made = try await town.guest.add(pin(key: key)), anna = try await town.client(of: "anna")
        await refuses(.notAllowed) { try await anna.resolveHelpPin(made.id) }
        await refuses(.notAllowed) { try await anna.resolveHelpPin(made.id, key: "0123456789abcdeg") }
        try await anna.resolveHelpPin(made.id, key: key)
        #expect(try await town.guest.helpPins().pins.isEmpty)
        // What the account asks for is the account's, with a key or without.
        let own = try await anna.add(pin("Water", key: key))
        #expect(own.name == "anna")
        try await anna.resolveHelpPin(own.id, key: key)
    }

    @Test func `a refusal says whose quota is full, and until when`() async throws {
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        settings.node.classes[.now].entryADay = 2
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        let town = try Town(mesh: host) { $0.guests = .post }
        /// The message without its end, and the seconds that this names.
        func refusal(_ key: String) async throws -> (cause: String, seconds: Int)? {
            do { _ = try await town.guest.add(pin("again", key: key)) } catch let error as ErrorBody {
                let parts = error.message.components(separatedBy: "; try again in ")
                guard error.code == .tooSoon, parts.count == 2, parts[1].hasSuffix(" s") else { return nil }
                return Int(parts[1].dropLast(2)).map { (parts[0], $0) }
            }
            return nil
        }
        _ = try await town.guest.add(pin(key: key))
        let own = try #require(try await refusal(key))
        #expect(own.cause.hasPrefix("you have asked for help") && (1...600).contains(own.seconds))
        _ = try await town.guest.add(pin(key: key + "2"))
        func untilDayEnds() async throws -> Int {
            Int((86_400_000 - (try #require(await host.time)) % 86_400_000) / 1000)
        }
        let before = try await untilDayEnds()
        let all = try #require(try await refusal(key + "3"))
        #expect(all.cause.hasPrefix("people whom the place does not know"))
        #expect(try await (untilDayEnds()...before + 1).contains(all.seconds))
    }

    @Test func `pins that mean nothing are refused, and nothing is kept`() async throws {
        for bad in [
            pin("", key: key), pin(" ", key: key), pin("a\u{7}", key: key),
            pin(String(repeating: "a", count: 401), key: key),
            pin(String(repeating: "ش", count: 300), key: key), pin(String(repeating: "🙂", count: 121), key: key),
            pin("no key"), pin("short", key: "0123456789abcde"),
            NewHelpPin(lat: 91, lon: 0, text: "where", key: key), NewHelpPin(lat: 0, lon: 181, text: "where", key: key),
        ] {
            await refuses(.invalidBody) { _ = try await town.guest.add(bad) }
        }
        await refuses(.invalidParameter) { try await town.guest.resolveHelpPin("x", key: key) }
        await refuses(.notFound) {
            try await town.guest.resolveHelpPin("01a1fe82-2ee8-7568-b2a7-a4a25b221aa0", key: key)
        }
        #expect(try await town.guest.helpPins().pins.isEmpty)
        #expect(try await host.exported().count == 1)
        // The longest texts fit.
        _ = try await town.guest.add(pin(String(repeating: "a", count: 400), key: key))
        _ = try await town.guest.add(pin(String(repeating: "ش", count: 240), key: key + "2"))
        _ = try await town.guest.add(pin(String(repeating: "🙂", count: 120), key: key + "3"))
        #expect(try await town.guest.helpPins().pins.count == 3)
    }

    @Test func `what operators hide of an author is not among the pins`() async throws {
        let made = try await town.guest.add(pin(key: key))
        let author = try #require(Hexadecimal.bytes(made.author).flatMap { Bytes32($0) })
        try await host.publish(ModerationEntry(.author, author, isHidden: true))
        #expect(try await town.guest.helpPins().pins.isEmpty)
        await refuses(.notAllowed) { _ = try await town.guest.add(pin("again", key: key)) }
    }

    @Test func `guests who may only look see pins and write none, and servers without a node say so`() async throws {
        let looking = try Town(mesh: host) { $0.guests = .look }
        await refuses(.notLoggedIn) { _ = try await looking.guest.add(pin(key: key)) }
        await refuses(.notLoggedIn) {
            try await looking.guest.resolveHelpPin("01a1fe82-2ee8-7568-b2a7-a4a25b221aa0", key: key)
        }
        #expect(try await looking.guest.helpPins().pins.isEmpty)
        let without = try Town { $0.guests = .post }
        await refuses(.noMesh) { _ = try await without.guest.helpPins() }
        await refuses(.noMesh) { _ = try await without.guest.add(pin(key: key)) }
        await refuses(.noMesh) {
            try await without.guest.resolveHelpPin("01a1fe82-2ee8-7568-b2a7-a4a25b221aa0", key: key)
        }
    }
}
