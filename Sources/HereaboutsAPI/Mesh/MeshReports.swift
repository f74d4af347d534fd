extension Parameter where Value == String {
    /// The id of a message, or of a help pin: pages without the mesh's program know no other.
    fileprivate static let reported = Parameter(
        "id", "The id of the line: 64 hexadecimal digits. Of a help pin, this, or the pin's id.",
        schema: .text(pattern: "^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$"),
        read: { (text) throws(ParameterFault) in
            let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard [[64], [8, 4, 4, 4, 12]].contains(parts.map(\.count)),
                parts.allSatisfy({ $0.allSatisfy { "0123456789abcdef".utf8.contains($0) } })
            else { throw ParameterFault("is not 64 hexadecimal digits, and no id of a help pin") }
            return text
        },
        print: { $0 })
}

/// Reports a line in a room or a help pin to the operators of the place.
public struct ReportInMeshRequest: BodyRequest {
    public var id: String
    public var body: Reason

    public struct Reason: Codable, Equatable, Sendable {
        public var reason: MeshReportReason

        public init(reason: MeshReportReason) { self.reason = reason }
    }

    public init(id: String, reason: MeshReportReason) { (self.id, body) = (id, Reason(reason: reason)) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/messages/{id}/reports", "report_in_mesh",
        """
        Reports a line in a room or a help pin to the operators, who learn at which node somebody reported it and why. \
        Nothing says who did. Of one network, a message is reported once.
        """,
        answer: .nothing, access: .posters,
        failures: [.invalidBody, .notAllowed, .notFound, .tooSoon, .noMesh, .unavailable])
    package static let blank = ReportInMeshRequest(id: .blankID, reason: .spam)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.reported, &id)
    }
}

/// Why operators should look at a message.
public enum MeshReportReason: String, Codable, Equatable, Sendable, CaseIterable {
    case spam, abuse, danger, other
}

extension MeshReportReason: WireWords {}

extension ReportInMeshRequest.Reason: Annotated {
    package static let notes = [
        "reason": "`spam`; `abuse`: insults or threats; `danger`: it is false and dangerous; or something `other`."
    ]
}

/// Asks for what people reported in the mesh.
public struct MeshReportsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/reports", "mesh_reports",
        """
        The lines and help pins that people reported at any node, as long as they are here: the one with the newest \
        report first. What operators hide is not among them, nor what an operator of this server dismissed.
        """,
        answer: .json(MeshReports.self), access: .operators, failures: [.noMesh])
}

/// What people reported in the mesh.
public struct MeshReports: Codable, Equatable, Sendable {
    public let messages: [MeshReportedMessage]

    public init(messages: [MeshReportedMessage]) { self.messages = messages }
}

/// A reported line or help pin.
public struct MeshReportedMessage: Codable, Equatable, Sendable {
    public let id: String
    public let kind: Kind
    public let room: String?
    public let pin: String?
    public let text: String
    public let time: Int
    public let author: String
    public let name: String?
    public let isNamed: Bool
    public let reported: Int
    public let reasons: [Count]
    public let nodes: [Node]

    public enum Kind: String, Codable, Equatable, Sendable, CaseIterable {
        case line, pin
    }

    /// At how many nodes people gave a reason.
    public struct Count: Codable, Equatable, Sendable {
        public let reason: MeshReportReason
        public let count: Int

        public init(reason: MeshReportReason, count: Int) { (self.reason, self.count) = (reason, count) }
    }

    /// A node at which people reported a message.
    public struct Node: Codable, Equatable, Sendable {
        public let key: String
        public let name: String?

        public init(key: String, name: String?) { (self.key, self.name) = (key, name) }
    }

    public init(
        id: String, kind: Kind, room: String?, pin: String?, text: String, time: Int, author: String, name: String?,
        isNamed: Bool, reported: Int, reasons: [Count], nodes: [Node]
    ) {
        (self.id, self.kind, self.room, self.pin, self.text) = (id, kind, room, pin, text)
        (self.time, self.author, self.name, self.isNamed) = (time, author, name, isNamed)
        (self.reported, self.reasons, self.nodes) = (reported, reasons, nodes)
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, room, pin, text, time, author, name, reported, reasons, nodes
        case isNamed = "is_named"
    }
}

extension MeshReportedMessage.Kind: WireWords {}

extension MeshReportedMessage: Annotated {
    package static let notes = [
        "id": "The message's id, 64 hexadecimal digits: `/api/v1/mesh/hidden/message/{subject}` hides it at all nodes.",
        "kind": "A `line` in a room, or a help `pin`.",
        "room": "The line's room, 32 hexadecimal digits; missing for a help pin.",
        "pin": "The help pin's id, a UUID; missing for a line.",
        "time": "When its author wrote it, in milliseconds since 1970.",
        "author": "The author's key, 64 hexadecimal digits.",
        "name": "The name in the roster, or else the one that the author shows; missing where there is none.",
        "is_named": "Whether the roster names the author. Anybody can show any other name.",
        "reported": "The time of the newest report, in milliseconds since 1970.",
        "reasons": "The reasons that people gave, the one of the most nodes first.",
        "nodes": "The nodes at which people reported it.",
    ]
}

extension MeshReportedMessage.Count: Annotated {
    package static let notes = ["count": "At how many nodes people gave this reason: of one node it counts once."]
}

extension MeshReportedMessage.Node: Annotated {
    package static let notes = [
        "key": "Its Ed25519 key, 64 hexadecimal digits.",
        "name": "Its name in the roster; missing where that is empty.",
    ]
}

/// Takes a message out of the reported ones.
public struct DismissMeshReportsRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/mesh/reports/{id}", "dismiss_mesh_reports",
        "Dismisses the reports of a message, also later ones. It stays as it is. This holds at this server alone.",
        answer: .nothing, access: .operators, failures: [.notFound, .noMesh, .unavailable])
    package static let blank = DismissMeshReportsRequest(id: String(repeating: "0", count: 64))

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.reported, &id)
    }
}
