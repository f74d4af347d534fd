import ArgumentParser
import Foundation
import Gossip
import HereaboutsAPI
import Mesh
import MeshHost
import MeshLinks
import Server
import Stores

/// Manages the node of the mesh that a server runs with `--mesh`.
struct MeshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mesh",
        abstract: "Join nodes into a mesh, and carry their messages by hand.",
        discussion: """
            Servers of one place that run with --mesh find each other on a network without internet, and pass messages \
            on. The first one makes the place: it invites the others, and each joins with a code of its own.
            """,
        subcommands: [
            Invite.self, Join.self, Status.self, Nodes.self, Send.self, Log.self, Export.self, Import.self,
        ])

    /// Makes a join code.
    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a code with which one node can join; also while the server runs.",
            discussion: "The code holds the place's secret: pass it on as you would a password.")

        @Option(help: "The server's data folder.") var data = "data"
        @Option(help: "An address of this machine that the node can reach; may be repeated (default: all).")
        var address: [String] = []
        @Option(help: "The port of links (default: that at which the server listened last).") var port: UInt16?
        @Option(help: "The days until the code ends, 1 to 365.") var days = 7

        func validate() throws {
            guard (1...365).contains(days) else { throw ValidationError("--days must be 1 to 365") }
            for text in address where NodeAddress(text) == nil {
                throw ValidationError("--address \(text) is not an IPv4 or IPv6 address")
            }
        }

        func run() async throws {
            try DataFolder.enter(data, mayBeNew: true)
            let folder = MeshFolder(dataFolder: data)
            guard let keys = try folder.keys() else {
                throw CommandFault("\(data) has no mesh yet; start its server once with --mesh")
            }
            let port = port ?? folder.port ?? MeshHostSettings.usualPort
            let own = SystemInterfaces.current().flatMap(\.addresses).map(\.address).filter { !$0.isLinkLocalIPv6 }
            let end = MapServer.systemTime() + Int64(days) * 86_400_000
            let addresses = address.isEmpty ? own : address.compactMap { NodeAddress($0) }
            guard let code = keys.invite(until: end, at: addresses, port: port) else {
                throw CommandFault("only the server that made the mesh can invite nodes; run this there")
            }
            print(code.text)
            standardError("On the other machine: hereabouts mesh join CODE. It works for one node, for \(days) days.")
        }
    }

    /// Joins the mesh of a place.
    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Join the mesh of a place with a code of `hereabouts mesh invite`; then serve with --mesh.")

        @Argument(help: "The code.") var code: String
        @Option(help: "The data folder.") var data = "data"
        @Option(help: "How the node calls itself (default: node and four digits).") var name: String?
        @Option(help: "The seconds to wait for the place's server; 0: the node asks when it serves.") var wait = 20
        @Flag(help: "Leave the mesh that the data folder belongs to; its keys are gone then.") var replace = false
        @Flag(help: "Trust this machine's clock whatever its system says.") var trustClock = false

        func validate() throws {
            guard JoinCode(code) != nil else {
                throw ValidationError("this is no join code, or a part of it is missing; copy all of it")
            }
            guard name.map(MeshConfiguration.isName) ?? true else {
                throw ValidationError("--name must be 1 to \(MeshKeys.longestName) bytes on one line")
            }
            guard (0...3600).contains(wait) else { throw ValidationError("--wait must be 0 to 3600") }
        }

        func run() async throws {
            guard let code = JoinCode(code) else { return }
            try DataFolder.enter(data, mayBeNew: true)
            try DataFolder.make(data)
            let folder = MeshFolder(dataFolder: data), kept = try folder.keys()
            guard kept == nil || replace || kept?.place == code.place else {
                throw CommandFault("\(data) belongs to another mesh already; to leave that one, say --replace")
            }
            // Whoever tries again is the same node.
            var keys = MeshKeys.joining(code, name: name ?? kept?.name ?? MeshConfiguration.usualName())
            if let kept, kept.place == code.place { keys = kept.joining(again: code, name: name) }
            let storage = try SQLiteMessageStore(path: data + "/mesh.sqlite")
            try folder.keep(keys)
            guard wait > 0 else { return print("\(keys.name) asks to join when it serves with --mesh") }
            var settings = MeshHostSettings()
            (settings.listens, settings.folder, settings.trustsClock) = (false, data, trustClock)
            let host = try MeshHost(settings, keys: keys, folder: folder, storage: storage)
            if let obstacle = try await Self.obstacle(of: host, within: wait) {
                let words = MeshObstacle(obstacle).words
                guard !obstacle.isFinal else { throw CommandFault(words) }
                throw CommandFault(
                    "\(keys.name) has not joined within \(wait) s, and asks again when it serves: \(words)")
            }
            print("\(keys.name) has joined; serve with --mesh")
        }

        /// Runs a node until it is a member, or cannot become one, or the time is over. Returns what is in its way.
        private static func obstacle(of host: MeshHost, within seconds: Int) async throws -> JoinObstacle? {
            let changes = await host.changes()
            if let obstacle = await host.obstacle, obstacle.isFinal { return obstacle }
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in changes {
                        if await host.obstacle?.isFinal ?? true { return }
                    }
                }
                group.addTask { try await Task.sleep(for: .seconds(seconds)) }
                group.addTask { try await host.run() }
                defer { group.cancelAll() }
                try await group.next()
                // A node that has ended has no links.
                return await host.obstacle
            }
        }
    }

    /// Writes all messages to a file.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write all messages of a stopped node to a file, to carry them to another.")

        @Argument(help: "The file to write.") var file: String
        @Option(help: "The data folder.") var data = "data"

        func run() async throws {
            let (host, _) = try opened(data)
            let messages = try await host.exported()
            let bundle = MessageBundle(of: await host.placeCode, messages)
            try Data(bundle.bytes).write(to: URL(filePath: file), options: .atomic)
            print("wrote \(messages.count) messages to \(file)")
        }
    }

    /// Takes the messages of a file.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take the messages of a file into a stopped node, like those of any other node.")

        @Argument(help: "A file of `hereabouts mesh export`, or of a phone.") var file: String
        @Option(help: "The data folder.") var data = "data"
        @Flag(help: "Trust this machine's clock whatever its system says.") var trustClock = false

        func run() async throws {
            guard let bytes = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
                throw CommandFault("\(file) cannot be read; check its name")
            }
            let bundle: MessageBundle
            do { bundle = try MessageBundle(bytes: Array(bytes), most: 1 << 20) } catch {
                throw CommandFault(
                    "\(file) is no file of messages: \(error.words); copy it again, or take another of `mesh export`")
            }
            let (host, keys) = try opened(data, trustsClock: trustClock)
            guard bundle.place == keys.placeCode else { throw CommandFault("\(file) is of another place") }
            var kept = 0, known = 0, refused: [MeshRefusal: Int] = [:]
            for bytes in bundle.messages {
                guard let message = try? Message(bytes: bytes) else {
                    refused[.malformed, default: 0] += 1
                    continue
                }
                switch try await host.take(message) {
                case .kept, .held, .blocked: kept += 1
                case .known: known += 1
                case .refused(let refusal): refused[MeshRefusal(refusal), default: 0] += 1
                }
            }
            print("kept \(kept), known \(known)")
            for (words, count) in refused.byWords { print("refused \(count): \(words)") }
            if refused[.noClock] != nil {
                standardError("If this machine's clock is right, run the command again with --trust-clock.")
            }
        }
    }
}

/// Opens the node of a data folder whose server does not run.
private func opened(_ data: String, trustsClock: Bool = false) throws -> (host: MeshHost, keys: MeshKeys) {
    // A node that has joined and never served has no other data yet.
    try DataFolder.enter(data, mayBeNew: true)
    let folder = MeshFolder(dataFolder: data)
    guard let keys = try folder.keys() else {
        throw CommandFault("\(data) has no mesh yet; start its server with --mesh, or join one")
    }
    var settings = MeshHostSettings()
    (settings.listens, settings.folder, settings.trustsClock) = (false, data, trustsClock)
    do {
        return (
            try MeshHost(
                settings, keys: keys, folder: folder, storage: SQLiteMessageStore(path: data + "/mesh.sqlite")), keys
        )
    } catch let error as StoreError where error.isInUse {
        throw CommandFault("\(error). While it runs, a phone carries messages, or `hereabouts mesh send`")
    }
}
