/// Asks for the state of the server's node of the mesh.
public struct MeshRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh", "mesh", "The server's node of the mesh: its place, its links and what it keeps.",
        answer: .json(MeshState.self), access: .readers, failures: [.noMesh])
}

/// The state of a node of the mesh.
public struct MeshState: Codable, Equatable, Sendable {
    public let place: String
    public let placeKey: String
    public let name: String
    public let node: Node
    public let time: Int
    public let clockIsSet: Bool
    public let links: Int
    public let heard: Int
    public let classes: [Class]
    public let refused: [Refused]

    public init(
        place: String, placeKey: String, name: String, node: Node, time: Int, clockIsSet: Bool, links: Int, heard: Int,
        classes: [Class], refused: [Refused]
    ) {
        (self.place, self.placeKey, self.name, self.node) = (place, placeKey, name, node)
        (self.time, self.clockIsSet, self.links, self.heard) = (time, clockIsSet, links, heard)
        (self.classes, self.refused) = (classes, refused)
    }

    enum CodingKeys: String, CodingKey {
        case place, name, node, time, links, heard, classes, refused
        case placeKey = "place_key"
        case clockIsSet = "clock_is_set"
    }

    /// The node itself.
    public struct Node: Codable, Equatable, Sendable {
        public let key: String
        public let name: String
        public let isMember: Bool
        public let obstacle: MeshObstacle?

        public init(key: String, name: String, isMember: Bool, obstacle: MeshObstacle? = nil) {
            (self.key, self.name, self.isMember, self.obstacle) = (key, name, isMember, obstacle)
        }

        enum CodingKeys: String, CodingKey {
            case key, name, obstacle
            case isMember = "is_member"
        }
    }

    /// What the node keeps of one class of messages.
    public struct Class: Codable, Equatable, Sendable {
        public let name: MeshClass
        public let messages: Int
        public let bytes: Int

        public init(name: MeshClass, messages: Int, bytes: Int) {
            (self.name, self.messages, self.bytes) = (name, messages, bytes)
        }
    }

    /// How many messages the node refused for one reason.
    public struct Refused: Codable, Equatable, Sendable {
        public let reason: MeshRefusal
        public let count: Int

        public init(reason: MeshRefusal, count: Int) { (self.reason, self.count) = (reason, count) }
    }
}

/// The classes of messages of the mesh.
public enum MeshClass: String, Codable, Sendable, CaseIterable {
    case roster, keys, now, plan, mail, talk, posts, pictures
}

extension MeshClass: WireWords {}

/// Why a node does not keep a message.
public enum MeshRefusal: String, Codable, Sendable, CaseIterable {
    case malformed, expired, replaced, hidden
    case otherPlace = "other_place"
    case noClock = "no_clock"
    case tooEarly = "too_early"
    case stampTime = "stamp_time"
    case notAllowed = "not_allowed"
    case unknownMember = "unknown_member"
    case noStamp = "no_stamp"
    case overQuota = "over_quota"
    case badSignature = "bad_signature"
    case badStamp = "bad_stamp"
}

extension MeshRefusal: WireWords {}

/// Why a node is no member of its place.
public enum MeshObstacle: String, Codable, Sendable, CaseIterable {
    case removed, unreachable
    case ownClock = "own_clock"
    case organiserClock = "organiser_clock"
    case codeUsed = "code_used"
    case codeEnded = "code_ended"
    case otherPlace = "other_place"
    case clocksDiffer = "clocks_differ"
    case organiserAway = "organiser_away"
    case notAdmitted = "not_admitted"
}

extension MeshObstacle: WireWords {}

extension MeshState: Annotated {
    package static let notes = [
        "place": "The place's code: 16 hexadecimal digits, which begin each of its messages.",
        "place_key": "The place's Ed25519 key, 64 hexadecimal digits. It signs the roster.",
        "name": "The place's name, as that of the map.",
        "time": "The time by which the node judges messages, in milliseconds since 1970.",
        "clock_is_set":
            "Whether the node knows what time it is, by its own clock or by its neighbours'. If not, it takes nothing.",
        "links": "The number of nodes to which this one is linked now.",
        "heard": "The number of nodes of the place that announce themselves on the same network.",
        "classes": "What the node keeps, by class.",
        "refused": "How many messages the node refused since it started, by reason: from other nodes and from phones.",
    ]
}

extension MeshState.Node: Annotated {
    package static let notes = [
        "key": "Its Ed25519 key, 64 hexadecimal digits.",
        "is_member": "Whether the place's roster admits it.",
        "obstacle": """
        Why it is no member: this is the organiser's server and its clock is not set; the organiser's server is \
        reached and its clock is not set; another node joined with the code; the code has ended; an operator removed \
        the node; no node of the place answers; the server that answers is of another place; its clock differs by \
        more than half an hour; nodes answer, but not the organiser's server; or that did not make the code. Missing \
        for members.
        """,
    ]
}

extension MeshState.Class: Annotated {
    package static let notes = [
        "messages": "The number of ids; of some of them the node has the id alone.", "bytes": "The messages' bytes.",
    ]
}

/// Asks for the nodes of the place.
public struct MeshNodesRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/nodes", "mesh_nodes", "The nodes of the place, and guests that are linked to this one.",
        answer: .json(MeshNodes.self), access: .readers, failures: [.noMesh])
}

/// The nodes of a place.
public struct MeshNodes: Codable, Equatable, Sendable {
    public let nodes: [Node]

    public init(nodes: [Node]) { self.nodes = nodes }

    /// A node, as this one knows it.
    public struct Node: Codable, Equatable, Sendable {
        public let key: String
        public let name: String
        public let isMember: Bool
        public let isThis: Bool
        public let isLinked: Bool
        public let lastHeard: Int?
        public let links: [Link]
        public let linksTold: Int?

        public init(
            key: String, name: String, isMember: Bool, isThis: Bool, isLinked: Bool, lastHeard: Int?, links: [Link],
            linksTold: Int?
        ) {
            (self.key, self.name, self.isMember, self.isThis) = (key, name, isMember, isThis)
            (self.isLinked, self.lastHeard, self.links, self.linksTold) = (isLinked, lastHeard, links, linksTold)
        }

        enum CodingKeys: String, CodingKey {
            case key, name, links
            case isMember = "is_member"
            case isThis = "is_this"
            case isLinked = "is_linked"
            case lastHeard = "last_heard"
            case linksTold = "links_told"
        }
    }

    /// The other end of a node's link.
    public struct Link: Codable, Equatable, Sendable {
        public let key: String
        public let since: Int?

        public init(key: String, since: Int?) { (self.key, self.since) = (key, since) }
    }
}

extension MeshNodes.Node: Annotated {
    package static let notes = [
        "key": "Its Ed25519 key, 64 hexadecimal digits.",
        "name": "Its name in the roster; empty for a guest.",
        "is_member": "Whether the place's roster admits it.",
        "is_this": "Whether it is the node that answers.",
        "is_linked": "Whether the node that answers is linked to it now.",
        "last_heard":
            "When the node that answers was last linked to it, in milliseconds since 1970; missing before that.",
        "links":
            "The nodes to which it is linked: of this node all, of others those members that they told of, and this one.",
        "links_told": """
        When it told so, in milliseconds since 1970: at changes and each half hour. Missing where it told nothing \
        within six hours.
        """,
    ]
}

extension MeshNodes.Link: Annotated {
    package static let notes = [
        "key": "The other node's Ed25519 key, 64 hexadecimal digits.",
        "since": "Since when, in milliseconds since 1970; missing where that was not told.",
    ]
}
