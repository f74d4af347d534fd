/// Asks the node to prove its key.
///
/// All nodes of a place answer at its name. A client that keeps a token of one of them asks before it sends the token,
/// because another node may be at the address now.
public struct MeshProofRequest: BodyRequest, FieldlessRequest {
    public var body: Question

    /// What the node is to sign.
    public struct Question: Codable, Equatable, Sendable {
        public var nonce: String

        public init(nonce: String) { self.nonce = nonce }
    }

    public init(nonce: String) { body = Question(nonce: nonce) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/proof", "mesh_proof",
        """
        Proves which node answers, before a token goes to it: at the name of the place, another one may have taken its \
        place.
        """,
        answer: .json(MeshProof.self), failures: [.invalidBody, .noMesh])
    package static let blank = MeshProofRequest(nonce: "")
}

extension MeshProofRequest.Question: Annotated {
    package static let notes = ["nonce": "32 random bytes: 64 hexadecimal digits in small letters."]
}

/// A node's proof of its key.
public struct MeshProof: Codable, Equatable, Sendable {
    public let node: String
    public let signature: String

    public init(node: String, signature: String) { (self.node, self.signature) = (node, signature) }
}

extension MeshProof: Annotated {
    package static let notes = [
        "node": "The node's Ed25519 key, 64 hexadecimal digits.",
        "signature":
            "Its signature of `hereabouts proof 1`, a zero byte and the nonce's bytes: 128 hexadecimal digits.",
    ]
}

/// Asks for what a phone needs to open the map at the name of the place.
public struct MeshPhoneRequest: BodyRequest, FieldlessRequest {
    public var body: Network

    /// The wireless network of the node, if a code for it is wanted. The server keeps nothing of it.
    public struct Network: Codable, Equatable, Sendable {
        public var name: String?
        public var password: String?

        public init(name: String? = nil, password: String? = nil) { (self.name, self.password) = (name, password) }
    }

    public init(_ network: Network = Network()) { body = network }

    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/phone", "mesh_phone",
        """
        Codes for another phone to scan: for the wireless network, for the certificate to trust, and for the map at \
        the name of the place.
        """,
        answer: .json(MeshPhone.self), access: .readers, failures: [.invalidBody, .notFound, .noMesh])
    package static let blank = MeshPhoneRequest()
}

extension MeshPhoneRequest.Network: Annotated {
    package static let notes = [
        "name": "The network's name, 1 to 32 bytes in UTF-8; without it there is no code for a network.",
        "password": "8 to 63 visible ASCII characters or blanks; without it the network is open.",
    ]
}

/// What a phone needs to open the map at the name of the place, in the order of its steps.
public struct MeshPhone: Codable, Equatable, Sendable {
    public let network: Code?
    public let trust: [Code]
    public let fingerprint: String
    public let map: Code

    public init(network: Code?, trust: [Code], fingerprint: String, map: Code) {
        (self.network, self.trust, self.fingerprint, self.map) = (network, trust, fingerprint, map)
    }

    /// A text to scan.
    public struct Code: Codable, Equatable, Sendable {
        public let text: String
        public let image: String?

        public init(text: String, image: String?) { (self.text, self.image) = (text, image) }
    }
}

extension MeshPhone: Annotated {
    package static let notes = [
        "network": "The wireless network; missing where the request named none.",
        "trust": """
        Addresses without encryption that offer the authority's certificate and explain how to trust it, one for \
        each address of this node.
        """,
        "fingerprint": "The SHA-256 of that certificate in hexadecimal pairs, to compare on the phone.",
        "map": "The map at the name of the place.",
    ]
}

extension MeshPhone.Code: Annotated {
    package static let notes = [
        "text": "What the code says.", "image": "The code as SVG; missing where the text is too long.",
    ]
}
