package import Community
import MeshHost

extension MeshRows {
    /// Returns the games whose players are at any nodes of the place, in the order of their offers. Nothing of them is
    /// stored but their messages.
    package func games() async throws -> [MeshGame] { MeshGame.games(of: try await host.gameMessages()) }
}
