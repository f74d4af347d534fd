extension HereaboutsClient {
    /// Returns the imprint.
    public func imprint() async throws -> Imprint { try await answer(ImprintRequest()) }

    /// Changes what is told of who runs the place, for operators; throws `changedMeanwhile` when it is not at
    /// `revision`.
    public func changeImprint(revision: Int, _ fields: ImprintFields) async throws -> Imprint {
        try await answer(ChangeImprintRequest(revision: revision, fields))
    }

    /// Returns what was settled when the server was started; for operators.
    public func startSettings() async throws -> StartSettings { try await answer(StartSettingsRequest()) }
}
