import Fairness
import Foundation
import HummingbirdTesting
import Server
import Synchronization
import Testing

/// What those hear who ask too much.
@Suite struct RefusalDelayTests {
    private static let flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)

    @Test func `so many refusals are held back, of one block and in all, and connections beyond that end`() async {
        let held = Mutex<[CheckedContinuation<Void, Never>]>([])
        let delay = RefusalDelay(most: 3, ofBlock: 2) { time in
            #expect(time == RefusalDelay.time)
            await withCheckedContinuation { continuation in held.withLock { $0.append(continuation) } }
        }
        func hold(_ network: Network) -> Task<Bool, Never> { Task { await delay.hold(for: network) } }
        func wait(until count: Int) async { while held.withLock({ $0.count }) < count { await Task.yield() } }
        var tasks = [hold(Self.flood), hold(Self.flood)]
        await wait(until: 2)
        #expect(await !delay.hold(for: Self.flood))
        // A neighbour in the same /24.
        #expect(await !delay.hold(for: Network(ipv4: 0xcb00_7102)))
        tasks.append(hold(Self.visitor))
        await wait(until: 3)
        #expect(await !delay.hold(for: Self.visitor))
        for continuation in held.withLock({ $0 }) { continuation.resume() }
        for task in tasks { #expect(await task.value) }
        held.withLock { $0 = [] }
        let again = hold(Self.flood)
        await wait(until: 1)
        for continuation in held.withLock({ $0 }) { continuation.resume() }
        #expect(await again.value)
    }

    @Test func `requests that were sent ahead wait for the refusals before them, and each is answered`() async throws {
        let town = try Town { $0.answersPerSecond = 1 }, clock = ContinuousClock()
        let request = """
            GET /api/v1/route?from=60.17,24.936&to=60.171,24.94 HTTP/1.1\r
            Host: a\r
            X-Forwarded-For: 203.0.113.7\r
            """
        let start = clock.now
        let text = try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(
                    String(repeating: request + "\r\n\r\n", count: 5) + request + "\r\nConnection: close\r\n\r\n")
                return try connection.read()
            }
        }
        let statuses = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        // Two come at once, and one a second.
        #expect(statuses.prefix(4) == ["200", "200", "429", "429"] && statuses.count == 6)
        let refused = statuses.count { $0 == "429" }
        #expect(refused >= 3 && clock.now - start >= RefusalDelay.time * refused)
    }
}
