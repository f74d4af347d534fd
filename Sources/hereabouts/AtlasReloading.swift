import Logging
import Server
import ServiceLifecycle
import UnixSignals

/// Takes the atlas in anew at each SIGHUP: the file may have been replaced by a newer import.
///
/// Requests that run keep the old one. A file that cannot be used changes nothing and is told in the log.
struct AtlasReloading: Service {
    let atlas: LiveAtlas
    let logger: Logger
    let open: @Sendable () throws -> AtlasGeneration

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                try atlas.replace(with: try await opened())
                logger.notice("serving the atlas of \(atlas.current.summary)")
            } catch {
                logger.error("the atlas was not replaced: \(error)")
            }
        }
    }

    /// Verifying takes up to seconds: elsewhere than where requests are answered.
    @concurrent private func opened() async throws -> AtlasGeneration { try open() }
}
