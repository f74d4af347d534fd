extension HereaboutsClient {
    /// Returns the state of the server's node of the mesh; throws `noMesh` if it has none.
    public func mesh() async throws -> MeshState { try await answer(MeshRequest()) }

    /// Returns the nodes of the place.
    public func meshNodes() async throws -> MeshNodes { try await answer(MeshNodesRequest()) }

    /// Returns the rooms in which people talk.
    public func meshRooms() async throws -> MeshRooms { try await answer(MeshRoomsRequest()) }

    /// Returns lines of a room, newest first.
    public func meshLines(_ request: MeshLinesRequest) async throws -> MeshLines { try await answer(request) }

    /// Writes a line that the node signs.
    public func addMeshLine(_ line: AddMeshLineRequest.NewLine, in room: String) async throws -> MeshLine {
        try await answer(AddMeshLineRequest(room: room, line), isRepeatable: line.key != nil)
    }

    /// Returns the node's proof of its key for a nonce of 64 hexadecimal digits; see `MeshProofRequest`.
    public func meshProof(of nonce: String) async throws -> MeshProof {
        try await answer(MeshProofRequest(nonce: nonce))
    }

    /// Returns codes by which a phone opens the map at the name of the place.
    public func meshPhone(_ network: MeshPhoneRequest.Network = .init()) async throws -> MeshPhone {
        try await answer(MeshPhoneRequest(network))
    }

    /// Returns the help pins that nobody resolved.
    public func helpPins() async throws -> HelpPins { try await answer(HelpPinsRequest()) }

    /// Asks for help at a point.
    public func add(_ pin: NewHelpPin) async throws -> HelpPin {
        try await answer(AddHelpPinRequest(pin), isRepeatable: true)
    }

    /// Resolves a help pin; `key` is the one with which a guest wrote it.
    public func resolveHelpPin(_ id: String, key: String? = nil) async throws {
        try await done(ResolveHelpPinRequest(id: id, key: key))
    }

    /// Returns the games of bocce between people at any nodes.
    public func meshGames() async throws -> MeshGames { try await answer(MeshGamesRequest()) }

    /// Compares messages with the node's; see `MeshQueryRequest`.
    public func meshQuery(_ query: [UInt8]) async throws -> [UInt8] { try await octets(MeshQueryRequest(query)) }

    /// Brings a bundle of messages.
    public func bringMessages(_ bundle: [UInt8]) async throws -> MeshVerdicts {
        try await answer(BringMessagesRequest(bundle))
    }

    /// Returns a bundle of the messages with these ids, 32 bytes each, that the node has.
    public func fetchMessages(_ ids: [UInt8]) async throws -> [UInt8] { try await octets(FetchMessagesRequest(ids)) }

    /// Returns the roster, for operators.
    public func meshRoster() async throws -> MeshRoster { try await answer(MeshRosterRequest()) }

    /// Makes a code with which one node joins within some days.
    public func inviteNode(days: Int? = nil) async throws -> MeshInvitation {
        try await answer(InviteNodeRequest(days: days))
    }

    /// Removes a node from the place.
    public func removeNode(_ key: String) async throws { try await done(RemoveNodeRequest(node: key)) }

    /// Hides a message, an author or a node at all nodes.
    public func hideInMesh(_ kind: MeshHiddenKind, _ subject: String) async throws {
        try await done(HideInMeshRequest(kind, subject))
    }

    /// Shows again what was hidden.
    public func showInMesh(_ kind: MeshHiddenKind, _ subject: String) async throws {
        try await done(ShowInMeshRequest(kind, subject))
    }

    /// Reports a line or a help pin to the operators.
    public func reportInMesh(_ id: String, _ reason: MeshReportReason) async throws {
        try await done(ReportInMeshRequest(id: id, reason: reason))
    }

    /// Returns what people reported in the mesh, for operators.
    public func meshReports() async throws -> MeshReports { try await answer(MeshReportsRequest()) }

    /// Dismisses the reports of a message.
    public func dismissMeshReports(_ id: String) async throws { try await done(DismissMeshReportsRequest(id: id)) }

    /// Returns what the server's node does for others.
    public func meshDuties() async throws -> MeshDutiesState { try await answer(MeshDutiesRequest()) }

    /// Changes what the server's node does for others.
    public func change(_ duties: MeshDuties) async throws -> MeshDutiesState {
        try await answer(ChangeMeshDutiesRequest(duties))
    }

    private func octets(_ request: some UploadRequest) async throws -> [UInt8] {
        try await bytes(request, body: request.content, mediaType: "application/octet-stream", isRepeatable: true)
    }
}
