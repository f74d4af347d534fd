package import Crypto
package import Passkeys

/// Makes answers of which each part can be chosen, the wrong ones too.
package struct TestAuthenticator {
    package enum Key {
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    package var key: Key
    package var id: [UInt8] = Array(100..<132)
    package var relyingParty = "map.example"
    package var flags: AuthenticatorData.Flags = [.userPresent, .userVerified]
    package var signCount: UInt32 = 1
    package var extensions: [UInt8] = []
    package var type: String?
    package var challenge: [UInt8] = Array(0..<32)
    package var origin = "https://map.example"
    /// Members of the client data behind the origin.
    package var members = #","crossOrigin":false"#
    package var format = "none"
    /// The attestation statement; `nil` for the empty map.
    package var statement: [UInt8]?
    /// The COSE key in a registration; `nil` for the right one.
    package var coseKey: [UInt8]?
    package var userHandle: [UInt8]? = Array(0..<64)
    package var transports: [String]? = ["internal"]
    /// The id in the answer; `nil` for the right id.
    package var answeredID: String?

    package init(key: Key) { self.key = key }

    package static var es256: TestAuthenticator {
        get throws { TestAuthenticator(key: .p256(try P256.Signing.PrivateKey(rawRepresentation: [UInt8](1...32)))) }
    }
    package static var edDSA: TestAuthenticator {
        get throws {
            TestAuthenticator(key: .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](1...32))))
        }
    }

    package var publicKey: [UInt8] {
        switch key {
        case .p256(let key):
            let point = [UInt8](key.publicKey.x963Representation)
            return hex("a5010203262001215820") + point[1..<33] + hex("225820") + point[33...]
        case .ed25519(let key): return hex("a4010103272006215820") + key.publicKey.rawRepresentation
        }
    }

    package func data(registering: Bool) -> [UInt8] {
        var flags = flags
        if registering { flags.insert(.hasCredential) }
        var bytes = Array(SHA256.hash(data: Array(relyingParty.utf8))) + [flags.rawValue]
        bytes += (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> (8 * $0)) }
        if registering && flags.contains(.hasCredential) {
            bytes += [UInt8](repeating: 0, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 255)] + id
            bytes += coseKey ?? publicKey
        }
        return bytes + extensions
    }

    package func clientData(_ kind: String) -> [UInt8] {
        Array(
            #"{"type":"\#(type ?? kind)","challenge":"\#(Base64URL.encode(challenge))","origin":"\#(origin)"\#(members)}"#
                .utf8)
    }

    package func signature(_ message: [UInt8]) throws -> [UInt8] {
        switch key {
        case .p256(let key): [UInt8](try key.signature(for: message).derRepresentation)
        case .ed25519(let key): [UInt8](try key.signature(for: message))
        }
    }

    package func registration(data: [UInt8]? = nil) -> RegistrationResponse {
        let data = data ?? self.data(registering: true)
        var object = hex("a363666d74") + [0x60 + UInt8(format.utf8.count)] + Array(format.utf8)
        object += hex("6761747453746d74") + (statement ?? [0xa0])
        object += hex("68617574684461746159") + [UInt8(data.count >> 8), UInt8(data.count & 255)] + data
        // A length below 256 has a shorter form.
        if data.count < 256 {
            let head = object.count - data.count - 3
            object.replaceSubrange(head..<head + 2, with: [0x58])
        }
        return RegistrationResponse(
            id: answeredID ?? Base64URL.encode(id), rawId: answeredID ?? Base64URL.encode(id),
            response: .init(
                clientDataJSON: Base64URL.encode(clientData("webauthn.create")),
                attestationObject: Base64URL.encode(object), transports: transports))
    }

    /// With a statement of its own key in the format `packed`.
    package func packed(algorithm: UInt8, over message: [UInt8]? = nil) throws -> RegistrationResponse {
        var copy = self
        let digest = Array(SHA256.hash(data: clientData("webauthn.create")))
        let signature = try signature(message ?? data(registering: true) + digest)
        copy.format = "packed"
        copy.statement = hex("a263616c67") + [algorithm] + hex("6373696758") + [UInt8(signature.count)] + signature
        return copy.registration()
    }

    package func authentication() throws -> AuthenticationResponse {
        let data = data(registering: false), json = clientData("webauthn.get")
        return AuthenticationResponse(
            id: answeredID ?? Base64URL.encode(id), rawId: answeredID ?? Base64URL.encode(id),
            response: .init(
                clientDataJSON: Base64URL.encode(json), authenticatorData: Base64URL.encode(data),
                signature: Base64URL.encode(try signature(data + Array(SHA256.hash(data: json)))),
                userHandle: userHandle.map(Base64URL.encode)))
    }
}

/// The bytes that hexadecimal digits stand for; line ends are left out.
package func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
