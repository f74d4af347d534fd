extension HereaboutsClient {
    /// Returns the simulated people on the map; for operators.
    public func crowd() async throws -> SimulatedCrowd { try await answer(CrowdRequest()) }

    /// Lets others be on the map, until the server ends; for operators.
    public func changeCrowd(to crowd: SimulatedCrowd) async throws -> SimulatedCrowd {
        try await answer(ChangeCrowdRequest(crowd))
    }
}
