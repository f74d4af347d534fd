import ArgumentParser
import FoundationEssentials
import Glibc
import HereaboutsAPI
import LocalAuthority
import MeshHost

/// The running server that a command asks.
struct MeshServerOptions: ParsableArguments {
    @Option(help: "The server, such as https://map.example.org (default: the one at port 8080 of this machine).")
    var server: String?
    @Option(help: "The data folder of a server on this machine: its own certificate is trusted.") var data = "data"

    private static let port = 8080

    func validate() throws {
        guard let server, ServerAddress(server) == nil else { return }
        throw ValidationError("--server \(server) is not like https://map.example.org")
    }

    /// A way to reach the server, and the authority to trust; `nil`: those of this machine.
    private struct Way {
        let address: ServerAddress?
        var authority: LocalAuthority?
    }

    /// The ways in the order in which to try them. The server's folder may have an authority for other names alone.
    private var ways: [Way] {
        let own = LocalAuthority(folder: data + "/tls"), hasOwn = access(own.authorityFile, R_OK) == 0
        if let server {
            let address = ServerAddress(server), isOwn = hasOwn && address?.isEncrypted ?? false
            return (isOwn ? [Way(address: address, authority: own)] : []) + [Way(address: address)]
        }
        let encrypted = Way(address: ServerAddress("https://127.0.0.1:\(Self.port)"), authority: own)
        return (hasOwn ? [encrypted] : []) + [Way(address: ServerAddress(localPort: Self.port))]
    }

    /// Asks the server as a guest; with a token of an account in HEREABOUTS_TOKEN, as that account.
    func ask<Answer>(_ body: (HereaboutsClient) async throws -> Answer) async throws -> Answer {
        let connection = try await connected()
        let token = ProcessInfo.processInfo.environment["HEREABOUTS_TOKEN"]
        do {
            let answer = try await body(HereaboutsClient(connection, token: token))
            await connection.close()
            return answer
        } catch let error as ErrorBody {
            await connection.close()
            throw CommandFault(error.message)
        }
    }

    /// Connects by the first way by which a server answers.
    private func connected() async throws -> ServerConnection {
        for way in ways {
            guard let address = way.address,
                let connection = try? await ServerConnection(to: address, trusting: way.authority)
            else { continue }
            // A server that is not trusted, or wants encryption, fails at the first request alone.
            if (try? await HereaboutsClient(connection).about()) != nil { return connection }
            await connection.close()
        }
        throw CommandFault(
            """
            no server answers at \(server ?? "port \(Self.port) of this machine"), or none that is trusted here; start \
            it with `hereabouts serve --mesh`, or name it with --server, and its folder with --data
            """)
    }
}

extension MeshCommand {
    /// Shows the state of a running node.
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the state of a running server's node.")

        @OptionGroup var options: MeshServerOptions

        func run() async throws {
            let state = try await options.ask { try await $0.mesh() }
            print("place    \(state.name) (\(state.place))")
            let standing = state.node.isMember ? "a member" : "a guest: the place has not admitted it"
            print("node     \(state.node.name), \(standing)")
            print("links    \(state.links); \(state.heard) nodes heard on this network")
            if !state.clockIsSet {
                print("clock    not set: the node takes no messages; set the clock, or say --set mesh-clock=trusted")
            }
            for kind in state.classes where kind.messages > 0 {
                let name = kind.name.rawValue, blanks = String(repeating: " ", count: 9 - name.count)
                print("\(name)\(blanks)\(kind.messages) messages, \(kind.bytes) bytes")
            }
            for refused in state.refused {
                print("refused  \(refused.count): \(refused.reason.rawValue.replacing("_", with: " "))")
            }
        }
    }

    /// Lists the nodes.
    struct Nodes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the nodes that a running server's node knows.")

        @OptionGroup var options: MeshServerOptions

        func run() async throws {
            let nodes = try await options.ask({ try await $0.meshNodes() }).nodes
            let names = Dictionary(nodes.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
            for node in nodes {
                let link = node.isThis ? "this node" : node.isLinked ? "linked" : "not linked"
                let standing = node.isMember ? "member" : "guest"
                let ends = node.links.map { end in
                    let name = names[end.key].flatMap { $0.isEmpty ? nil : $0 } ?? String(end.key.prefix(16))
                    return name + (end.since.map { " since \(Self.time($0))" } ?? "")
                }
                let told = node.isThis ? "" : node.linksTold.map { ", as told \(Self.time($0))" } ?? ""
                let reaches = ends.isEmpty ? "no links known" : "linked to " + ends.joined(separator: ", ")
                print("\(node.key.prefix(16))\t\(standing)\t\(link)\t\(node.name)\t\(reaches)\(told)")
            }
        }

        private static func time(_ milliseconds: Int) -> String {
            Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
        }
    }

    /// Writes a line in a room.
    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a line in a room, as a guest of a running server's node.",
            discussion: "Needs a server where guests may post, or the token of an account in HEREABOUTS_TOKEN.")

        @Argument(help: "The text.") var text: String
        @Option(help: "The room: general, help, or an id of `hereabouts mesh log --rooms`.") var room = "general"
        @Option(help: "The name to show.") var name: String?
        @OptionGroup var options: MeshServerOptions

        func run() async throws {
            let line = try await options.ask { client in
                try await client.addMeshLine(
                    AddMeshLineRequest.NewLine(text: text, name: name), in: Self.id(of: room, client))
            }
            print(line.id)
        }

        /// Returns the id of a room that is named by its kind or by its id.
        static func id(of room: String, _ client: HereaboutsClient) async throws -> String {
            let rooms = try await client.meshRooms().rooms
            guard let found = rooms.first(where: { $0.id == room || ($0.kind.rawValue == room && $0.kind != .venue) })
            else { throw CommandFault("there is no room \(room); see `hereabouts mesh log --rooms`") }
            return found.id
        }
    }

    /// Prints the lines of a room.
    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the newest lines of a room of a running server's node, or its rooms.")

        @Option(help: "The room: general, help, or an id.") var room = "general"
        @Option(help: "The number of lines, 1 to 100.") var lines = 20
        @Flag(help: "List the rooms.") var rooms = false
        @OptionGroup var options: MeshServerOptions

        func validate() throws {
            guard (1...100).contains(lines) else { throw ValidationError("--lines must be 1 to 100") }
        }

        func run() async throws {
            if rooms {
                for room in try await options.ask({ try await $0.meshRooms() }).rooms {
                    print("\(room.id)\t\(room.lines)\t\(room.name)")
                }
                return
            }
            let page = try await options.ask { client in
                try await client.meshLines(MeshLinesRequest(room: Send.id(of: room, client), limit: lines))
            }
            for line in page.lines.reversed() {
                let time = Date(timeIntervalSince1970: Double(line.time) / 1000).formatted(.iso8601)
                let author = line.name.map { line.isNamed ? $0 : "~\($0)" } ?? "~\(line.author?.prefix(8) ?? "")"
                // What others wrote may hold what a terminal obeys.
                print("\(time) \(author): \(line.text)".filter { !$0.isControl || $0 == "\n" })
            }
        }
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
