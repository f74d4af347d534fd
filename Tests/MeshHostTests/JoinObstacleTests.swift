import Crypto
import Foundation
import GeoCore
import Gossip
import Mesh
import MeshHost
import MeshLinks
import Testing

import class TestSupport.TemporaryFolder

/// Nodes that the place does not admit, and what each says about it. They link over this machine's loopback.
@Suite struct JoinObstacleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A node in a folder of its own. `clock`: whether its system vouches for its clock.
    private func host(_ keys: MeshKeys, clock: Bool = true, port: UInt16? = nil) throws -> MeshHost {
        var settings = MeshHostSettings()
        (settings.listens, settings.announces, settings.leastFree) = (port != nil, false, 0)
        (settings.port, settings.systemVouches) = (port ?? 0, { clock })
        return try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path + "/" + keys.name),
            storage: MemoryMessageStore())
    }

    /// Runs a node until `body` returns, which gets its port; 0 where it does not listen.
    private func running<Value: Sendable>(
        _ host: MeshHost, listens: Bool = false, _ body: (UInt16) async throws -> Value
    ) async throws -> Value {
        let changes = await host.changes()
        let task = Task { try await host.run() }
        var port = 0
        if listens {
            for await change in changes {
                guard case .listening(let number) = change else { continue }
                port = number
                break
            }
        }
        do {
            let value = try await body(UInt16(port))
            task.cancel()
            _ = await task.result
            return value
        } catch {
            task.cancel()
            throw error
        }
    }

    private func keys(_ name: String) throws -> MeshKeys {
        try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        return MeshKeys.newPlace(name: name)
    }

    private func joining(_ organiser: MeshKeys, at port: UInt16, until end: Timestamp = .max >> 20) throws -> MeshKeys {
        let name = "second"
        try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        let address = try #require(NodeAddress("127.0.0.1"))
        return .joining(try #require(organiser.invite(until: end, at: [address], port: port)), name: name)
    }

    /// Waits until a running node has this obstacle, or none.
    private func wait(_ host: MeshHost, for wanted: JoinObstacle?) async {
        while await host.obstacle != wanted { try? await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `a node that knows no time joins a place that does`() async throws {
        let organiser = try keys("first"), first = try host(organiser, port: 0)
        try await running(first, listens: true) { port in
            await wait(first, for: nil)
            let second = try host(try joining(organiser, at: port), clock: false)
            // Without the time it would compare with the first only after 40 s, and that is when this test would end.
            let changes = await second.changes()
            try await running(second) { _ in
                for await change in changes where change == .admitted { break }
                #expect(await second.obstacle == nil)
            }
        }
    }

    @Test(arguments: [true, false])
    func `an organiser's server without the time says so, and so does a node that asks it`(clock: Bool) async throws {
        let organiser = try keys("first"), first = try host(organiser, clock: false, port: 0)
        try await running(first, listens: true) { port in
            #expect(await first.obstacle == .ownClock)
            let second = try host(try joining(organiser, at: port), clock: clock)
            try await running(second) { _ in await wait(second, for: .organiserClock) }
        }
    }

    @Test func `a node at whose address nobody is knows that`() async throws {
        let organiser = try keys("first"), first = try host(organiser, port: 0)
        let port = try await running(first, listens: true) { $0 }
        #expect(MeshFolder(dataFolder: folder.path + "/first").port == port)
        let second = try host(try joining(organiser, at: port))
        try await running(second) { _ in await wait(second, for: .unreachable) }
    }

    @Test func `a node that meets another place knows that`() async throws {
        let other = try host(try keys("other"), port: 0)
        try await running(other, listens: true) { port in
            let second = try host(try joining(try keys("first"), at: port))
            try await running(second) { _ in await wait(second, for: .otherPlace) }
        }
    }

    @Test func `a code that has ended is known without asking, where the time is known`() async throws {
        let second = try host(try joining(try keys("first"), at: 9, until: 1_000_000))
        #expect(await second.obstacle == .codeEnded)
        #expect(JoinObstacle.codeEnded.isFinal)
    }

    @Test func `a code that has ended is known from the place's time, where the node has none`() async throws {
        let organiser = try keys("first"), first = try host(organiser, port: 0)
        try await running(first, listens: true) { port in
            await wait(first, for: nil)
            let second = try host(try joining(organiser, at: port, until: 1_000_000), clock: false)
            #expect(await second.obstacle != .codeEnded)
            try await running(second) { _ in await wait(second, for: .codeEnded) }
        }
    }

    @Test func `a node that the place removed knows that`() async throws {
        let organiser = try keys("first"), first = try host(organiser, port: 0)
        try await running(first, listens: true) { port in
            await wait(first, for: nil)
            let joining = try joining(organiser, at: port), second = try host(joining)
            try await running(second) { _ in
                await wait(second, for: nil)
                try await first.remove(NodeEntry(joining.node.key, name: "second"))
                await wait(second, for: .removed)
            }
        }
    }

    @Test func `a node of the place whose code is not of it is not admitted, and learns nothing of it`() async throws {
        let organiser = try keys("first"), first = try host(organiser, port: 0)
        try await running(first, listens: true) { port in
            await wait(first, for: nil)
            // It has the place's secret and key, and an invitation that it made by itself.
            let stranger = MeshKeys.newPlace(name: "stranger"), address = try #require(NodeAddress("127.0.0.1"))
            let made = try #require(stranger.invite(until: .max >> 20, at: [address], port: port)).invitation
            let code = JoinCode(
                place: organiser.place, secret: organiser.secret, invitation: made, addresses: [address], port: port)
            try FileManager.default.createDirectory(atPath: folder.path + "/forged", withIntermediateDirectories: true)
            let forged = try host(.joining(code, name: "forged"))
            try await running(forged) { _ in await wait(forged, for: .notAdmitted) }
            #expect(await first.currentRoster.nodes.count == 1)
        }
    }
}
