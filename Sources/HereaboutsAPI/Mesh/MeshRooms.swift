/// Asks for the rooms of the mesh.
public struct MeshRoomsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/rooms", "mesh_rooms", "The rooms in which people of the place talk.",
        answer: .json(MeshRooms.self), access: .readers, failures: [.noMesh])
}

/// The rooms of the mesh.
public struct MeshRooms: Codable, Equatable, Sendable {
    public let rooms: [Room]

    public init(rooms: [Room]) { self.rooms = rooms }

    /// A room.
    public struct Room: Codable, Equatable, Sendable {
        public let id: String
        public let kind: Kind
        public let name: String
        public let lines: Int
        public let lastTime: Int?

        public init(id: String, kind: Kind, name: String, lines: Int, lastTime: Int?) {
            (self.id, self.kind, self.name, self.lines, self.lastTime) = (id, kind, name, lines, lastTime)
        }

        enum CodingKeys: String, CodingKey {
            case id, kind, name, lines
            case lastTime = "last_time"
        }

        public enum Kind: String, Codable, Equatable, Sendable, CaseIterable {
            case general, help, venue
        }
    }
}

extension MeshRooms.Room.Kind: WireWords {}

extension MeshRooms.Room: Annotated {
    package static let notes = [
        "id": "32 hexadecimal digits: what the room's lines are about.",
        "kind": "`general` and `help` are in every place; a `venue` of the guide has a room of its own.",
        "name": "In English, or the venue's name.",
        "last_time": "The time of the newest line, in milliseconds since 1970; missing in an empty room.",
    ]
}

/// A request about one room, whose id is in its address.
package protocol MeshRoomRequest: APIRequest {
    var room: String { get set }
}

extension Parameter where Value == String {
    /// A room's id: 32 hexadecimal digits. It may also come in the form of the guide's ids, since a venue's room has the
    /// venue's id.
    static let room = Parameter(
        "room", "The room's id: 32 hexadecimal digits, also in the form of a UUID.",
        schema: .text(pattern: "^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$"),
        read: { (text) throws(ParameterFault) in
            let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard [[32], [8, 4, 4, 4, 12]].contains(parts.map(\.count)),
                parts.allSatisfy({ $0.allSatisfy { "0123456789abcdef".utf8.contains($0) } })
            else { throw ParameterFault("is not 32 hexadecimal digits") }
            return parts.map { String(Substring($0)) }.joined()
        },
        print: { $0 })
}

/// Asks for the lines of a room, newest first.
public struct MeshLinesRequest: MeshRoomRequest {
    public var room: String
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(room: String, before: String? = nil, limit: Int = 50) {
        (self.room, self.before, self.limit) = (room, before, limit)
    }

    package static let endpoint = Endpoint(
        "/api/v1/mesh/rooms/{room}/lines", "mesh_lines", "The lines of a room, the newest first.",
        answer: .json(MeshLines.self), access: .readers, failures: [.noMesh])
    package static let blank = MeshLinesRequest(room: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.room, &room)
        try fields.optional(.text("before", "Where the last page ended: its `next`.", maximumLength: 80), &before)
        try fields.defaulted(.integer("limit", "How many lines at most.", in: 1...100), &limit, standard: 50)
    }
}

/// A page of a room's lines.
public struct MeshLines: Codable, Equatable, Sendable {
    public let lines: [MeshLine]
    public let next: String?

    public init(lines: [MeshLine], next: String?) { (self.lines, self.next) = (lines, next) }
}

extension MeshLines: Annotated {
    package static let notes = ["next": "The value of `before` for the next page; missing on the last page."]
}

/// A line in a room.
public struct MeshLine: Codable, Equatable, Sendable {
    public let id: String
    public let time: Int
    public let entered: Int?
    public let author: String?
    public let name: String?
    public let isNamed: Bool
    public let visitorAt: String?
    public let text: String
    public let entry: String?
    public let delivery: Delivery?

    public init(
        id: String, time: Int, entered: Int?, author: String?, name: String?, isNamed: Bool, visitorAt: String?,
        text: String, entry: String?, delivery: Delivery?
    ) {
        (self.id, self.time, self.entered, self.author, self.name) = (id, time, entered, author, name)
        (self.isNamed, self.visitorAt, self.text) = (isNamed, visitorAt, text)
        (self.entry, self.delivery) = (entry, delivery)
    }

    enum CodingKeys: String, CodingKey {
        case id, time, entered, author, name, text, entry, delivery
        case isNamed = "is_named"
        case visitorAt = "visitor_at"
    }

    /// How far a line that was written at this node has got.
    public struct Delivery: Codable, Equatable, Sendable {
        public let state: State
        public let count: Int
        public let keepers: [Keeper]

        public init(state: State, count: Int, keepers: [Keeper] = []) {
            (self.state, self.count, self.keepers) = (state, count, keepers)
        }

        public enum State: String, Codable, Equatable, Sendable, CaseIterable {
            case here, neighbours, nodes
        }
    }

    /// A node that said that it keeps a line.
    public struct Keeper: Codable, Equatable, Sendable {
        public let key: String
        public let name: String?

        public init(key: String, name: String?) { (self.key, self.name) = (key, name) }
    }
}

extension MeshLine.Delivery.State: WireWords {}

extension MeshLine: Annotated {
    package static let notes = [
        "id": "The message's id, 64 hexadecimal digits.",
        "time": "When its author wrote it, by the author's clock, in milliseconds since 1970.",
        "entered": "When a member of the place first took it; missing where none has.",
        "author": "The author's key, 64 hexadecimal digits; a node's key for a visitor without keys there.",
        "name": "The name in the roster, or else the name that the author shows; missing where there is none.",
        "is_named": "Whether the roster names the author. Anybody can show any other name.",
        "visitor_at": """
        The name of the node whose key signed it, for a visitor there without keys or account; missing for all other \
        lines. A node's key never speaks for its operator.
        """,
        "entry": "The key of the member that first took it.",
        "delivery": "How far it has got, for recent lines that were written at this node.",
    ]
}

extension MeshLine.Delivery: Annotated {
    package static let notes = [
        "state": "Kept `here` alone, by `neighbours`, or by about `count` `nodes`.",
        "count": "How many; 250 stands for more, too.",
        "keepers": "The nodes that this one is or was linked to and that said so: at most 64.",
    ]
}

extension MeshLine.Keeper: Annotated {
    package static let notes = [
        "key": "Its Ed25519 key, 64 hexadecimal digits.", "name": "Its name in the roster; missing for a guest.",
    ]
}

/// Writes a line for somebody without keys; the server signs it.
public struct AddMeshLineRequest: BodyRequest, MeshRoomRequest {
    public var room: String
    public var body: NewLine

    /// A line to write.
    public struct NewLine: Codable, Equatable, Sendable {
        public var text: String
        public var name: String?
        public var key: String?

        public init(text: String, name: String? = nil, key: String? = nil) {
            (self.text, self.name, self.key) = (text, name, key)
        }
    }

    public init(room: String, _ line: NewLine) { (self.room, body) = (room, line) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/rooms/{room}/lines", "add_mesh_line",
        """
        Writes a line for a browser without keys of its own. Of an account the account's key signs it, as its posts; of \
        a guest the node's key, as a visitor's. The answer comes once the line is on the disk.
        """,
        answer: .created(MeshLine.self), access: .posters,
        failures: [.invalidBody, .notFound, .tooSoon, .noMesh, .unavailable])
    package static let blank = AddMeshLineRequest(room: "", NewLine(text: ""))

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.room, &room)
    }
}

extension AddMeshLineRequest.NewLine: Annotated {
    package static let notes = [
        "text": "1 to 8000 bytes in UTF-8: not blank, and without control characters but line breaks and tabs.",
        "name": "The name to show: one line of at most 128 bytes. Of an account, its name where this is missing.",
        "key":
            "16 to 64 visible ASCII characters, chosen at random. The same key writes one line, for about a day.",
    ]
}

/// What changed in the mesh: a line in a room, the nodes, the roster, or the help pins.
public struct MeshNews: Codable, Equatable, Sendable {
    public let room: String?
    public let id: String?
    public let nodes: Bool?
    public let roster: Bool?
    public let pins: Bool?
    public let games: Bool?

    public init(
        room: String? = nil, id: String? = nil, nodes: Bool? = nil, roster: Bool? = nil, pins: Bool? = nil,
        games: Bool? = nil
    ) {
        (self.room, self.id, self.nodes, self.roster, self.pins) = (room, id, nodes, roster, pins)
        self.games = games
    }
}

extension MeshNews: Annotated {
    package static let notes = [
        "room": "The room that has a new line; missing where something else changed.",
        "id": "The new line.",
        "nodes": "True when links began or ended, or the roster changed; else missing.",
        "roster": "True when the roster changed; else missing.",
        "pins": "True when help pins came or were resolved; else missing.",
        "games": "True when a message in a game of bocce came; else missing.",
    ]
}
