import HummingbirdCore
import Logging
import NIOCore

/// Serves each connection on the event loop that reads it, instead of on a shared thread pool. So answers that take
/// microseconds do not move between threads. Longer work goes to the workers (`Engines.compute`) and returns.
struct EventLoopTasks<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base
    private let prepare: @Sendable (any Channel) throws -> Void

    /// - Parameter prepare: Prepares a new connection, on its event loop.
    init(_ base: Base, prepare: @escaping @Sendable (any Channel) throws -> Void) {
        self.base = base
        self.prepare = prepare
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [prepare] value in
            try prepare(channel)
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs the steps of tasks on an event loop.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
