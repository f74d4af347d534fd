extension HereaboutsClient {
    /// Returns the passkeys of the account, newest first.
    public func passkeys() async throws -> PasskeyList { try await answer(PasskeysRequest()) }

    /// Returns the options with which an authenticator makes a new passkey. Its answer goes to `addPasskey`.
    public func passkeyOptions() async throws -> PasskeyCreationOptions { try await answer(PasskeyOptionsRequest()) }

    /// Adds a passkey that an authenticator made.
    public func addPasskey(
        _ credential: PasskeyRegistration, label: String? = nil
    ) async throws -> PasskeyList.Passkey {
        try await answer(AddPasskeyRequest(credential, label: label))
    }

    /// Removes a passkey.
    public func removePasskey(_ id: String) async throws { try await done(RemovePasskeyRequest(id: id)) }

    /// Returns the options with which an authenticator shows a passkey to log in, without a name.
    public func logInOptions() async throws -> PasskeyRequestOptions { try await answer(LogInOptionsRequest()) }

    /// Logs in with a passkey. The session is in the answer's cookie, as pages have it.
    public func logIn(_ assertion: PasskeyAssertion) async throws -> Me {
        try await answer(LogInWithPasskeyRequest(assertion))
    }

    /// Returns the options with which an authenticator shows a passkey of the account.
    public func confirmOptions() async throws -> PasskeyRequestOptions { try await answer(ConfirmOptionsRequest()) }

    /// Confirms this session, or this program's token, with a passkey.
    public func confirm(_ assertion: PasskeyAssertion) async throws -> Confirmation {
        try await answer(ConfirmWithPasskeyRequest(assertion))
    }
}
