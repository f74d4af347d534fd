import Passkeys

/// The sides of the tests' ceremonies.
enum Given {
    static var relyingParty: RelyingParty {
        get throws { try RelyingParty(origin: "https://map.example", name: "Hereabouts") }
    }

    static func challenge(_ bytes: [UInt8] = Array(0..<32)) throws -> Challenge {
        guard let challenge = Challenge(bytes: bytes) else { throw PasskeyError.otherChallenge }
        return challenge
    }

    static func owner(_ bytes: [UInt8] = Array(0..<64)) throws -> UserHandle {
        guard let handle = UserHandle(bytes: bytes) else { throw PasskeyError.noUserHandle }
        return handle
    }

    static func register(
        _ response: RegistrationResponse, requiresUserVerification: Bool = true
    ) throws -> Passkey {
        try RegistrationCeremony(
            relyingParty: relyingParty, challenge: challenge(), requiresUserVerification: requiresUserVerification
        ).verify(response)
    }

    static func logIn(
        _ response: AuthenticationResponse, with passkey: Passkey, allowed: [CredentialID] = [],
        requiresUserVerification: Bool = true
    ) throws -> Passkey {
        try AuthenticationCeremony(
            relyingParty: relyingParty, challenge: challenge(), allowed: allowed,
            requiresUserVerification: requiresUserVerification
        ).verify(response, with: passkey, of: owner())
    }
}
