import Codes
import Gossip
import HereaboutsAPI
import Hummingbird
import MeshHost

extension Routes {
    /// Adds what phones need at the name of the place.
    mutating func addMeshName(_ host: MeshHost?, _ parts: ServerParts) {
        on(MeshProofRequest.self, parts.authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let nonce = try MeshHost.nonce(request.body.nonce), node = try host.orNoMesh
            let proof = MeshProof(
                node: Hexadecimal.text(node.nodeKey.bytes.bytes), signature: Hexadecimal.text(node.proof(of: nonce)))
            return try await exchange.encoded(proof, cacheControl: Exchange.personal)
        }
        on(MeshPhoneRequest.self, parts.authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let node = try host.orNoMesh, network = try MeshPhone.Code(network: request.body)
            guard let pages = parts.settings.placeHost?.pages else {
                throw ErrorBody(
                    .notFound,
                    """
                    this node has no certificate for a name of the place; the organiser's server chooses the name with \
                    mesh-host-name
                    """
                )
            }
            let trust = pages.trustPort.map { port in
                node.addresses.map { MeshPhone.Code("http://\($0):\(port)/trust") }
            }
            let answer = MeshPhone(
                network: network, trust: trust ?? [], fingerprint: pages.fingerprint,
                map: MeshPhone.Code(pages.origin + parts.settings.basePath + "/"))
            return try await exchange.encoded(answer, cacheControl: Exchange.personal)
        }
    }
}

extension MeshHost {
    /// Reads the random bytes that a page wants signed.
    static func nonce(_ text: String) throws(ErrorBody) -> [UInt8] {
        guard let nonce = Hexadecimal.bytes(text), nonce.count == Bytes32.count else {
            throw ErrorBody(.invalidBody, "nonce is not 64 hexadecimal digits in small letters", field: "nonce")
        }
        return nonce
    }
}

extension MeshHost? {
    /// The node; throws `noMesh` on a server without one.
    var orNoMesh: MeshHost {
        get throws(ErrorBody) {
            guard let self else {
                throw ErrorBody(.noMesh, "this server has no node of the mesh; its operator starts one with --mesh")
            }
            return self
        }
    }
}

extension MeshPhone.Code {
    fileprivate init(_ text: String) { self.init(text: text, image: QRCode(text, correction: .medium)?.svg) }

    /// `nil` where the request names no network.
    fileprivate init?(network: MeshPhoneRequest.Network) throws(ErrorBody) {
        guard let name = network.name else { return nil }
        guard let network = WirelessNetwork(name: name, password: network.password) else {
            throw ErrorBody(
                .invalidBody,
                "a network's name has 1 to 32 bytes, and a password 8 to 63 letters, digits and signs of ASCII",
                field: "name")
        }
        self.init(network.text)
    }
}
