import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import Logging
import Server
import Synchronization
import Testing

@Suite struct ReadinessTests {
    /// A store that a test can break, and that counts its reads.
    private final class Store: Sendable {
        private let state = Mutex((reads: 0, answers: true))

        var reads: Int { state.withLock { $0.reads } }
        var answers: Bool {
            get { state.withLock { $0.answers } }
            set { state.withLock { $0.answers = newValue } }
        }

        func read() throws -> Bool {
            try state.withLock { state in
                state.reads += 1
                guard state.answers else { throw POSIXError(.EIO) }
                return true
            }
        }
    }

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func watch(_ requirements: Requirement...) -> ReadinessWatch {
        ReadinessWatch(requirements, Self.logger)
    }

    @Test func `a store counts for five seconds after its last answer`() async {
        let store = Store()
        let watch = watch(Requirement(.community) { try store.read() })
        #expect(watch.reasons() == [.community])
        let before = ContinuousClock.now
        await watch.read()
        let after = ContinuousClock.now
        #expect(watch.reasons(at: before + ReadinessWatch.patience) == [])
        #expect(watch.reasons(at: after + ReadinessWatch.patience + .nanoseconds(1)) == [.community])
        // A read that fails takes nothing away from the one before it, and adds nothing.
        store.answers = false
        await watch.read()
        #expect(watch.reasons(at: before + ReadinessWatch.patience) == [])
        #expect(watch.reasons(at: after + ReadinessWatch.patience + .nanoseconds(1)) == [.community])
        store.answers = true
        await watch.read()
        #expect(watch.reasons(at: after + ReadinessWatch.patience) == [])
    }

    @Test func `questions do not read the stores`() async {
        let store = Store()
        let watch = watch(Requirement(.presence) { try store.read() }), start = ContinuousClock.now
        await watch.read()
        for _ in 0..<1000 { #expect(watch.reasons(at: start) == []) }
        #expect(store.reads == 1)
    }

    @Test func `each requirement is named, and none hides another`() async {
        let store = Store()
        store.answers = false
        let watch = watch(
            Requirement(.community) { true }, Requirement(.keys) { try store.read() }, Requirement(.clock) { false })
        let start = ContinuousClock.now
        await watch.read()
        #expect(watch.reasons(at: start) == [.keys, .clock])
    }

    @Test func `a store that does not come back holds up neither the others nor the questions`() async {
        let store = Store(), (never, end) = AsyncStream.makeStream(of: Void.self)
        let watch = watch(
            Requirement(.community) {
                for await _ in never {}
                return false
            }, Requirement(.presence) { try store.read() })
        let start = ContinuousClock.now
        let reading = Task { await watch.read() }
        while watch.reasons(at: start) != [.community] { await Task.yield() }
        end.finish()
        await reading.value
        #expect(watch.reasons(at: start) == [.community])
    }

    @Test func `a running server looks by itself, and says when it stops`() async throws {
        let town = try Town()
        // On a slow machine it may take several looks until one is not older than a question.
        let deadline = ContinuousClock.now + .seconds(60)
        var answer = try await town.get("/readyz")
        while answer.status != .ok, ContinuousClock.now < deadline { answer = try await town.get("/readyz") }
        #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.contentType] == "application/json")
        #expect(String(buffer: answer.body) == #"{"ready":true,"reasons":[]}"#)
        town.server.process.beginStopping()
        let last = try await town.get("/readyz")
        #expect(last.status == .serviceUnavailable && last.headers[.cacheControl] == "no-store")
        #expect(String(buffer: last.body).hasPrefix(#"{"ready":false,"reasons":["stopping""#))
        #expect(try await town.get("/healthz").status == .ok)
        #expect(try await town.get("/api/v1/about").status == .ok)
    }

    @Test func `a proxy may ask as often as it wants`() async throws {
        let town = try Town { $0.answersPerSecond = 1 }
        let stranger: HTTPFields = [HTTPField.Name("x-forwarded-for")!: "203.0.113.7"]
        let statuses = try await town.application.test(.router) { client in
            var statuses: [String: Set<Int>] = [:]
            for target in ["/readyz", "/api/v1/suggest?q=k"] {
                for _ in 0..<50 {
                    let answer = try await client.execute(uri: target, method: .get, headers: stranger)
                    statuses[target, default: []].insert(answer.status.code)
                }
            }
            return statuses
        }
        #expect(statuses["/readyz"]?.contains(429) == false)
        #expect(statuses["/api/v1/suggest?q=k"]?.contains(429) == true)
    }
}
