import Crypto
package import GeoCore
package import Gossip
package import MeshLinks

/// The right to be admitted to a place once, until a time. The organiser's server keeps nothing of it: `proof` shows
/// that the invitation is its own, and the roster says which invitations are used.
package struct Invitation: Equatable, Sendable {
    /// In bytes: the number (8), the end (8), the proof (16).
    static let length = 32
    private static let proofLength = 16

    package let number: UInt64
    /// When it ends.
    package let end: Timestamp
    private let proof: [UInt8]

    /// Makes an invitation, at the organiser's server.
    package init(by place: Ed25519Signer, until end: Timestamp, using generator: inout some RandomNumberGenerator) {
        number = generator.next()
        self.end = max(0, end)
        proof = Self.proof(by: place, number, self.end)
    }

    /// `nil` for bytes that have another length, or a time that clocks do not reach.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        let end = bytes.dropFirst(8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard end < 1 << 48 else { return nil }
        self.end = Timestamp(end)
        proof = Array(bytes.suffix(Self.proofLength))
    }

    var bytes: [UInt8] { bigEndian(number) + bigEndian(UInt64(end)) + proof }

    private static func proof(by place: Ed25519Signer, _ number: UInt64, _ end: Timestamp) -> [UInt8] {
        // A key of its own, so that no other use of the place's key can make a proof.
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: place.privateKey.rawRepresentation),
            info: Array("hereabouts invitations 1".utf8), outputByteCount: 32)
        let code = HMAC<SHA256>.authenticationCode(for: bigEndian(number) + bigEndian(UInt64(end)), using: key)
        return Array(code.prefix(proofLength))
    }

    /// Returns what a node shows in place of a roster entry when it asks to be admitted: "HBJ1" ‖ number (8) ‖ end (8)
    /// ‖ code (32) ‖ the name that it wants. The code is made with the proof, which is not shown, and names the node's
    /// key: a node that reads the request can admit no other by it.
    package func request(of node: SignerKey, name: String) -> [UInt8] {
        Self.mark + bigEndian(number) + bigEndian(UInt64(end)) + Self.code(proof, of: node, name) + Array(name.utf8)
    }

    private static let mark = Array("HBJ1".utf8)
    private static let codeLength = 32

    private static func code(_ proof: [UInt8], of node: SignerKey, _ name: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: text(node, name), using: SymmetricKey(data: proof)))
    }

    private static func text(_ node: SignerKey, _ name: String) -> [UInt8] {
        Array("hereabouts join 1".utf8) + [0] + node.bytes.bytes + Array(name.utf8)
    }

    /// Reads a request of a node that proved its key. Returns the entry by which the place admits the node; `nil` where
    /// the request is none, is not by an invitation of this place, or is too late.
    package static func admission(
        of node: SignerKey, _ request: [UInt8], by place: Ed25519Signer, at time: Timestamp
    ) -> NodeEntry? {
        let start = mark.count + 16 + codeLength
        guard request.starts(with: mark), request.count > start, request.count <= start + MeshKeys.longestName,
            let name = String(validating: request[start...], as: UTF8.self)
        else { return nil }
        let number = request[4..<12].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let end = request[12..<20].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard end < 1 << 48, time < Timestamp(end) else { return nil }
        let key = SymmetricKey(data: proof(by: place, number, Timestamp(end)))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(request[20..<start]), authenticating: text(node, name), using: key)
        else { return nil }
        return NodeEntry(node, name: name, invitation: number)
    }
}

extension MeshKeys {
    /// Makes a code by which one node can join until `end`. `nil` where this is not the organiser's server.
    package func invite(until end: Timestamp, at addresses: [NodeAddress], port: UInt16) -> JoinCode? {
        guard let placeKey else { return nil }
        var generator = SystemRandomNumberGenerator()
        let invitation = Invitation(by: placeKey, until: end, using: &generator)
        return JoinCode(place: place, secret: secret, invitation: invitation, addresses: addresses, port: port)
    }
}
