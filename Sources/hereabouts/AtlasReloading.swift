import Glibc
import Logging
import Presence
import Server
import ServiceLifecycle
import UnixSignals

/// Reloads the atlas at each SIGHUP, because a newer import may have replaced its file. Several servers of a place serve
/// it from the moment when the last of them has it.
///
/// Running requests keep the old atlas. A file that cannot be used changes nothing; the log reports it.
struct AtlasReloading: Service {
    let atlas: LiveAtlas
    let following: any PlaceFollowing
    let logger: Logger
    let open: @Sendable () throws -> AtlasGeneration

    /// Reloads as SIGHUP from outside does.
    static let request: @Sendable () -> Void = { _ = kill(getpid(), SIGHUP) }

    func run() async throws {
        var replacing = Task { _ = await offer(atlas.current) }
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                let next = try await opened()
                replacing.cancel()
                await replacing.value
                replacing = Task { if await offer(next) { replace(with: next) } }
            } catch {
                logger.error("the atlas was not replaced: \(error)")
            }
        }
        replacing.cancel()
    }

    /// Verifying takes up to seconds, so it must not run where requests are answered.
    @concurrent private func opened() async throws -> AtlasGeneration { try open() }

    private func replace(with next: AtlasGeneration) {
        do {
            try atlas.replace(with: next)
            logger.notice("serving the atlas of \(atlas.current.summary)")
        } catch {
            logger.error("the atlas was not replaced: \(error)")
        }
    }

    /// Offers an atlas to the other servers until all are to serve it. Returns false if the task is cancelled before.
    private func offer(_ next: AtlasGeneration) async -> Bool {
        var said: ContinuousClock.Instant?
        while !Task.isCancelled {
            let standing = try? await following.offer(atlas: next.identity)
            if standing?.isWanted == true { return true }
            if said.map({ $0.duration(to: .now) > Self.pause }) ?? true {
                logger.notice("the atlas of \(next.summary) is not wanted yet: \(Self.cause(standing))")
                said = .now
            }
            do { try await Task.sleep(for: Self.interval) } catch { return false }
        }
        return false
    }

    private static func cause(_ standing: AtlasStanding?) -> String {
        guard let standing else { return "the database does not answer" }
        let numbers = standing.without.map(String.init).joined(separator: ", ")
        return standing.without.isEmpty
            ? "the servers are about to agree"
            : "the servers with the numbers \(numbers) have another one; give all the same, and send them SIGHUP"
    }

    private static let interval = Duration.milliseconds(200)
    /// Between two lines of the log.
    private static let pause = Duration.seconds(60)
}
