import Archives
import Community
import Foundation
import HereaboutsAPI
import Server
import Testing

@Suite struct GuideAnswersTests {
    /// A dot.
    private static let picture = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!)

    private func venue(_ name: String, _ state: GuideState = .published, until: String? = nil) -> VenueFields {
        VenueFields(
            name: name, address: "Street 1", location: GuideLocation(lat: 60.17, lon: 24.94), description: "Old",
            hours: "Mo-Fr 10:00-18:00", link: "https://example.org/a", state: state, publishAt: until)
    }

    private func refuses(_ code: ErrorCode, _ field: String? = nil, _ ask: () async throws -> Void) async {
        do {
            try await ask()
            Issue.record("this was not refused")
        } catch {
            #expect((error as? ErrorBody)?.code == code && (error as? ErrorBody)?.field == field, "\(error)")
        }
    }

    @Test func `published entries are visible to all, drafts only to curators`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let open = try await cura.add(venue("Gallery")), draft = try await cura.add(venue("Secret", .draft))
        let shown = try await cura.add(
            WorkFields(
                title: "Blue", artist: "A", width: 24, height: 18.5, unit: .inches, year: 1900, state: .published),
            to: open.id)
        let hidden = try await cura.add(WorkFields(title: "Red"), to: open.id)
        let tour = try await cura.add(TourFields(name: "Walk", venues: [draft.id, open.id], state: .published))
        let all = try await cura.guide()
        #expect(all.venues.map(\.name) == ["Gallery", "Secret"] && all.venues.map(\.works) == [2, 0])
        #expect(all.tours == [tour] && tour.venues == [draft.id, open.id])
        let guest = try await town.guest.guide()
        #expect(guest.venues.map(\.id) == [open.id] && guest.venues.map(\.works) == [1])
        #expect(guest.tours.map(\.venues) == [[open.id]])
        #expect(guest.venues[0].location == GuideLocation(lat: 60.17, lon: 24.94))
        #expect(try await town.guest.venue(open.id).works == [shown])
        #expect(try await cura.venue(open.id).works == [shown, hidden])
        await refuses(.notFound) { _ = try await town.guest.venue(draft.id) }
        await refuses(.notFound) { _ = try await town.client(of: "anna").vote(for: hidden.id) }
    }

    private func building(
        _ change: (inout FloorPlanFields) -> Void = { _ in }, at picture: String
    ) -> VenueDetailFields {
        var plan = FloorPlanFields(
            picture: PictureChoice(id: picture, text: "Ground floor"), level: 0.5, label: "M",
            center: GuideLocation(lat: 60.17, lon: 24.94), width: 42.5, rotation: 359.9, opacity: 0.25)
        change(&plan)
        var access = HereaboutsAPI.VenueAccess()
        (access.lift, access.hearingLoop, access.tactilePaving, access.note) = (.yes, .no, .unknown, "Ring")
        return VenueDetailFields(
            pictures: [VenuePictureFields(kind: .interior, picture: PictureChoice(id: picture))], plans: [plan],
            entrances: [
                HereaboutsAPI.Entrance(
                    location: GuideLocation(lat: 60.17, lon: 24.94), name: "Door", stepFree: .yes, level: -1)
            ], access: access)
    }

    @Test func `a venue has a building, which undoing brings back`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let picture = try await cura.addPicture(Self.picture)
        var fields = venue("Gallery")
        fields.detail = building(at: picture.id)
        let added = try await cura.add(fields)
        let detail = try #require(try await town.guest.venue(added.id).venue.detail)
        #expect(detail.plans.map(\.level) == [0.5] && detail.plans.map(\.label) == ["M"])
        #expect(detail.plans.map(\.width) == [42.5] && detail.plans.map(\.rotation) == [359.9])
        #expect(detail.plans.map(\.opacity) == [0.25] && detail.plans[0].picture.text == "Ground floor")
        #expect(detail.pictures.map(\.kind) == [.interior] && detail.entrances == fields.detail?.entrances)
        #expect(detail.access?.lift == .yes && detail.access?.hearingLoop == .no && detail.access?.tactilePaving == nil)
        #expect(try await town.guest.picture(picture.id, .small).starts(with: Array("RIFF".utf8)))
        _ = try await cura.change(added.id, revision: 1, venue("Gallery"))
        #expect(try await town.guest.venue(added.id).venue.detail == nil)
        try await cura.undo(added.id, revision: 2)
        #expect(try await town.guest.venue(added.id).venue.detail == detail)
    }

    @Test func `an impossible building is refused by the place of its fault`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let picture = try await cura.addPicture(Self.picture)
        let faults: [(String, (inout FloorPlanFields) -> Void)] = [
            ("level", { $0.level = 0.25 }), ("level", { $0.level = 201 }), ("label", { $0.label = " G" }),
            ("center", { $0.center.lat = 91 }), ("width", { $0.width = 0.5 }), ("rotation", { $0.rotation = 360 }),
            ("opacity", { $0.opacity = -0.1 }),
        ]
        for (member, change) in faults {
            var fields = venue("Gallery")
            fields.detail = building(change, at: picture.id)
            await refuses(.invalidBody, "detail.plans[0].\(member)") { _ = try await cura.add(fields) }
        }
        var fields = venue("Gallery")
        let door = HereaboutsAPI.Entrance(location: GuideLocation(lat: 60.17, lon: 24.94))
        fields.detail = VenueDetailFields(entrances: Array(repeating: door, count: 41))
        await refuses(.invalidBody, "detail.entrances") { _ = try await cura.add(fields) }
        #expect(try await cura.guide().venues.isEmpty)
    }

    @Test func `the answer has the whole guide, however large it is`() async throws {
        let town = try Town { $0.answerBytes = 2000 }
        let cura = try await town.client(of: "cura", .curator)
        for number in 0..<30 { _ = try await cura.add(venue("Gallery \(number)")) }
        #expect(try await cura.guide().venues.count == 30)
        #expect(try await town.guest.guide().venues.count == 30)
    }

    @Test func `an embargo is kept by the server until its time`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let soon = Date(timeIntervalSinceNow: 3600).formatted(.iso8601)
        let venue = try await cura.add(venue("Opening", until: soon))
        _ = try await cura.add(self.venue("Next year", until: "2999-01-01T00:00:00Z"))
        #expect(try await town.guest.guide().venues.isEmpty)
        await refuses(.notFound) { _ = try await town.guest.venue(venue.id) }
        town.clock.advance(by: 3_600_000)
        #expect(try await town.guest.guide().venues.map(\.id) == [venue.id])
    }

    @Test func `changes need the revision, appear in the history, and can be undone`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let first = try await cura.add(venue("A"))
        let second = try await cura.change(first.id, revision: 1, venue("B"))
        #expect(second.name == "B" && second.revision == 2)
        await refuses(.changedMeanwhile) { _ = try await cura.change(first.id, revision: 1, venue("C")) }
        try await cura.deleteVenue(first.id)
        #expect(try await cura.guide().venues.isEmpty)
        let history = try await cura.guideHistory()
        #expect(history.changes.map(\.action) == [.deleted, .changed, .added] && history.next == nil)
        #expect(history.changes.map(\.name) == ["B", "B", "A"] && history.changes.allSatisfy { $0.editor == "cura" })
        let page = try await cura.guideHistory(GuideHistoryRequest(limit: 2))
        #expect(
            try await cura.guideHistory(GuideHistoryRequest(before: page.next, limit: 2)).changes == [
                history.changes[2]
            ])
        await refuses(.changedMeanwhile) { try await cura.undo(first.id, revision: 2) }
        try await cura.undo(first.id, revision: 3)
        #expect(try await cura.guide().venues.map(\.name) == ["B"])
        try await cura.undo(first.id, revision: 4)
        #expect(try await cura.guide().venues.isEmpty)
    }

    @Test func `an order is kept, and an order that omits a venue is refused`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        var ids: [String] = []
        for name in ["A", "B", "C"] { ids.append(try await cura.add(venue(name)).id) }
        try await cura.orderGuide([ids[1], ids[2], ids[0]])
        #expect(try await town.guest.guide().venues.map(\.name) == ["B", "C", "A"])
        await refuses(.changedMeanwhile, "ids") { try await cura.orderGuide([ids[1], ids[0]]) }
        await refuses(.changedMeanwhile, "ids") { try await cura.orderGuide(["x"]) }
    }

    @Test func `thousands of venues can be put in order`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let entries = (0..<3000).map {
            GuideDocument.Entry(key: "\($0)", venue: VenueFields(name: "\($0)", state: .published), works: [])
        }
        let json = [UInt8](try JSONEncoder().encode(GuideDocument(venues: entries, tours: [])))
        _ = try await cura.importGuide(ZipWriter.zip([("guide.json", json)]))
        let ids = try await cura.guide().venues.map(\.id)
        try await cura.orderGuide(ids.reversed())
        #expect(try await cura.guide().venues.map(\.id) == ids.reversed())
    }

    @Test func `a vote counts once for each person`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator), anna = try await town.client(of: "anna")
        let place = try await cura.add(venue("A"))
        let work = try await cura.add(WorkFields(title: "W", state: .published), to: place.id)
        for _ in 0..<2 { #expect(try await anna.vote(for: work.id) == Votes(votes: 1, myVote: true)) }
        #expect(try await cura.vote(for: work.id).votes == 2)
        #expect(try await anna.venue(place.id).works.map(\.myVote) == [true])
        #expect(try await town.guest.venue(place.id).works.map(\.myVote) == [nil])
        #expect(try await anna.takeBackVote(for: work.id) == Votes(votes: 1, myVote: nil))
    }

    @Test func `an entry that breaks a rule is refused by name, and changes nothing`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        var fields = venue("A")
        fields.location = GuideLocation(lat: 91, lon: 0)
        await refuses(.invalidBody, "location") { [fields] in _ = try await cura.add(fields) }
        fields = venue("A")
        for link in ["javascript:alert(1)", "http:/x", "https://", "https://a b", "ftp://x"] {
            fields.link = link
            await refuses(.invalidBody, "link") { [fields] in _ = try await cura.add(fields) }
        }
        await refuses(.invalidBody, "name") { _ = try await cura.add(venue(" ")) }
        await refuses(.invalidBody, "name") { _ = try await cura.add(venue(String(repeating: "a", count: 201))) }
        await refuses(.invalidBody, "publish_at") { _ = try await cura.add(venue("A", until: "tomorrow")) }
        let place = try await cura.add(venue("A"))
        for work in [WorkFields(title: "W", width: 0), WorkFields(title: "W", width: -1)] {
            await refuses(.invalidBody, "width") { _ = try await cura.add(work, to: place.id) }
        }
        await refuses(.invalidBody, "year") { _ = try await cura.add(WorkFields(title: "W", year: 9999), to: place.id) }
        await refuses(.invalidBody, "venues") { _ = try await cura.add(TourFields(name: "T", venues: [])) }
        await refuses(.invalidBody, "venues") {
            _ = try await cura.add(TourFields(name: "T", venues: [place.id, place.id]))
        }
        let tour = try await cura.add(TourFields(name: "T", venues: [place.id]))
        await refuses(.notFound) { _ = try await cura.add(WorkFields(title: "W"), to: tour.id) }
        #expect(try await cura.guide().venues.count == 1)
        #expect(try await cura.venue(place.id).works.isEmpty)
    }
}
