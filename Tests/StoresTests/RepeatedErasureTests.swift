import Stores
import Synchronization
import Testing

/// Destroyed keys on a host that cannot be reached.
@Suite struct RepeatedErasureTests {
    private struct Unreachable: Error, CustomStringConvertible {
        let description: String
    }

    /// A cluster whose erasures fail for these reasons, one after the other, and then succeed.
    private final class Hosts: Sendable {
        private struct State {
            var reasons: [String]
            var tries = 0
            var reports: [ErasureReport] = []
            var pauses: [Duration] = []
        }

        private let state: Mutex<State>

        init(failing reasons: [String]) { state = Mutex(State(reasons: reasons)) }

        var tries: Int { state.withLock(\.tries) }
        var reports: [ErasureReport] { state.withLock(\.reports) }
        var pauses: [Duration] { state.withLock(\.pauses) }

        func fail(_ reason: String) { state.withLock { $0.reasons.append(reason) } }

        func erase() throws {
            let reason = state.withLock { state -> String? in
                state.tries += 1
                return state.reasons.isEmpty ? nil : state.reasons.removeFirst()
            }
            if let reason { throw Unreachable(description: reason) }
        }

        func report(_ report: ErasureReport) { state.withLock { $0.reports.append(report) } }

        func wait(_ pause: Duration) { state.withLock { $0.pauses.append(pause) } }
    }

    private func erasure(_ hosts: Hosts) -> RepeatedErasure {
        RepeatedErasure(
            { try hosts.erase() }, report: { hosts.report($0) },
            wait: { pause in
                hosts.wait(pause)
                try Task.checkCancellation()
                await Task.yield()
            })
    }

    private func waitUntilDone(_ hosts: Hosts, times: Int = 1) async {
        while hosts.reports.count(where: { $0 == .done }) < times { await Task.yield() }
    }

    @Test func `an erasure that succeeds is not reported`() async {
        let hosts = Hosts(failing: []), erasure = erasure(hosts)
        await erasure.run()
        #expect(hosts.tries == 1 && hosts.reports.isEmpty && !erasure.isOwed)
    }

    @Test func `a failed erasure is tried again until it succeeds, and the log says so once`() async {
        let hosts = Hosts(failing: ["two:5433: refused", "two:5433: refused", "two:5433: no answer"])
        let erasure = erasure(hosts)
        await erasure.run()
        await waitUntilDone(hosts)
        #expect(hosts.reports == [.delayed("two:5433: refused"), .delayed("two:5433: no answer"), .done])
        #expect(hosts.tries == 4 && !erasure.isOwed)
        let text = "\(hosts.reports[0])"
        #expect(
            text == "destroyed keys stay on a disk until a later try succeeds; the server goes on trying: "
                + "two:5433: refused")
        #expect("\(hosts.reports[2])" == "destroyed keys are gone from all disks now")
    }

    @Test func `pauses between tries grow up to a minute`() async {
        let hosts = Hosts(failing: Array(repeating: "gone", count: 8)), erasure = erasure(hosts)
        await erasure.run()
        await waitUntilDone(hosts)
        #expect(hosts.pauses == [2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) })
    }

    @Test func `a key that is destroyed after a success begins anew`() async {
        let hosts = Hosts(failing: ["gone"]), erasure = erasure(hosts)
        await erasure.run()
        await waitUntilDone(hosts)
        hosts.fail("gone")
        await erasure.run()
        await waitUntilDone(hosts, times: 2)
        #expect(hosts.reports == [.delayed("gone"), .done, .delayed("gone"), .done])
    }

    @Test func `a server that ends stops trying`() async {
        let hosts = Hosts(failing: Array(repeating: "gone", count: 1_000_000)), erasure = erasure(hosts)
        await erasure.run()
        #expect(erasure.isOwed)
        await erasure.close()
        let tries = hosts.tries
        await Task.yield()
        #expect(hosts.tries == tries && !hosts.reports.contains(.done))
    }
}
