import Community
import GeoCore
import Gossip
import Merging
import TestSupport
import Testing

@Suite struct GuideMergeTests {
    private let clock = TestClock(1_800_000_000_000)

    /// Two nodes, each with a curator whom the roster names.
    private struct Pair {
        var place = Place()
        let nodes: [Node]
        let curators: [Account]
        let guides: [Guide]

        init(_ clock: TestClock) async throws {
            let place = place
            nodes = [try Node(.memory, 1, of: place, clock), try Node(.sqlite, 2, of: place, clock)]
            var curators: [Account] = []
            for (number, node) in nodes.enumerated() {
                var random = SystemRandomNumberGenerator()
                let account = try await node.store.add(
                    NewAccount(
                        id: AccountID(at: 1, using: &random), name: try AccountName("curator\(number)"),
                        role: .curator, password: PasswordHash(text: "none")), at: 1)
                curators.append(account)
                self.place.curators.insert(node.keys.key(of: SignerID(account.id.subject)))
            }
            self.curators = curators
            guides = nodes.map { Guide(store: $0.store, budget: .unlimited, now: { clock.now }) }
        }

        func editor(_ number: Int) -> GuideEditor { GuideEditor(curators[number]) }

        /// Makes messages of what was changed at a node, and takes them at the other; returns them.
        @discardableResult
        func tell(_ number: Int) async throws -> [Message] {
            try await nodes[number].merge.tellGuide(place)
            let messages = try await nodes[number].written()
            for message in messages.shuffled() + messages { _ = try await nodes[1 - number].merge.take(message, place) }
            return messages
        }

        func seen(_ number: Int) async throws -> [GuideEntry] {
            try await nodes[number].store.guide().filter { $0.draft.isPublished }.map { entry in
                GuideEntry(
                    id: entry.id, venue: entry.venue, draft: GuideDraft(content: entry.content, isPublished: true),
                    isDeleted: false, rank: 0, revision: 1, created: HybridTime(rawValue: 0),
                    changed: HybridTime(rawValue: 0))
            }
        }

        func entry(_ id: GuideID, _ number: Int) async throws -> GuideEntry {
            try #require(try await nodes[number].store.entry(id))
        }
    }

    private var venue: GuideContent.Venue {
        var venue = GuideContent.Venue(
            name: "Atelier", address: "Kaarle 3", point: PointE7(latitudeE7: -7, longitudeE7: 9), description: "Long.",
            hours: "Mo-Fr 10:00-18:00", link: "https://atelier.example")
        venue.detail.entrances = [
            Entrance(point: PointE7(latitudeE7: 1, longitudeE7: 2), name: "yard", isStepFree: true, level: Level(-1)),
            Entrance(point: PointE7(latitudeE7: 3, longitudeE7: 4), isStepFree: false),
            Entrance(point: PointE7(latitudeE7: 5, longitudeE7: 6)),
        ]
        venue.detail.access = VenueAccess(features: [.lift: true, .hearingLoop: false], note: "ring twice")
        return venue
    }

    private func draft(_ content: GuideContent) -> GuideDraft { GuideDraft(content: content, isPublished: true) }

    @Test func `entries come out at another node with all their fields and in their order`() async throws {
        let pair = try await Pair(clock), guide = pair.guides[0], editor = pair.editor(0)
        let first = try await guide.add(draft(.venue(venue)), by: editor)
        let second = try await guide.add(draft(.venue(.init(name: "Bakery"))), by: editor)
        var works: [GuideEntry] = []
        for (title, width, unit) in [("one", 30.5, GuideContent.LengthUnit.inches), ("two", nil, .centimetres)] {
            let work = GuideContent.Work(
                title: title, artist: "Ada", description: "Blue.", medium: "oil", width: width, height: 2, unit: unit,
                year: -300)
            works.append(try await guide.add(draft(.work(work)), to: first.id, by: editor))
        }
        let tour = GuideContent.Tour(name: "Walk", description: "Short.", venues: [second.id, first.id])
        _ = try await guide.add(draft(.tour(tour)), by: editor)
        try await guide.order(works.reversed().map(\.id), by: editor)
        try await guide.order([second.id, first.id], by: editor)
        #expect(try await pair.nodes[0].written().isEmpty)
        let messages = try await pair.tell(0)
        #expect(messages.allSatisfy { $0.kind == .guideChange && $0.register != nil })
        #expect(Set(messages.map(\.register)).count == messages.count)
        let seen = try await pair.seen(0)
        #expect(seen.count == 5)
        #expect(try await pair.seen(1) == seen)
        // Neither has anything more to tell.
        #expect(try await pair.tell(0).isEmpty)
        #expect(try await pair.tell(1).isEmpty)
        // The other curator orders what all came from here.
        clock.now += 1000
        try await pair.guides[1].order([first.id, second.id], by: pair.editor(1))
        #expect(try await pair.tell(1).count == 1)
        #expect(try await pair.seen(0).prefix(2).map(\.id) == [first.id, second.id])
        #expect(try await pair.tell(0).isEmpty)
    }

    @Test func `two curators who change other fields of an entry while apart both have their way`() async throws {
        let pair = try await Pair(clock)
        let added = try await pair.guides[0].add(draft(.venue(venue)), by: pair.editor(0))
        try await pair.tell(0)
        clock.now += 1000
        var mine = venue, theirs = venue
        (mine.hours, theirs.description, theirs.address) = ("24/7", "Closed in July.", nil)
        _ = try await pair.guides[0].change(added.id, at: 1, to: draft(.venue(mine)), by: pair.editor(0))
        let there = try await pair.entry(added.id, 1)
        clock.now += 1000
        _ = try await pair.guides[1].change(
            added.id, at: there.revision, to: draft(.venue(theirs)), by: pair.editor(1))
        #expect(try await pair.tell(0).count == 1)
        #expect(try await pair.tell(1).count == 2)
        for number in 0...1 {
            guard case .venue(let merged) = try await pair.entry(added.id, number).content else { continue }
            #expect(merged.hours == "24/7" && merged.description == "Closed in July." && merged.address == nil)
            #expect(merged.name == venue.name && merged.detail == venue.detail)
        }
        #expect(try await pair.tell(0).isEmpty)
    }

    @Test func `drafts and entries under embargo never leave, and what becomes one goes elsewhere`() async throws {
        let pair = try await Pair(clock), guide = pair.guides[0], editor = pair.editor(0)
        _ = try await guide.add(GuideDraft(content: .venue(venue), isPublished: false), by: editor)
        let late = GuideDraft(content: .venue(.init(name: "Late")), isPublished: true, embargo: clock.now + 5000)
        let embargoed = try await guide.add(late, by: editor)
        #expect(try await pair.tell(0).isEmpty)
        clock.now += 5000
        #expect(try await pair.tell(0).count == 2)
        #expect(try await pair.seen(1).map(\.content.name) == ["Late"])
        let secret = GuideDraft(content: .venue(.init(name: "Secret")), isPublished: false)
        _ = try await guide.change(embargoed.id, at: 1, to: secret, by: editor)
        let gone = try await pair.tell(0)
        #expect(try gone.map { try GuideChangeBody($0) }.map(\.value) == [nil])
        #expect(try await pair.seen(1).isEmpty)
        #expect(try await pair.entry(embargoed.id, 0).content.name == "Secret")
        #expect(try await pair.tell(0).isEmpty)
        #expect(try await pair.tell(1).isEmpty)
        _ = try await guide.change(embargoed.id, at: 2, to: draft(.venue(.init(name: "Open"))), by: editor)
        try await pair.tell(0)
        #expect(try await pair.seen(1).map(\.content.name) == ["Open"])
        try await guide.delete(embargoed.id, .venue, by: editor)
        try await pair.tell(0)
        #expect(try await pair.seen(1).isEmpty)
    }

    @Test func `a tour passes over venues that are gone, and has them again`() async throws {
        let pair = try await Pair(clock), guide = pair.guides[0], editor = pair.editor(0)
        let one = try await guide.add(draft(.venue(.init(name: "One"))), by: editor)
        let two = try await guide.add(draft(.venue(.init(name: "Two"))), by: editor)
        let tour = try await guide.add(
            draft(.tour(.init(name: "Walk", venues: [one.id, two.id]))), by: editor)
        try await pair.tell(0)
        func venues(_ number: Int) async throws -> [GuideID]? {
            let entry = try await pair.entry(tour.id, number)
            guard !entry.isDeleted, case .tour(let tour) = entry.content else { return nil }
            return tour.venues
        }
        var revision = 1
        for (shown, expected) in [(false, [two.id]), (true, [one.id, two.id])] {
            let change = GuideDraft(content: one.content, isPublished: shown)
            _ = try await guide.change(one.id, at: revision, to: change, by: editor)
            revision += 1
            try await pair.tell(0)
            #expect(try await venues(1) == expected)
            #expect(try await venues(0) == expected)
            #expect(try await pair.tell(0).isEmpty)
        }
        for venue in [one, two] {
            let entry = try await pair.entry(venue.id, 0)
            _ = try await guide.change(
                venue.id, at: entry.revision, to: GuideDraft(content: venue.content, isPublished: false), by: editor)
        }
        try await pair.tell(0)
        #expect(try await venues(1) == nil)
        for venue in [one, two] {
            let entry = try await pair.entry(venue.id, 0)
            _ = try await guide.change(venue.id, at: entry.revision, to: draft(venue.content), by: editor)
        }
        try await pair.tell(0)
        #expect(try await venues(1) == [one.id, two.id])
        #expect(try await venues(0) == [one.id, two.id])
        #expect(try await pair.tell(0).isEmpty)
    }

    @Test func `only curators of the roster change the guide, here and elsewhere`() async throws {
        var pair = try await Pair(clock)
        pair.place.curators = []
        _ = try await pair.guides[0].add(draft(.venue(venue)), by: pair.editor(0))
        #expect(try await pair.tell(0).isEmpty)
        let author = Author(place: pair.place), id = SubjectID(high: 0x7000, low: 1)
        let forged = try author.message(
            .guideChange, at: clock.now, about: id, GuideChangeBody(of: id, field: 1, value: [0]).fields)
        for node in pair.nodes { #expect(try await node.merge.take(forged, pair.place) == .notAllowed) }
        pair.place.curators = [author.key]
        let wrong = try author.message(.guideChange, at: clock.now, about: id, [])
        for node in pair.nodes { #expect(try await node.merge.take(wrong, pair.place) == .meaningless) }
    }

    @Test func `a value too long for a message stays here, and pictures stay at their node`() async throws {
        let pair = try await Pair(clock)
        let letter = "e\u{301}\u{302}\u{303}\u{304}"
        var long = venue
        long.description = String(repeating: letter, count: 10_000)
        let added = try await pair.guides[0].add(draft(.venue(long)), by: pair.editor(0))
        let fields = try await pair.tell(0).map { try GuideChangeBody($0).field }
        #expect(!fields.contains(GuideField.text.rawValue) && fields.contains(GuideField.name.rawValue))
        guard case .venue(let there) = try await pair.entry(added.id, 1).content else { return }
        #expect(there.description == nil && there.name == long.name)
        #expect(try await pair.tell(0).isEmpty)
        #expect(try await pair.entry(added.id, 0).content == .venue(long))
    }
}
