import Community
import GeoCore
import Gossip
import Merging
import Presence
import Stores
import Synchronization
import TestSupport
import Testing

@Suite struct QueueMergeTests {
    private let clock = TestClock(1_800_000_000_000), place = Place()

    /// A node with queues and a key of its own.
    private struct QueueNode {
        let author: Author
        let queues: Queues
        let merge: MeshMerge
        let store: any QueueStore
        private let folder: TemporaryFolder

        init(_ kind: Node.Kind, _ place: Place, _ clock: TestClock) throws {
            folder = try TemporaryFolder()
            author = Author(place: place)
            let store: any QueueStore =
                switch kind {
                case .memory: MemoryPresenceStore()
                case .sqlite: try SQLitePresenceStore(path: folder.file("presence.sqlite"))
                }
            self.store = store
            queues = Queues(store: store, now: { clock.now }, localMinutes: { $0 / 60_000 })
            merge = MeshMerge(
                store: MemoryStore(), queues: queues, node: author.key, keys: nil, now: { clock.now })
        }

        func stamped(_ draft: MessageDraft, by member: Author? = nil) throws -> Message {
            let message = try author.message(of: draft), member = member ?? author
            let signature = [UInt8](repeating: 0, count: 64)
            return message.stamped(EntryStamp(member: member.key, time: message.time, signature: signature))
        }
    }

    private func person() -> AccountID {
        var random = SystemRandomNumberGenerator()
        return AccountID(at: 1, using: &random)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a report counts once at every node, and says nothing of who made it`(kind: Node.Kind) async throws {
        let one = try QueueNode(kind, place, clock), other = try QueueNode(kind, place, clock)
        let told = Mutex<[QueueReport]>([])
        one.queues.observe { report in told.withLock { $0.append(report) } }
        let bakery = PlaceKey(rawValue: -5), person = person()
        try await one.queues.report(25, at: bakery, by: person, metres: 10)
        await #expect(throws: QueueFault.self) {
            try await one.queues.report(25, at: bakery, by: person, metres: 10)
        }
        let report = try #require(told.withLock { $0 }.first)
        #expect(told.withLock { $0.count } == 1)
        var random = SeededGenerator(seed: 1)
        let drafts = (0..<2).map { _ in
            MeshMerge.draft(of: report, in: place.code, by: one.author.key, using: &random)
        }
        #expect(drafts[0].id != drafts[1].id)
        let message = try one.stamped(drafts[0])
        #expect(message.bytes.count == 72 + 16 + 64 + 80 && message.time.milliseconds == clock.now)
        #expect(try await one.merge.take(message, place) == .nothing)
        #expect(try await other.merge.take(message, place) == .queue(bakery))
        #expect(try await other.merge.take(message, place) == .nothing)
        for node in [one, other] {
            #expect(try await node.queues.queue(at: bakery).now?.reports == 1)
            #expect(try await node.store.queueReports(from: 0) == [report])
        }
        // Also after a restart.
        let again = Queues(store: other.store, now: { [clock] in clock.now }, localMinutes: { $0 / 60_000 })
        #expect(try await !again.merge(report, of: message.id))
    }

    @Test(arguments: Node.Kind.allCases)
    func `only a member reports, and only what somebody could report`(kind: Node.Kind) async throws {
        let one = try QueueNode(kind, place, clock), other = try QueueNode(kind, place, clock)
        var random = SeededGenerator(seed: 1)
        func message(_ minutes: Int) throws -> MessageDraft {
            let report = QueueReport(place: PlaceKey(rawValue: 1), time: clock.now, minutes: minutes)
            return MeshMerge.draft(of: report, in: place.code, by: one.author.key, using: &random)
        }
        let unstamped = try one.author.message(of: message(5))
        #expect(try await other.merge.take(unstamped, place) == .notAllowed)
        let elsewhere = try one.stamped(message(5), by: Author(place: place))
        #expect(try await other.merge.take(elsewhere, place) == .notAllowed)
        #expect(try await other.merge.take(one.stamped(message(481)), place) == .meaningless)
        let without = MeshMerge(store: MemoryStore(), keys: nil, now: { 0 })
        #expect(try await without.take(one.stamped(message(5)), place) == .notMerged)
        #expect(try await other.store.queueReports(from: 0).isEmpty)
    }
}
