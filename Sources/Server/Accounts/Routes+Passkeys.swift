import Community
import HereaboutsAPI
import Hummingbird
import Passkeys

extension Routes {
    /// Adds the routes for passkeys: adding, listing, removing, and logging in with them.
    mutating func addPasskeys(_ challenges: PasskeyChallenges, _ access: StandingAccess) {
        let authentication = access.authentication, accounts = authentication.accounts
        on(PasskeysRequest.self, authentication) { _, viewer, exchange in
            let passkeys = try await accounts.passkeys(of: try viewer.member.id)
            return try await exchange.encoded(
                PasskeyList(passkeys: passkeys.map { .init($0) }), isList: true, cacheControl: Exchange.personal)
        }
        on(PasskeyOptionsRequest.self, authentication) { _, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try await authentication.spendAttempt(exchange)
            let options = try await challenges.creationOptions(for: account, session.id, at: exchange.relyingParty())
            return try await exchange.encoded(PasskeyCreationOptions(options), cacheControl: Exchange.personal)
        }
        on(AddPasskeyRequest.self, authentication) { request, viewer, exchange in
            guard case .member(_, let session) = viewer else { throw CommunityFault.notAllowed }
            let site = try exchange.relyingParty()
            let added = try await access.inTurn(of: viewer, for: AddPasskeyRequest.self, exchange) { account in
                try await challenges.add(
                    RegistrationResponse(request.body.credential), label: request.body.label ?? exchange.browserName,
                    to: account.id, session.id, at: site)
            }
            access.announce(.passkeyAdded, added.label, of: added.account, butNot: session.id)
            return try await exchange.created(PasskeyList.Passkey(added))
        }
        on(RemovePasskeyRequest.self, authentication) { request, viewer, exchange in
            let id = try PasskeyID(path: request.id)
            try await access.inTurn(of: viewer, for: RemovePasskeyRequest.self, exchange) { account in
                try await accounts.remove(id, of: account.id, but: viewer.session?.session)
            }
            await access.endStreams(of: viewer)
            return Response(status: .noContent)
        }
        addShowing(challenges, access)
    }

    /// Adds logging in with a passkey and confirming a session with one.
    private mutating func addShowing(_ challenges: PasskeyChallenges, _ access: StandingAccess) {
        let authentication = access.authentication
        on(LogInOptionsRequest.self, authentication) { _, _, exchange in
            try await authentication.spendLogIn(exchange)
            let options = try await challenges.logInOptions(at: exchange.relyingParty())
            return try await exchange.encoded(PasskeyRequestOptions(options), cacheControl: Exchange.personal)
        }
        on(LogInWithPasskeyRequest.self, authentication) { request, _, exchange in
            // The request for the challenge has spent the attempt.
            try exchange.checkOrigin(isRequired: false)
            let (known, token) = try await access.announcingCopies {
                try await challenges.logIn(
                    AuthenticationResponse(request.body), label: exchange.browserName, at: exchange.relyingParty())
            }
            access.announce(.passkeyLogIn, known.passkey.label, of: known.account.id)
            var answer = try await exchange.encoded(
                authentication.me(known.account, exchange), cacheControl: Exchange.personal)
            answer.setSession(token, for: exchange)
            return answer
        }
        on(ConfirmOptionsRequest.self, authentication) { _, viewer, exchange in
            guard case .member(let account, let session) = viewer else { throw CommunityFault.notAllowed }
            try await authentication.spendAttempt(exchange)
            let options = try await challenges.confirmOptions(for: account.id, session.id, at: exchange.relyingParty())
            return try await exchange.encoded(PasskeyRequestOptions(options), cacheControl: Exchange.personal)
        }
        on(ConfirmWithPasskeyRequest.self, authentication) { request, viewer, exchange in
            guard case .member(_, let session) = viewer else { throw CommunityFault.notAllowed }
            let confirmed = try await access.announcingCopies {
                try await challenges.confirm(
                    AuthenticationResponse(request.body), session, at: exchange.relyingParty())
            }
            return try await exchange.confirmed(confirmed)
        }
    }
}

extension StandingAccess {
    /// Announces to an account's pages that the server refused a passkey of it that may be a copy.
    fileprivate func announcingCopies<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let fault as CommunityFault {
            if case .passkeyCopied(let account, let label) = fault { announce(.passkeyCopied, label, of: account) }
            throw fault
        }
    }
}

extension PasskeyList.Passkey {
    init(_ passkey: AccountPasskey) {
        self.init(
            id: passkey.id.text, label: passkey.label, created: WireTime.text(passkey.created),
            used: passkey.used.map { WireTime.text($0) }, isSynced: passkey.passkey.isBackedUp)
    }
}

extension PasskeyCreationOptions {
    fileprivate init(_ options: CreationOptions) {
        self.init(
            rp: Site(id: options.rp.id, name: options.rp.name),
            user: User(id: options.user.id, name: options.user.name, displayName: options.user.displayName),
            challenge: options.challenge,
            pubKeyCredParams: options.pubKeyCredParams.map { Parameter(type: $0.type, alg: $0.alg) },
            timeout: options.timeout, excludeCredentials: options.excludeCredentials.map { PasskeyDescriptor($0) },
            authenticatorSelection: Selection(
                residentKey: options.authenticatorSelection.residentKey,
                requireResidentKey: options.authenticatorSelection.requireResidentKey,
                userVerification: options.authenticatorSelection.userVerification),
            attestation: options.attestation)
    }
}

extension PasskeyRequestOptions {
    fileprivate init(_ options: RequestOptions) {
        self.init(
            challenge: options.challenge, timeout: options.timeout, rpId: options.rpId,
            allowCredentials: options.allowCredentials.map { PasskeyDescriptor($0) },
            userVerification: options.userVerification)
    }
}

extension PasskeyDescriptor {
    fileprivate init(_ descriptor: CredentialDescriptor) {
        self.init(type: descriptor.type, id: descriptor.id, transports: descriptor.transports)
    }
}

extension RegistrationResponse {
    fileprivate init(_ answer: PasskeyRegistration) {
        self.init(
            id: answer.id, rawId: answer.rawId, type: answer.type,
            response: .init(
                clientDataJSON: answer.response.clientDataJSON, attestationObject: answer.response.attestationObject,
                transports: answer.response.transports))
    }
}

extension AuthenticationResponse {
    fileprivate init(_ answer: PasskeyAssertion) {
        self.init(
            id: answer.id, rawId: answer.rawId, type: answer.type,
            response: .init(
                clientDataJSON: answer.response.clientDataJSON, authenticatorData: answer.response.authenticatorData,
                signature: answer.response.signature, userHandle: answer.response.userHandle))
    }
}
