/// Compares a phone's messages of one class with the node's.
public struct MeshQueryRequest: UploadRequest, FieldlessRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = ["application/octet-stream"]
    package static let maximumLength = 64 << 10
    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/query", "mesh_query",
        """
        Compares sets of messages, as nodes do on links: the content of a frame of kind 10 comes, that of one of kind \
        11 goes back. The server keeps nothing of it.
        """,
        answer: .bytes(["application/octet-stream"]), access: .readers, failures: [.invalidBody, .noMesh])
    package static let blank = MeshQueryRequest([])
}

/// Brings messages to the node.
public struct BringMessagesRequest: UploadRequest, FieldlessRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    /// The greatest number of messages in one request.
    public static let most = 256
    package static let mediaTypes = ["application/octet-stream"]
    package static let maximumLength = 1 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/messages", "bring_messages",
        """
        Brings a bundle of at most 256 messages to the node, which takes them like those of a guest. The answer comes \
        once what it keeps is on the disk.
        """,
        answer: .json(MeshVerdicts.self), access: .posters, failures: [.invalidBody, .noMesh, .unavailable])
    package static let blank = BringMessagesRequest([])
}

/// What became of the messages of a bundle.
public struct MeshVerdicts: Codable, Equatable, Sendable {
    public let verdicts: [Verdict]

    public init(verdicts: [Verdict]) { self.verdicts = verdicts }

    /// What became of one message.
    public struct Verdict: Codable, Equatable, Sendable {
        public let id: String
        public let state: State
        public let reason: MeshRefusal?

        public init(id: String, state: State, reason: MeshRefusal? = nil) {
            (self.id, self.state, self.reason) = (id, state, reason)
        }

        public enum State: String, Codable, Equatable, Sendable, CaseIterable {
            case kept, known, held, refused
        }
    }
}

extension MeshVerdicts.Verdict.State: WireWords {}

extension MeshVerdicts: Annotated {
    package static let notes = ["verdicts": "One for each message, in the bundle's order."]
}

extension MeshVerdicts.Verdict: Annotated {
    package static let notes = [
        "id": "The message's id, 64 hexadecimal digits; empty where the bytes are no message.",
        "state": "`kept`, `known` before, `held` back until its time has come, or `refused`.",
        "reason": "Why it was refused; else missing.",
    ]
}

/// Asks for messages by their ids.
public struct FetchMessagesRequest: UploadRequest, FieldlessRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = ["application/octet-stream"]
    package static let maximumLength = 256 * 32
    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/fetch", "fetch_messages",
        """
        Up to 256 ids of 32 bytes come; a bundle of those messages that are here goes back, of at most 1 MiB. What \
        does not fit is left out.
        """,
        answer: .bytes(["application/octet-stream"]), access: .readers, failures: [.invalidBody, .noMesh])
    package static let blank = FetchMessagesRequest([])
}
