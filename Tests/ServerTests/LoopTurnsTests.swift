import Dispatch
import Fairness
import NIOCore
import NIOPosix
import Server
import Synchronization
import Testing

/// The steps of tasks on one event loop, in an order that the test reads afterwards.
@Suite struct LoopTurnsTests {
    private static let flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)

    /// The order in which steps ran.
    private final class Order: Sendable {
        private let steps = Mutex<[String]>([])
        var all: [String] { steps.withLock { $0 } }
        func add(_ step: String) { steps.withLock { $0.append(step) } }
    }

    /// Runs `fill` while the loop is held, and returns the order of all steps once `count` have run.
    private func order(
        of count: Int, time: Duration = LoopTurns.usualTime,
        _ fill: (LoopTurns, MultiThreadedEventLoopGroup, Order) -> Void
    ) async throws -> [String] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1), gate = DispatchSemaphore(value: 0), order = Order()
        let turns = LoopTurns(group.next(), time: time)
        group.next().execute { gate.wait() }
        fill(turns, group, order)
        gate.signal()
        while order.all.count < count { await Task.yield() }
        try await group.shutdownGracefully()
        return order.all
    }

    @Test func `many steps of one network delay another's by one step`() async throws {
        let steps = try await order(of: 101) { turns, _, order in
            for _ in 0..<100 { turns.add({ order.add("flood") }, for: Self.flood) }
            turns.add({ order.add("visitor") }, for: Self.visitor)
        }
        #expect(try #require(steps.firstIndex(of: "visitor")) <= 2)
        #expect(steps.count == 101)
    }

    @Test func `steps of one network run in their order`() async throws {
        let steps = try await order(of: 50) { turns, _, order in
            for number in 0..<50 { turns.add({ order.add("\(number)") }, for: Self.flood) }
        }
        #expect(steps == (0..<50).map(String.init))
    }

    @Test func `the loop looks at its connections between steps that take its time`() async throws {
        let steps = try await order(of: 101, time: .zero) { turns, group, order in
            for _ in 0..<100 { turns.add({ order.add("flood") }, for: Self.flood) }
            group.next().execute { order.add("connection") }
        }
        #expect(steps.firstIndex(of: "connection") == 1)
    }

    @Test func `a step that adds a step does not hold the loop`() async throws {
        let steps = try await order(of: 20, time: .zero) { turns, group, order in
            @Sendable func goOn(_ number: Int) {
                order.add("\(number)")
                if number == 0 { group.next().execute { order.add("connection") } }
                if number < 18 { turns.add({ goOn(number + 1) }, for: Self.flood) }
            }
            turns.add({ goOn(0) }, for: Self.flood)
        }
        #expect(steps.prefix(3) == ["0", "connection", "1"])
    }
}
