extension HereaboutsClient {
    /// Returns the simulated people on the map; for operators.
    public func crowd() async throws -> SimulatedCrowd { try await answer(CrowdRequest()) }

    /// Changes the simulated people on the map, until the server stops; for operators.
    public func changeCrowd(to crowd: SimulatedCrowd) async throws -> SimulatedCrowd {
        try await answer(ChangeCrowdRequest(crowd))
    }
}
