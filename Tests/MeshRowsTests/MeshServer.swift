import Community
import Foundation
import GeoCore
import Gossip
import Merging
import Mesh
import MeshHost
import MeshLinks
import MeshRows
import Presence
import Stores
import Testing

import class TestSupport.TemporaryFolder

/// The tests' support has another type of this name.
typealias Message = Gossip.Message

/// The parts of a server that the mesh concerns: a node, its stores, and what joins them.
final class MeshServer: Sendable {
    let folder: TemporaryFolder
    let keys: MeshKeys
    let host: MeshHost
    let store: SQLiteStore
    let timeline: Timeline
    let guide: Guide
    let queues: Queues
    let rows: MeshRows
    let files = MemoryFiles()
    private let tasks: [Task<Void, any Error>]
    private let changes: AsyncStream<MeshChange>

    static let now: @Sendable () -> Timestamp = { Timestamp(Date().timeIntervalSince1970 * 1000) }

    private init(_ keys: MeshKeys, _ folder: TemporaryFolder, port: UInt16?) async throws {
        var settings = MeshHostSettings()
        (settings.listens, settings.announces, settings.trustsClock) = (port == nil, false, true)
        (settings.port, settings.leastFree) = (port ?? 0, 0)
        (self.folder, self.keys) = (folder, keys)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path),
            storage: SQLiteMessageStore(path: folder.file("mesh.sqlite")))
        self.host = host
        store = try SQLiteStore(path: folder.file("community.sqlite"))
        let authors = DerivedAuthorKeys(secret: host.authorSecret, place: host.place)
        timeline = Timeline(store: store, keys: authors, now: Self.now)
        guide = Guide(store: store, budget: .unlimited, now: Self.now)
        queues = Queues(
            store: try SQLitePresenceStore(path: folder.file("presence.sqlite")), now: Self.now,
            localMinutes: { $0 / 60_000 })
        let rows = MeshRows(
            host, store: store, keys: authors, queues: queues, pictures: files, now: Self.now, changed: { _ in },
            report: { Issue.record($0) })
        self.rows = rows
        changes = await host.changes()
        tasks = [Task { try await host.run() }, Task { await rows.run() }]
    }

    deinit { for task in tasks { task.cancel() } }

    /// The organiser's server, and the port at which it listens.
    static func organiser() async throws -> (MeshServer, port: UInt16) {
        let server = try await MeshServer(.newPlace(name: "first"), try TemporaryFolder(), port: nil)
        var port: Int?
        for await change in server.changes {
            if case .listening(let number) = change { port = number }
            if port != nil, await server.host.isOfPlace { break }
        }
        return (server, UInt16(try #require(port)))
    }

    /// A server of a place that is linked to no other.
    static func alone(_ keys: MeshKeys) async throws -> MeshServer {
        let server = try await MeshServer(keys, try TemporaryFolder(), port: nil)
        for await change in server.changes {
            if case .listening = change { break }
        }
        while await !server.host.isOfPlace { try await Task.sleep(for: .milliseconds(10)) }
        return server
    }

    /// A second server, once the organiser has admitted it.
    static func joining(_ first: MeshServer, _ port: UInt16) async throws -> MeshServer {
        let address = try #require(NodeAddress("127.0.0.1"))
        let code = try #require(first.keys.invite(until: .max >> 20, at: [address], port: port))
        let server = try await MeshServer(.joining(code, name: "second"), try TemporaryFolder(), port: port)
        for await change in server.changes where change == .admitted { break }
        return server
    }

    func stop() async {
        for task in tasks {
            task.cancel()
            _ = await task.result
        }
    }

    /// Starts a stopped server again with its files, once it has let go of them. `losingRows`: the community's store is new.
    static func restart(_ server: inout MeshServer?, _ port: UInt16, losingRows: Bool = false) async throws {
        let folder = try #require(server).folder
        server = nil
        if losingRows {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: folder.file("community.sqlite" + end))
            }
        }
        let kept = try #require(try MeshFolder(dataFolder: folder.path).keys())
        while server == nil {
            do { server = try await MeshServer(kept, folder, port: port) } catch let fault as StoreError
                where fault.isInUse
            {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    func account(_ name: String, _ role: Role = .user) async throws -> Account {
        var random = SystemRandomNumberGenerator()
        return try await store.add(
            NewAccount(
                id: AccountID(at: Self.now(), using: &random), name: try AccountName(name), role: role,
                password: PasswordHash(text: "none")), at: Self.now())
    }

    func post(_ text: String, by account: Account) async throws -> Post {
        let post = try await timeline.add(text, by: Post.Author(account: account.id, name: account.name.text), at: nil)
        rows.written(.posts)
        return post
    }

    /// Waits until this server's row of a post is as wanted.
    @discardableResult
    func wait(for id: PostID, _ wanted: (Post) -> Bool) async throws -> Post {
        while true {
            if let post = try await store.post(id), wanted(post) { return post }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
