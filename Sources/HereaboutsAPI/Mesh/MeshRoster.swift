/// Asks operators' view of the place's nodes and people.
public struct MeshRosterRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/roster", "mesh_roster",
        "The roster: the nodes of the place, the people whom it names, and what operators hide.",
        answer: .json(MeshRoster.self), access: .operators, failures: [.noMesh])
}

/// The roster of a place, as this server's node knows it.
public struct MeshRoster: Codable, Equatable, Sendable {
    public let isOrganiser: Bool
    public let organiser: String?
    public let nodes: [Node]
    public let people: [Person]
    public let hidden: [Hidden]

    public init(isOrganiser: Bool, organiser: String?, nodes: [Node], people: [Person], hidden: [Hidden]) {
        (self.isOrganiser, self.organiser) = (isOrganiser, organiser)
        (self.nodes, self.people, self.hidden) = (nodes, people, hidden)
    }

    enum CodingKeys: String, CodingKey {
        case organiser, nodes, people, hidden
        case isOrganiser = "is_organiser"
    }

    /// A node that the roster names, or a guest that is linked.
    public struct Node: Codable, Equatable, Sendable {
        public let key: String
        public let name: String
        public let role: Role
        public let isThis: Bool
        public let isLinked: Bool
        public let isHidden: Bool
        public let lastHeard: Int?

        public init(
            key: String, name: String, role: Role, isThis: Bool, isLinked: Bool, isHidden: Bool, lastHeard: Int?
        ) {
            (self.key, self.name, self.role, self.isThis) = (key, name, role, isThis)
            (self.isLinked, self.isHidden, self.lastHeard) = (isLinked, isHidden, lastHeard)
        }

        enum CodingKeys: String, CodingKey {
            case key, name, role
            case isThis = "is_this"
            case isLinked = "is_linked"
            case isHidden = "is_hidden"
            case lastHeard = "last_heard"
        }

        public enum Role: String, Codable, Equatable, Sendable, CaseIterable {
            case organiser, member, removed, guest
        }
    }

    /// A person whom the roster names.
    public struct Person: Codable, Equatable, Sendable {
        public let key: String
        public let name: String?
        public let role: Role
        public let isHidden: Bool

        public init(key: String, name: String?, role: Role, isHidden: Bool) {
            (self.key, self.name, self.role, self.isHidden) = (key, name, role, isHidden)
        }

        enum CodingKeys: String, CodingKey {
            case key, name, role
            case isHidden = "is_hidden"
        }

        public enum Role: String, Codable, Equatable, Sendable, CaseIterable {
            case user, curator, `operator`
        }
    }

    /// A message, an author or a node that operators hide.
    public struct Hidden: Codable, Equatable, Sendable {
        public let kind: MeshHiddenKind
        public let subject: String
        public let since: Int
        public let name: String?
        public let text: String?

        public init(kind: MeshHiddenKind, subject: String, since: Int, name: String?, text: String?) {
            (self.kind, self.subject, self.since, self.name, self.text) = (kind, subject, since, name, text)
        }
    }
}

/// What operators hide.
public enum MeshHiddenKind: String, Codable, Equatable, Sendable, CaseIterable {
    case message, author, node
}

extension MeshHiddenKind: WireWords {}
extension MeshRoster.Node.Role: WireWords {}
extension MeshRoster.Person.Role: WireWords {}

extension MeshRoster: Annotated {
    package static let notes = [
        "is_organiser": "Whether this is the organiser's server, which alone changes the roster.",
        "organiser": "The name of the organiser's server; missing where this node has not heard of it.",
        "people": "The curators and operators of the organiser's server, and those of its people who wrote.",
        "hidden": "What operators hide at all nodes, the latest first.",
    ]
}

extension MeshRoster.Node: Annotated {
    package static let notes = [
        "key": "Its Ed25519 key, 64 hexadecimal digits.",
        "name": "Its name in the roster; empty for a guest.",
        "role":
            "`organiser`: its server changes the roster; `member`; `removed` by an operator; or a `guest` that is linked.",
        "is_this": "Whether it is the node that answers.",
        "is_linked": "Whether the node that answers is linked to it now.",
        "is_hidden": "Whether operators hide what entered the mesh at it.",
        "last_heard":
            "When the node that answers was last linked to it, in milliseconds since 1970; missing before that.",
    ]
}

extension MeshRoster.Person: Annotated {
    package static let notes = [
        "key": "The person's Ed25519 key, 64 hexadecimal digits.",
        "name": "The name of the person's account; missing where the roster has a role for the key alone.",
        "is_hidden": "Whether operators hide what the person wrote.",
    ]
}

extension MeshRoster.Hidden: Annotated {
    package static let notes = [
        "subject": "The message's id, or the author's or node's key: 64 hexadecimal digits.",
        "since": "When it was hidden, in milliseconds since 1970.",
        "name": "The name of the author or node in the roster, if it has one; of a message, its author's.",
        "text": "The text of a hidden message, as long as this node has it.",
    ]
}

extension Parameter where Value == String {
    /// An id or key of the mesh.
    fileprivate static func digits(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: .text(pattern: "^[0-9a-f]{64}$"),
            read: { (text) throws(ParameterFault) in
                guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
                    throw ParameterFault("is not 64 hexadecimal digits")
                }
                return text
            },
            print: { $0 })
    }
}

extension String {
    fileprivate static let blankDigits = String(repeating: "0", count: 64)
}

/// Removes a node from the place.
public struct RemoveNodeRequest: APIRequest {
    public var node: String

    public init(node: String) { self.node = node }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/mesh/nodes/{node}", "remove_node",
        """
        Removes a node from the place: other nodes end their links to it and take nothing that enters at it from now \
        on. It cannot join with the same key again.
        """,
        answer: .nothing, access: .operators,
        failures: [.notFound, .noMesh, .notOrganiser, .unavailable])
    package static let blank = RemoveNodeRequest(node: .blankDigits)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.digits("node", "The node's key: 64 hexadecimal digits."), &node)
    }
}

/// A request about something that operators hide.
package protocol MeshHidingRequest: APIRequest {
    var kind: MeshHiddenKind { get set }
    var subject: String { get set }
    init(_ kind: MeshHiddenKind, _ subject: String)
}

extension MeshHidingRequest {
    package static var blank: Self { Self(.message, .blankDigits) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.word("kind", "What it is."), &kind)
        try fields.required(
            .digits("subject", "The message's id, or the author's or node's key: 64 hexadecimal digits."), &subject)
    }
}

/// Hides a message, an author or a node from everybody.
public struct HideInMeshRequest: MeshHidingRequest {
    public var kind: MeshHiddenKind
    public var subject: String

    public init(_ kind: MeshHiddenKind, _ subject: String) { (self.kind, self.subject) = (kind, subject) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/mesh/hidden/{kind}/{subject}", "hide_in_mesh",
        """
        Hides a message, all that an author writes, or all that enters the mesh at a node. All nodes obey, once they \
        have heard of it.
        """,
        answer: .nothing, access: .operators, failures: [.noMesh, .notOrganiser, .unavailable])
}

/// Shows a hidden message, author or node again.
public struct ShowInMeshRequest: MeshHidingRequest {
    public var kind: MeshHiddenKind
    public var subject: String

    public init(_ kind: MeshHiddenKind, _ subject: String) { (self.kind, self.subject) = (kind, subject) }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/mesh/hidden/{kind}/{subject}", "show_in_mesh",
        "Shows again what was hidden. Messages that have not ended come back.",
        answer: .nothing, access: .operators, failures: [.notFound, .noMesh, .notOrganiser, .unavailable])
}
