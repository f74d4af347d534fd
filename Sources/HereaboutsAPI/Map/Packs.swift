/// Asks for the list of the objects that a device keeps for use without a network.
public struct PackRequest: APIRequest {
    public var content: PackContent

    public init(_ content: PackContent = .all) { self.content = content }

    package static let endpoint = Endpoint(
        "/api/v1/pack", "pack", "The objects that make up the atlas, for use without a network.",
        answer: .json(Pack.self))
    package static let blank = PackRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.defaulted(
            .word("content", "`walking` leaves out the hierarchies of bicycles and cars."), &content, standard: .all)
    }
}

/// What a pack is for.
public enum PackContent: String, Codable, Sendable, CaseIterable {
    case all, walking
}

extension PackContent: WireWords {}

/// Asks for one object of a pack.
public struct PackObjectRequest: APIRequest {
    public var hash: String

    public init(hash: String) { self.hash = hash }

    package static let endpoint = Endpoint(
        "/api/v1/pack/{hash}", "pack_object",
        """
        One object of a pack, compressed (see the documentation of the interface). An address always has the same \
        content.
        """,
        answer: .bytes(["application/octet-stream"]), failures: [.notFound])
    package static let blank = PackObjectRequest(hash: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text("hash", "The object's hash, from the list of a pack.", maximumLength: 64), &hash)
    }
}

/// The objects that make up an atlas file, or the part of it for walking.
public struct Pack: Codable, Equatable, Sendable {
    public let identity: String
    public let content: PackContent
    public let bytes: Int
    public let packedBytes: Int
    public let objects: [Object]

    public init(identity: String, content: PackContent, bytes: Int, packedBytes: Int, objects: [Object]) {
        self.identity = identity
        self.content = content
        self.bytes = bytes
        self.packedBytes = packedBytes
        self.objects = objects
    }

    enum CodingKeys: String, CodingKey {
        case identity, content, bytes, objects
        case packedBytes = "packed_bytes"
    }

    /// A part of the file.
    public struct Object: Codable, Equatable, Sendable {
        public let hash: String
        public let offset: Int
        public let bytes: Int
        public let packedBytes: Int

        public init(hash: String, offset: Int, bytes: Int, packedBytes: Int) {
            self.hash = hash
            self.offset = offset
            self.bytes = bytes
            self.packedBytes = packedBytes
        }

        enum CodingKeys: String, CodingKey {
            case hash, offset, bytes
            case packedBytes = "packed_bytes"
        }
    }
}

extension Pack: Annotated {
    package static let notes = [
        "identity": "The identity of the server's atlas, as in `/api/v1/about`.",
        "bytes": "The length of the file that the objects make up. The bytes between objects are zero.",
        "packed_bytes": "The sum of the objects' compressed sizes.",
    ]
}

extension Pack.Object: Annotated {
    package static let notes = [
        "hash": "SHA-256 of the content, in hexadecimal digits.",
        "offset": "Where the content begins in the file.",
        "bytes": "The length of the content.",
        "packed_bytes": "The length of the compressed object.",
    ]
}
