import Logging
import Server
import ServiceLifecycle
import UnixSignals

/// Reloads the atlas at each SIGHUP, because a newer import may have replaced its file.
///
/// Running requests keep the old atlas. A file that cannot be used changes nothing; the log reports it.
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

    /// Verifying takes up to seconds, so it must not run where requests are answered.
    @concurrent private func opened() async throws -> AtlasGeneration { try open() }
}
