import Community
import HereaboutsAPI
import Passkeys

/// Issues challenges for passkeys, and accepts each answer once, for the purpose of its challenge, at whatever server of
/// the place.
struct PasskeyChallenges: Sendable {
    /// The purpose of a challenge.
    enum Purpose: Sendable {
        case loggingIn
        case adding(AccountID, SessionID)
        case confirming(AccountID, SessionID)

        /// The purpose in the seal of its challenges.
        fileprivate var bytes: [UInt8] {
            switch self {
            case .loggingIn: [0]
            case .adding(let account, let session): [1] + account.bytes + session.bytes
            case .confirming(let account, let session): [2] + account.bytes + session.bytes
            }
        }
    }

    private let accounts: Accounts
    private let logIns: any LogInStore
    private let workers: WorkerPool
    private let now: @Sendable () -> Timestamp

    init(_ parts: ServerParts) {
        accounts = parts.authentication.accounts
        logIns = parts.authentication.logIns
        workers = parts.workers
        now = parts.now
    }

    private func challenge(for purpose: Purpose) async throws -> Challenge {
        var generator = SystemRandomNumberGenerator()
        let seal = ChallengeSeal(key: try await logIns.challengeKey())
        return seal.challenge(for: purpose.bytes, at: now(), using: &generator)
    }

    /// Uses up the challenge of an answer; throws `unknownChallenge` unless a server of the place issued it for
    /// `purpose`, and `unavailable` if nobody can tell.
    private func use(_ challenge: Challenge, for purpose: Purpose) async throws {
        let key = try await logIns.challengeKey(), time = now()
        guard let issue = ChallengeSeal(key: key).issue(of: challenge, for: purpose.bytes, at: time),
            try await logIns.use(challenge, issued: issue, sealedWith: key, at: time)
        else {
            throw ErrorBody(
                .unknownChallenge,
                "the challenge was used already, has expired, or belongs to another request; ask for a new one")
        }
    }

    // MARK: Adding

    func creationOptions(
        for account: Community.Account, _ session: SessionID, at site: RelyingParty
    ) async throws -> CreationOptions {
        let handle = try await accounts.userHandle(of: account.id)
        let passkeys = try await accounts.passkeys(of: account.id)
        return CreationOptions(
            relyingParty: site, challenge: try await challenge(for: .adding(account.id, session)),
            user: handle, name: account.name.text, displayName: account.name.text, excluding: passkeys.map(\.passkey))
    }

    func add(
        _ answer: RegistrationResponse, label: String, to account: AccountID, _ session: SessionID,
        at site: RelyingParty
    ) async throws -> AccountPasskey {
        let passkey: Passkey
        do {
            let challenge = try answer.challenge
            try await use(challenge, for: .adding(account, session))
            // An attestation may be long, so a worker verifies it.
            passkey = try await workers.run {
                try RegistrationCeremony(relyingParty: site, challenge: challenge).verify(answer)
            }
        } catch let error as PasskeyError {
            throw ErrorBody(.invalidPasskey, error.description, field: "credential")
        }
        return try await accounts.add(passkey, label: label, to: account, by: session)
    }

    // MARK: Showing

    func logInOptions(at site: RelyingParty) async throws -> RequestOptions {
        RequestOptions(relyingParty: site, challenge: try await challenge(for: .loggingIn))
    }

    func logIn(
        _ answer: AuthenticationResponse, label: String, at site: RelyingParty
    ) async throws -> (known: KnownPasskey, token: Token) {
        let challenge = try await challenge(of: answer, for: .loggingIn)
        return try await accounts.logIn(
            with: answer, in: AuthenticationCeremony(relyingParty: site, challenge: challenge), label: label)
    }

    /// Throws `notFound` for an account without passkeys.
    func confirmOptions(
        for account: AccountID, _ session: SessionID, at site: RelyingParty
    ) async throws -> RequestOptions {
        let passkeys = try await accounts.passkeys(of: account)
        guard !passkeys.isEmpty else { throw ErrorBody(.notFound, "the account has no passkey; use the password") }
        return RequestOptions(
            relyingParty: site, challenge: try await challenge(for: .confirming(account, session)),
            allowing: passkeys.map(\.passkey))
    }

    /// Confirms a session with a passkey of its account. Throws `wrongPasskey` when the account has none.
    func confirm(
        _ answer: AuthenticationResponse, _ session: Community.Session, at site: RelyingParty
    ) async throws -> ConfirmedSession {
        let challenge = try await challenge(of: answer, for: .confirming(session.account, session.id))
        let allowed = try await accounts.passkeys(of: session.account).map(\.passkey.id)
        // With an empty list, every passkey would be allowed.
        guard !allowed.isEmpty else { throw CommunityFault.wrongPasskey }
        return try await accounts.confirm(
            session, with: answer,
            in: AuthenticationCeremony(relyingParty: site, challenge: challenge, allowed: allowed))
    }

    private func challenge(of answer: AuthenticationResponse, for purpose: Purpose) async throws -> Challenge {
        guard let challenge = try? answer.challenge else { throw CommunityFault.wrongPasskey }
        try await use(challenge, for: purpose)
        return challenge
    }
}

extension Exchange {
    /// Why no passkey works at the requested address; `nil` where passkeys work.
    var passkeyObstacle: PasskeyObstacle? {
        if isAtPlaceName { return .placeName }
        do throws(PasskeysUnavailable) {
            _ = try RelyingParty(origin: origin, name: "")
            return nil
        } catch {
            switch error {
            case .ipAddress: return .ipAddress
            case .insecure: return .insecure
            case .invalidHost: return .invalidHost
            }
        }
    }

    /// Returns this server as browsers know it at the requested address, from the settings and from trusted proxies.
    /// Throws `passkeysUnavailable`.
    func relyingParty() throws(ErrorBody) -> RelyingParty {
        guard !isAtPlaceName else {
            throw ErrorBody(
                .passkeysUnavailable,
                "all nodes of the place share this name, and a passkey would belong to all of them; open the node's own address"
            )
        }
        do throws(PasskeysUnavailable) {
            return try RelyingParty(origin: origin, name: "Hereabouts")
        } catch {
            throw ErrorBody(.passkeysUnavailable, error.description)
        }
    }
}
