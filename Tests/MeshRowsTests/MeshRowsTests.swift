import Community
import GeoCore
import Gossip
import MeshHost
import MeshRows
import Presence
import Stores
import Testing

/// Servers that run on this machine and link over its loopback.
@Suite(.timeLimit(.minutes(3))) struct MeshRowsTests {
    @Test func `a post that is written, edited and deleted here is so there`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let anna = try await first.account("anna"), ben = try await second.account("ben")
        let soup = try await first.post("Soup at six", by: anna), water = try await second.post("No water", by: ben)
        let there = try await second.wait(for: soup.id) { _ in true }
        #expect(there.message == "Soup at six" && there.author == Post.Author(account: nil, name: "anna"))
        #expect(there.created == soup.created)
        try await first.wait(for: water.id) { $0.message == "No water" }
        _ = try await first.timeline.edit(soup.id, at: nil, to: "Soup at seven", by: anna)
        first.rows.written(.posts)
        try await second.wait(for: soup.id) { $0.message == "Soup at seven" }
        await #expect(throws: CommunityFault.notAllowed) {
            try await second.timeline.edit(soup.id, at: nil, to: "No soup", by: ben)
        }
        try await second.timeline.delete(water.id, by: ben)
        second.rows.written(.posts)
        try await first.wait(for: water.id) { $0.state == .deleted }
        for server in [first, second] { await server.stop() }
    }

    @Test func `what both wrote during a cut is everywhere after it, also where rows were lost`() async throws {
        let (first, port) = try await MeshServer.organiser()
        var other: MeshServer? = try await MeshServer.joining(first, port)
        let anna = try await first.account("anna"), ben = try #require(try await other?.account("ben"))
        let soup = try await first.post("Soup at six", by: anna)
        let water = try #require(try await other?.post("No water", by: ben))
        try await other?.wait(for: soup.id) { _ in true }
        try await first.wait(for: water.id) { _ in true }
        await other?.stop()
        _ = try await first.timeline.edit(soup.id, at: nil, to: "Soup at seven", by: anna)
        _ = try await other?.timeline.edit(water.id, at: nil, to: "Water again", by: ben)
        let bread = try #require(try await other?.post("Bread", by: ben))
        let milk = try #require(try await other?.post("Milk", by: ben))
        try await other?.timeline.delete(bread.id, by: ben)
        first.rows.written(.posts)
        try await MeshServer.restart(&other, port)
        try await other?.wait(for: soup.id) { $0.message == "Soup at seven" }
        try await first.wait(for: water.id) { $0.message == "Water again" }
        try await first.wait(for: milk.id) { $0.message == "Milk" }
        #expect(try await first.store.post(bread.id) == nil)
        await other?.stop()
        try await MeshServer.restart(&other, port, losingRows: true)
        for (post, text) in [(soup, "Soup at seven"), (water, "Water again"), (milk, "Milk")] {
            try await other?.wait(for: post.id) { $0.message == text }
        }
        await first.stop()
        await other?.stop()
    }

    @Test func `what the organiser's operator hides is hidden everywhere until it is shown again`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let otto = try await first.account("otto", .operator), ben = try await second.account("ben")
        let post = try await second.post("Buy this", by: ben)
        try await first.wait(for: post.id) { _ in true }
        _ = try await first.timeline.setHidden(true, post.id, by: otto)
        try await first.rows.tell(isHidden: true, post.id)
        try await second.wait(for: post.id) { $0.state == .hidden }
        _ = try await first.timeline.setHidden(false, post.id, by: otto)
        try await first.rows.tell(isHidden: false, post.id)
        try await second.wait(for: post.id) { $0.state == .shown }
        #expect(try await first.store.post(post.id)?.state == .shown)
        // All that a key wrote.
        let key = try #require(try await second.store.mark(of: post.id)?.author)
        let other = try await second.post("Buy that", by: ben)
        try await first.wait(for: other.id) { _ in true }
        try await first.host.publish(ModerationEntry(.author, key.bytes, isHidden: true))
        for id in [post.id, other.id] { try await second.wait(for: id) { $0.state == .hidden } }
        // A post of a hidden author stays hidden, whatever is said of the post.
        _ = try await first.timeline.setHidden(false, post.id, by: otto)
        try await first.rows.tell(isHidden: false, post.id)
        #expect(try await first.store.post(post.id)?.state == .hidden)
        for server in [first, second] { await server.stop() }
    }

    @Test func `what entered at a hidden node comes back everywhere, with what was changed meanwhile`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let ben = try await second.account("ben"), node = second.host.nodeKey.bytes
        let post = try await second.post("Soup at six", by: ben), gone = try await second.post("No soup", by: ben)
        for id in [post.id, gone.id] { try await first.wait(for: id) { _ in true } }
        try await first.host.publish(ModerationEntry(.node, node, isHidden: true))
        for server in [first, second] {
            for id in [post.id, gone.id] { try await server.wait(for: id) { $0.state == .hidden } }
        }
        _ = try await second.timeline.edit(post.id, at: nil, to: "Soup at seven", by: ben)
        try await second.timeline.delete(gone.id, by: ben)
        let late = try await second.post("Late", by: ben)
        while try await !second.store.outgoing(limit: 1).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await first.store.post(late.id) == nil)
        try await first.host.publish(ModerationEntry(.node, node, isHidden: false))
        for server in [first, second] {
            try await server.wait(for: post.id) { $0.state == .shown && $0.message == "Soup at seven" }
            try await server.wait(for: gone.id) { $0.state == .deleted }
            try await server.wait(for: late.id) { $0.state == .shown }
        }
        for server in [first, second] { await server.stop() }
    }

    @Test func `what the organiser's operator deletes of another server is hidden there`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let otto = try await first.account("otto", .operator), ben = try await second.account("ben")
        let post = try await second.post("Buy this", by: ben)
        try await first.wait(for: post.id) { _ in true }
        #expect(try await second.rows.messageOfOthers(post.id) == nil)
        let message = try #require(try await first.rows.messageOfOthers(post.id))
        try await first.rows.hide(message)
        try await first.timeline.delete(post.id, by: otto)
        try await second.wait(for: post.id) { $0.state == .hidden }
        #expect(try await first.store.post(post.id)?.state == .deleted)
        // Showing the message again brings nothing back where it was deleted.
        try await first.host.publish(ModerationEntry(.message, message.digest, isHidden: false))
        try await second.wait(for: post.id) { $0.state == .shown }
        #expect(try await first.store.post(post.id)?.state == .deleted)
        for server in [first, second] { await server.stop() }
    }

    @Test func `the organiser's server names its people, and their posts and guide travel`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let anna = try await first.account("anna"), cleo = try await first.account("cleo", .curator)
        _ = try await first.account("silent")
        // A name proves nothing: whoever has it here gets nothing of the other anna's.
        _ = try await second.account("anna")
        let dora = try await second.account("dora", .curator)
        // Accounts are read each minute, and when the guide changed.
        second.rows.written(.plan)
        let soup = try await first.post("Soup at six", by: anna)
        try await second.wait(for: soup.id) { $0.author == Post.Author(account: nil, name: "anna") }
        let entry = try await first.guide.add(
            GuideDraft(content: .venue(.init(name: "Torre")), isPublished: true), by: GuideEditor(cleo))
        first.rows.written(.plan)
        while try await second.guide.entries().first(where: { $0.id == entry.id })?.content.name != "Torre" {
            try await Task.sleep(for: .milliseconds(10))
        }
        // The roster does not know this curator.
        _ = try await second.guide.add(
            GuideDraft(content: .venue(.init(name: "Ponte")), isPublished: true), by: GuideEditor(dora))
        second.rows.written(.plan)
        let after = try await second.post("after it", by: dora)
        try await first.wait(for: after.id) { _ in true }
        #expect(try await first.guide.entries().map(\.content.name) == ["Torre"])
        let roster = await second.host.currentRoster
        #expect(Set(roster.names.values) == ["anna", "cleo"] && Array(roster.roles.values) == [.curator])
        try await first.store.remove(anna.id, at: MeshServer.now())
        _ = try await first.store.change(cleo.id, .role(.user, by: nil), at: MeshServer.now())
        first.rows.written(.plan)
        while true {
            let roster = await second.host.currentRoster
            if roster.names.values.sorted() == ["cleo"], roster.roles.isEmpty { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await second.wait(for: soup.id) { $0.state == .deleted }
        for server in [first, second] { await server.stop() }
    }

    @Test func `what an operator publishes on the overlay is published at the other server`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let otto = try await first.account("otto", .operator)
        let overlays = [first, second].map { Overlays(store: $0.store, now: MeshServer.now) }
        var features = [
            Overlay.Feature(kind: .stage, name: "Stage", place: .point(PointE7(latitudeE7: 1, longitudeE7: 2)))
        ]
        _ = try await overlays[0].change(to: features, publishes: true, at: 0, by: otto)
        first.rows.written(.plan)
        while try await overlays[1].current().published != features { try await Task.sleep(for: .milliseconds(10)) }
        features = []
        let revision = try await overlays[0].current().revision
        _ = try await overlays[0].change(to: features, publishes: true, at: revision, by: otto)
        first.rows.written(.plan)
        while try await !overlays[1].current().published.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        for server in [first, second] { await server.stop() }
    }

    @Test func `a help pin is at the other server until its author or the organiser's operator resolves it`()
        async throws
    {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let ben = try await second.account("ben"), point = PointE7(latitudeE7: 601_712_345, longitudeE7: -249_398_765)
        let signer = SignerID(ben.id.subject), guest = SignerID(SubjectID(high: 3, low: 4))
        let ramp = try await second.rows.askForHelp(at: point, "A ramp, please", by: signer, ben)
        let water = try await second.rows.askForHelp(at: point, "Water", by: guest, nil)
        #expect(try await second.rows.helpPins().map(\.id) == [water.id, ramp.id])
        while try await first.rows.helpPins() != [water, ramp] { try await Task.sleep(for: .milliseconds(10)) }
        #expect(await second.rows.name(of: ramp.author) == ("ben", false))
        #expect(await first.rows.name(of: ramp.author) == (nil, false))
        await #expect(throws: MeshRows.HelpPinFault.notAllowed) {
            try await second.rows.resolve(water.id, by: .author([signer]))
        }
        await #expect(throws: MeshRows.HelpPinFault.notAllowed) {
            try await second.rows.resolve(water.id, by: .operator)
        }
        try await second.rows.resolve(ramp.id, by: .author([signer]))
        while try await first.rows.helpPins() != [water] { try await Task.sleep(for: .milliseconds(10)) }
        try await first.rows.resolve(water.id, by: .operator)
        while try await !second.rows.helpPins().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        for server in [first, second] { await server.stop() }
    }

    @Test func `a report on a queue counts at the other server, too`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let anna = try await second.account("anna"), place = PlaceKey(rawValue: 77)
        // A queue is observed once the rows run.
        while try await first.queues.queue(at: place).now == nil {
            _ = try? await second.queues.report(12, at: place, by: anna.id, metres: nil)
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await first.queues.queue(at: place).now?.minutes == 12)
        for server in [first, second] { await server.stop() }
    }
}
