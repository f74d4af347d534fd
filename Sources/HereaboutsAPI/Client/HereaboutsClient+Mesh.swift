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

    /// Compares messages with the node's; see `MeshQueryRequest`.
    public func meshQuery(_ query: [UInt8]) async throws -> [UInt8] { try await octets(MeshQueryRequest(query)) }

    /// Brings a bundle of messages.
    public func bringMessages(_ bundle: [UInt8]) async throws -> MeshVerdicts {
        try await answer(BringMessagesRequest(bundle))
    }

    /// Returns a bundle of the messages with these ids, 32 bytes each, that the node has.
    public func fetchMessages(_ ids: [UInt8]) async throws -> [UInt8] { try await octets(FetchMessagesRequest(ids)) }

    private func octets(_ request: some UploadRequest) async throws -> [UInt8] {
        try await bytes(request, body: request.content, mediaType: "application/octet-stream", isRepeatable: true)
    }
}
