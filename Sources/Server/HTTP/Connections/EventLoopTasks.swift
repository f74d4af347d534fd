import Fairness
import HummingbirdCore
import Logging
package import NIOCore
import Synchronization

/// Serves each connection on the event loop that reads it, instead of on a shared thread pool. So answers that take
/// microseconds do not move between threads. Longer work goes to the workers (`Engines.compute`) and returns.
struct EventLoopTasks<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base
    private let prepare: @Sendable (any Channel) throws -> EventLoopExecutor

    /// A connection and the executor of its tasks.
    struct Connection: ServerChildChannelValue {
        let base: Base.Value
        let executor: EventLoopExecutor
        var channel: any Channel { base.channel }
    }

    /// - Parameter prepare: Prepares a new connection, on its event loop, and returns the executor of its tasks.
    init(_ base: Base, prepare: @escaping @Sendable (any Channel) throws -> EventLoopExecutor) {
        self.base = base
        self.prepare = prepare
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [prepare] value in
            Connection(base: value, executor: try prepare(channel))
        }
    }

    func handle(value connection: Connection, logger: Logger) async {
        await withTaskExecutorPreference(connection.executor) {
            await base.handle(value: connection.base, logger: logger)
        }
    }
}

/// Runs the steps of one connection's tasks on its event loop, in the turn of the network that asks.
package final class EventLoopExecutor: TaskExecutor {
    package let loop: any EventLoop
    private let turns: LoopTurns
    private let requester = Mutex(Network.local)

    package init(_ loop: any EventLoop) {
        self.loop = loop
        turns = LoopTurns.of(loop)
    }

    /// The network whose request the connection answers. A proxy's connection has requests of many networks.
    var network: Network {
        get { requester.withLock { $0 } }
        set { requester.withLock { $0 = newValue } }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        turns.add({ unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }, for: network)
    }
}
