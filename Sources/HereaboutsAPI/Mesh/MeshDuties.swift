/// Makes a code with which one more node joins.
public struct InviteNodeRequest: BodyRequest, FieldlessRequest {
    public var body: NewInvitation

    /// An invitation to make.
    public struct NewInvitation: Codable, Equatable, Sendable {
        public var days: Int?

        public init(days: Int? = nil) { self.days = days }
    }

    public init(days: Int? = nil) { body = NewInvitation(days: days) }

    /// For how many days an invitation may be good.
    package static let days = 1...365

    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/invitations", "invite_node",
        """
        Makes a code with which one more node joins the mesh, as `hereabouts mesh invite` does. It holds the place's \
        secret, and the server does not keep it.
        """,
        answer: .created(MeshInvitation.self), access: .operators, needsConfirmation: true,
        failures: [.invalidBody, .noMesh, .notOrganiser])
    package static let blank = InviteNodeRequest()
}

extension InviteNodeRequest.NewInvitation: Annotated {
    package static let notes = ["days": "How many days the code works: 1 to 365, 7 when this is missing."]
}

/// A code with which one node joins.
public struct MeshInvitation: Codable, Equatable, Sendable {
    public let code: String
    public let expires: Int
    public let drawing: String?

    public init(code: String, expires: Int, drawing: String?) {
        (self.code, self.expires, self.drawing) = (code, expires, drawing)
    }
}

extension MeshInvitation: Annotated {
    package static let notes = [
        "code": "For `hereabouts mesh join`; also the text of a code to scan. It works for one node.",
        "expires": "When it stops working, in milliseconds since 1970.",
        "drawing": "`code` as a code to scan (QR, ISO/IEC 18004): an SVG document.",
    ]
}

/// Asks what the node does for others.
public struct MeshDutiesRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/duties", "mesh_duties", "What the server's node does for others, and how much disk it leaves.",
        answer: .json(MeshDutiesState.self), access: .operators, failures: [.noMesh])
}

/// What a node does for others.
public struct MeshDuties: Codable, Equatable, Sendable {
    public var relay: Bool
    public var guests: Bool
    public var freeDisk: Int

    public init(relay: Bool, guests: Bool, freeDisk: Int) {
        (self.relay, self.guests, self.freeDisk) = (relay, guests, freeDisk)
    }

    /// How many bytes of the disk a node may be told to leave to others.
    package static let freeDisks = 0...(1 << 50)

    enum CodingKeys: String, CodingKey {
        case relay, guests
        case freeDisk = "free_disk"
    }
}

extension MeshDuties: Annotated {
    package static let notes = [
        "relay":
            "Whether it passes on what entered at other nodes. What people write here and the roster always travel.",
        "guests": "Whether it links to nodes that are no members.",
        "free_disk": "Below so many free bytes it takes no messages; 0 to 1125899906842624.",
    ]
}

/// What a node does for others, and the state of its disk.
public struct MeshDutiesState: Codable, Equatable, Sendable {
    public let duties: MeshDuties
    public let diskFree: Int?
    public let isDiskFull: Bool

    public init(duties: MeshDuties, diskFree: Int?, isDiskFull: Bool) {
        (self.duties, self.diskFree, self.isDiskFull) = (duties, diskFree, isDiskFull)
    }

    enum CodingKeys: String, CodingKey {
        case duties
        case diskFree = "disk_free"
        case isDiskFull = "is_disk_full"
    }
}

extension MeshDutiesState: Annotated {
    package static let notes = [
        "disk_free": "How many bytes of the disk are free; missing where the system does not say.",
        "is_disk_full": "Whether the node takes no messages for want of free disk.",
    ]
}

/// Changes what the node does for others.
public struct ChangeMeshDutiesRequest: BodyRequest, FieldlessRequest {
    public var body: MeshDuties

    public init(_ duties: MeshDuties) { body = duties }

    package static let endpoint = Endpoint(
        .put, "/api/v1/mesh/duties", "change_mesh_duties",
        """
        Changes what the server's node does for others, at once. It holds after the next start, too, whatever the \
        settings `mesh-relay`, `mesh-guests` and `mesh-free-disk` say.
        """,
        answer: .json(MeshDutiesState.self), access: .operators, failures: [.invalidBody, .noMesh, .unavailable])
    package static let blank = ChangeMeshDutiesRequest(MeshDuties(relay: true, guests: true, freeDisk: 0))
}
