import Crypto
import GeoCore
import Gossip
import Mesh
import MeshHost
import Stores
import TestSupport
import Testing

/// Reports of people to the operators, at the host of one node.
@Suite struct ReportsTests {
    private typealias Message = Gossip.Message

    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let other = Ed25519Signer(Curve25519.Signing.PrivateKey())
    private let author = Ed25519Signer(Curve25519.Signing.PrivateKey())
    private let room: SubjectID

    init() throws {
        folder = try TemporaryFolder()
        room = CommonRoom.general.id(in: keys.placeCode)
    }

    /// A node that does not run, of a place with two members.
    private func host() async throws -> MeshHost {
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        try await host.publish(NodeEntry(keys.node.key, name: "first"))
        try await host.publish(NodeEntry(other.key, name: "second", invitation: 1))
        return host
    }

    private func message(
        _ kind: MessageKind, by signer: Ed25519Signer, about: SubjectID?, ago: Timestamp, _ fields: [BodyField],
        on host: MeshHost
    ) async throws -> Message {
        let time = HybridTime(milliseconds: try #require(await host.time) - ago)
        return try signer.signed(
            MessageDraft(kind, in: keys.placeCode, at: time, by: signer.key, about: about, fields))
    }

    private func line(_ text: String, ago: Timestamp = 0, on host: MeshHost) async throws -> Message {
        let body = [BodyField(tag: 1, value: Array(text.utf8))]
        let line = try await message(.roomLine, by: author, about: room, ago: ago, body, on: host)
        #expect(try await host.take(line) == .kept)
        return line
    }

    /// A report that a node signed, with its own stamp.
    private func report(
        _ id: MessageID, _ reason: ReportBody.Reason, by signer: Ed25519Signer, ago: Timestamp = 0, on host: MeshHost
    ) async throws -> Message {
        let body = ReportBody(of: id, reason)
        let report = try await message(.report, by: signer, about: body.reported, ago: ago, body.fields, on: host)
        let signature = signer.signature(of: EntryStamp.signedBytes(of: report.id, at: report.time))
        return report.stamped(EntryStamp(member: signer.key, time: report.time, signature: signature))
    }

    @Test func `a node counts once for a reason, whatever was reported there how often`() async throws {
        let host = try await host(), first = try await line("first", ago: 2000, on: host)
        let second = try await line("second", ago: 1000, on: host)
        try await host.report(first.id, .spam)
        let count = try await host.exported().count
        try await host.report(first.id, .spam)
        #expect(try await host.exported().count == count)
        try await host.report(first.id, .danger)
        #expect(try await host.take(try await report(first.id, .spam, by: other, ago: 9, on: host)) == .kept)
        // A later one of the same node, message and reason takes its place.
        #expect(try await host.take(try await report(first.id, .spam, by: other, on: host)) == .kept)
        #expect(try await host.exported().count == count + 2)
        #expect(try await host.take(try await report(second.id, .other, by: other, on: host)) == .kept)
        let reported = try await host.reported()
        #expect(reported.map(\.order.id) == [second.id, first.id])
        let me = keys.node.key
        #expect(reported[1].reports.reasons == [.spam: [me, other.key], .danger: [me]])
        #expect(reported[1].reports.nodes == [me, other.key] && reported[1].author == author.key)
        guard case .line(let line) = reported[1].content else {
            Issue.record("no line")
            return
        }
        #expect(line.text == "first" && line.room == room)
    }

    @Test func `people report lines and help pins that are here, and nothing else`() async throws {
        let host = try await host()
        let pinBody = HelpPinBody.asks(at: PointE7(latitudeE7: 1, longitudeE7: 2), words: "a ramp")
        let pin = try await message(.helpPin, by: author, about: nil, ago: 0, pinBody.fields, on: host)
        #expect(try await host.take(pin) == .kept)
        #expect(await host.message(ofPin: SubjectID(madeBy: pin.order)) == pin.id)
        try await host.report(pin.id, .danger)
        #expect(
            try await host.reported().map(\.content) == [.pin(SubjectID(madeBy: pin.order), words: "a ramp")])
        let resolved = HelpPinBody.resolves(SubjectID(madeBy: pin.order))
        let end = try await message(.helpPin, by: author, about: resolved.about, ago: 0, resolved.fields, on: host)
        #expect(try await host.take(end) == .kept)
        for id in [end.id, MessageID(author.key.bytes)] {
            await #expect(throws: MeshHost.ReportFault.notFound) { try await host.report(id, .spam) }
        }
    }

    @Test func `only members report`() async throws {
        let host = try await host(), line = try await line("first", ago: 1000, on: host)
        #expect(try await host.take(try await report(line.id, .spam, by: author, on: host)) == .refused(.notAllowed))
        let unstamped = try await message(
            .report, by: author, about: ReportBody.subject(of: line.id), ago: 0, ReportBody(of: line.id, .spam).fields,
            on: host)
        #expect(try await host.take(unstamped) == .refused(.notAllowed))
        #expect(try await host.reported().isEmpty)
        let joining = try #require(keys.invite(until: .max >> 20, at: [], port: 1))
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        let guest = try MeshHost(
            settings, keys: .joining(joining, name: "guest"),
            folder: MeshFolder(dataFolder: TemporaryFolder().path), storage: MemoryMessageStore())
        #expect(try await guest.take(line) == .kept)
        await #expect(throws: MeshHost.ReportFault.noMember) { try await guest.report(line.id, .spam) }
    }

    @Test func `what operators hide or remove leaves the list, and hidden things come back when they are shown`()
        async throws
    {
        let host = try await host(), first = try await line("first", ago: 2000, on: host)
        let second = try await line("second", ago: 1000, on: host)
        try await host.report(first.id, .abuse)
        #expect(try await host.take(try await report(second.id, .abuse, by: other, on: host)) == .kept)
        func reported() async throws -> [MessageID] { try await host.reported().map(\.order.id) }
        #expect(try await reported() == [second.id, first.id])
        for (target, subject, left) in [
            (.message, first.id.digest, [second.id]), (.author, author.key.bytes, []),
            (.node, other.key.bytes, [first.id]), (.author, other.key.bytes, [first.id]),
        ] as [(ModerationEntry.Target, Bytes32, [MessageID])] {
            try await host.publish(ModerationEntry(target, subject, isHidden: true))
            #expect(try await reported() == left)
            try await host.publish(ModerationEntry(target, subject, isHidden: false))
            #expect(try await reported() == [second.id, first.id])
        }
        let entry = try #require(await host.currentRoster.nodes[other.key])
        try await host.remove(entry)
        #expect(try await reported() == [first.id])
    }

    @Test func `a hidden node's report does not count behind another member's stamp`() async throws {
        let host = try await host(), line = try await line("first", ago: 1000, on: host)
        let theirs = try await report(line.id, .spam, by: other, on: host)
        let time = theirs.time, signature = keys.node.signature(of: EntryStamp.signedBytes(of: theirs.id, at: time))
        let mine = theirs.stamped(EntryStamp(member: keys.node.key, time: time, signature: signature))
        #expect(try await host.take(mine) == .kept)
        #expect(try await host.reported().map(\.reports.nodes) == [[other.key]])
        try await host.publish(ModerationEntry(.node, other.key.bytes, isHidden: true))
        #expect(try await host.reported().isEmpty)
    }

    @Test func `the list is the same in whatever order the messages come`() async throws {
        let first = try await host(), signers = [keys.node, other]
        let lines = try await [line("first", ago: 9000, on: first), line("second", ago: 8000, on: first)]
        var random = SeededGenerator(seed: 7), reports: [Message] = []
        for number in 0..<40 {
            let reason = try #require(ReportBody.Reason.allCases.randomElement(using: &random))
            reports.append(
                try await report(
                    #require(lines.randomElement(using: &random)).id, reason,
                    by: #require(signers.randomElement(using: &random)), ago: 50 * Timestamp(number % 20), on: first))
        }
        let hides = try #require(keys.placeKey).signed(
            ModerationEntry(.message, lines[1].id.digest, isHidden: true).draft(
                in: keys.placeCode, at: HybridTime(milliseconds: try #require(await first.time)), by: keys.place))
        var outcomes: [[MessageOrder: Reports]] = []
        for _ in 0..<6 {
            let host = try await host()
            for message in (lines + reports + [hides]).shuffled(using: &random) { _ = try await host.take(message) }
            outcomes.append(Dictionary(uniqueKeysWithValues: try await host.reported().map { ($0.order, $0.reports) }))
        }
        #expect(outcomes[0].keys.map(\.id) == [lines[0].id] && outcomes[0].values.first?.nodes.count == 2)
        #expect(outcomes.allSatisfy { $0 == outcomes[0] })
    }

    @Test func `a node reports no more than all nodes take of it, and people read how long that lasts`() async throws {
        let host = try await host()
        var quota: FullQuota?, made = 0
        // Ten minutes may end meanwhile.
        while quota == nil, made <= 60 {
            let line = try await line("\(made)", ago: Timestamp(made), on: host)
            do {
                try await host.report(line.id, .spam)
                made += 1
            } catch let fault as MeshHost.ReportFault {
                guard case .overQuota(let full) = fault else { throw fault }
                quota = full
            }
        }
        let full = try #require(quota)
        #expect((30...60).contains(made) && !full.isOfEntry && (1...600_000).contains(full.wait))
        // Guests still write lines, whatever was reported.
        _ = try await self.line("after", on: host)
    }

    @Test func `dismissed reports stay away, also when more come`() async throws {
        let host = try await host(), first = try await line("first", ago: 2000, on: host)
        let second = try await line("second", ago: 1000, on: host)
        for line in [first, second] { try await host.report(line.id, .spam) }
        #expect(try await host.dismissReports(of: first.id))
        #expect(try await !host.dismissReports(of: first.id))
        #expect(try await host.reported().map(\.order.id) == [second.id])
        #expect(try await host.take(try await report(first.id, .danger, by: other, on: host)) == .kept)
        #expect(try await host.reported().map(\.order.id) == [second.id])
        #expect(try await host.dismissReports(of: second.id))
        #expect(try await host.reported().isEmpty)
    }
}
