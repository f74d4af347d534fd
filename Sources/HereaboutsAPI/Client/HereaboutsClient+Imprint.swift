extension HereaboutsClient {
    /// Returns the imprint.
    public func imprint() async throws -> Imprint { try await answer(ImprintRequest()) }

    /// Changes the imprint, for operators; throws `changedMeanwhile` when it is not at `revision`.
    public func changeImprint(revision: Int, _ fields: ImprintFields) async throws -> Imprint {
        try await answer(ChangeImprintRequest(revision: revision, fields))
    }

    /// Returns the settings with which the server was started; for operators.
    public func startSettings() async throws -> StartSettings { try await answer(StartSettingsRequest()) }
}
