import Community
import Fairness
import HereaboutsAPI
import Passkeys
import Synchronization

/// Issues challenges for passkeys, and accepts each answer once, for the purpose of its challenge.
///
/// A class because all requests share its challenges.
final class PasskeyChallenges: Sendable {
    /// The purpose of a challenge.
    enum Purpose: Sendable, Equatable {
        case loggingIn
        case adding(AccountID, SessionID)
        case confirming(AccountID, SessionID)

        fileprivate var isOfGuests: Bool { self == .loggingIn }
    }

    /// The open challenges. Guests' challenges count for their block of addresses, members' for their session, so
    /// neither displaces the other's.
    private struct Books {
        var guests = ChallengeBook<Network.Block, Purpose>()
        var members = ChallengeBook<SessionID, Purpose>()
    }

    private let accounts: Accounts
    private let workers: WorkerPool
    private let books = Mutex(Books())

    init(_ accounts: Accounts, _ workers: WorkerPool) {
        self.accounts = accounts
        self.workers = workers
    }

    private func challenge(for purpose: Purpose, of session: SessionID) -> Challenge {
        var generator = SystemRandomNumberGenerator()
        return books.withLock { $0.members.issue(for: purpose, to: session, at: .now, using: &generator) }
    }

    /// Uses up the challenge of an answer; throws `unknownChallenge` unless the server issued it for `purpose`.
    private func take(_ challenge: Challenge, for purpose: Purpose) throws(ErrorBody) {
        let issued = books.withLock { books in
            purpose.isOfGuests ? books.guests.take(challenge, at: .now) : books.members.take(challenge, at: .now)
        }
        guard issued == purpose else {
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
            relyingParty: site, challenge: challenge(for: .adding(account.id, session), of: session),
            user: handle, name: account.name.text, displayName: account.name.text, excluding: passkeys.map(\.passkey))
    }

    func add(
        _ answer: RegistrationResponse, label: String, to account: AccountID, _ session: SessionID,
        at site: RelyingParty
    ) async throws -> AccountPasskey {
        let passkey: Passkey
        do {
            let challenge = try answer.challenge
            try take(challenge, for: .adding(account, session))
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

    /// - Parameter network: The client's network; `nil` for this machine.
    func logInOptions(for network: Network?, at site: RelyingParty) -> RequestOptions {
        var generator = SystemRandomNumberGenerator()
        let challenge = books.withLock { books in
            books.guests.issue(for: .loggingIn, to: (network ?? .local).block, at: .now, using: &generator)
        }
        return RequestOptions(relyingParty: site, challenge: challenge)
    }

    func logIn(
        _ answer: AuthenticationResponse, label: String, at site: RelyingParty
    ) async throws -> (known: KnownPasskey, token: Token) {
        let challenge = try challenge(of: answer, for: .loggingIn)
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
            relyingParty: site, challenge: challenge(for: .confirming(account, session), of: session),
            allowing: passkeys.map(\.passkey))
    }

    /// Confirms a session with a passkey of its account. Throws `wrongPasskey` when the account has none.
    func confirm(
        _ answer: AuthenticationResponse, _ session: Community.Session, at site: RelyingParty
    ) async throws -> ConfirmedSession {
        let challenge = try challenge(of: answer, for: .confirming(session.account, session.id))
        let allowed = try await accounts.passkeys(of: session.account).map(\.passkey.id)
        // With an empty list, every passkey would be allowed.
        guard !allowed.isEmpty else { throw CommunityFault.wrongPasskey }
        return try await accounts.confirm(
            session, with: answer,
            in: AuthenticationCeremony(relyingParty: site, challenge: challenge, allowed: allowed))
    }

    private func challenge(of answer: AuthenticationResponse, for purpose: Purpose) throws -> Challenge {
        guard let challenge = try? answer.challenge else { throw CommunityFault.wrongPasskey }
        try take(challenge, for: purpose)
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
