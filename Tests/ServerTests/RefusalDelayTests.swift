import Community
import Fairness
import Foundation
import HTTPTypes
import HummingbirdTesting
import Server
import Synchronization
import Testing

/// The answers for clients that ask too much.
@Suite struct RefusalDelayTests {
    private static let flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)

    @Test func `a limited number of refusals is delayed, by block and in total, and further connections end`() async {
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
        // One post, and the next tomorrow: also where the machine is slow.
        let town = try Town {
            $0.guests = .post
            $0.guestPostsPerDay = 1
        }
        let clock = ContinuousClock(), body = #"{"name": "gull", "message": "hello"}"#
        let head = """
            POST /api/v1/posts HTTP/1.1\r
            Host: a\r
            X-Forwarded-For: 203.0.113.7\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r\n
            """
        let start = clock.now
        let text = try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                let request = head + "\r\n" + body
                connection.send(String(repeating: request, count: 5) + head + "Connection: close\r\n\r\n" + body)
                return try connection.read()
            }
        }
        let statuses = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(statuses == ["201"] + Array(repeating: "429", count: 5))
        #expect(clock.now - start >= RefusalDelay.time * 5)
    }

    @Test func `guests of one network have a daily limit, other guests and members go on`() async throws {
        let town = try Town {
            $0.guests = .post
            $0.guestPostsPerDay = 2
        }
        let anna = try await town.accounts.register(name: "anna", password: "correct horse")
        let token = try await town.accounts.begin(.program, "test", for: anna, isConfirmed: true).text
        func post(from network: String, _ fields: HTTPFields = [:]) async throws -> Int {
            let isGuest = fields[.authorization] == nil
            let body = isGuest ? #"{"name": "gull", "message": "hello"}"# : #"{"message": "hello"}"#
            var headers = fields
            headers[.contentType] = "application/json"
            headers[HTTPField.Name("x-forwarded-for")!] = network
            return try await town.send(.post, "/api/v1/posts", body, headers: headers).status.code
        }
        #expect(try await post(from: "203.0.113.7") == 201)
        #expect(try await post(from: "203.0.113.7") == 201)
        #expect(try await post(from: "203.0.113.7") == 429)
        #expect(try await post(from: "203.0.113.8") == 201)
        let member: HTTPFields = [.authorization: "Bearer \(token)"]
        for _ in 0..<3 { #expect(try await post(from: "203.0.113.7", member) == 201) }
    }
}
