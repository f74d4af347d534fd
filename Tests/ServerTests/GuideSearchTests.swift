import Community
import Foundation
import HereaboutsAPI
import Server
import Testing

@Suite struct GuideSearchTests {
    private func venue(_ name: String, _ state: GuideState = .published, until: String? = nil) -> VenueFields {
        VenueFields(name: name, location: GuideLocation(lat: 60.17, lon: 24.94), state: state, publishAt: until)
    }

    private func found(_ text: String, by client: HereaboutsClient) async throws -> [String] {
        let typed = try await client.suggestions(SuggestRequest(text: text, guide: true))
        let whole = try await client.places(PlacesRequest(text: text, guide: true))
        #expect(typed.guide?.map(\.id) == whole.guide?.map(\.id))
        return (typed.guide ?? []).map(\.name)
    }

    @Test func `search finds the parts of the guide that a person may see, and no others`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let open = try await cura.add(venue("Zebra hall")), draft = try await cura.add(venue("Zebra draft", .draft))
        let soon = Date(timeIntervalSinceNow: 3600).formatted(.iso8601)
        _ = try await cura.add(venue("Zebra soon", until: soon))
        _ = try await cura.add(WorkFields(title: "Zebra work", artist: "Quagga", state: .published), to: open.id)
        _ = try await cura.add(WorkFields(title: "Zebra sketch", artist: "Quagga"), to: open.id)
        _ = try await cura.add(WorkFields(title: "Zebra inside", artist: "Quagga", state: .published), to: draft.id)
        _ = try await cura.add(TourFields(name: "Zebra walk", venues: [open.id], state: .published))
        _ = try await cura.add(TourFields(name: "Zebra secret", venues: [open.id]))
        let anna = try await town.client(of: "anna")
        for client in [town.guest, anna] {
            #expect(try await Set(found("zebra", by: client)) == ["Zebra hall", "Zebra work", "Zebra walk"])
            #expect(try await found("quagga", by: client) == ["Zebra work"])
        }
        #expect(try await found("zebra", by: cura).count == 8)
        #expect(try await Set(found("quagga", by: cura)) == ["Zebra work", "Zebra sketch", "Zebra inside"])
        // An embargo ends by itself, and what was changed is found as it is.
        town.clock.advance(by: 3_600_000)
        #expect(try await found("zebra soon", by: town.guest) == ["Zebra soon"])
        _ = try await cura.change(open.id, revision: open.revision, venue("Okapi hall"))
        #expect(try await found("okapi", by: town.guest).first == "Okapi hall")
        #expect(try await !found("zebra", by: town.guest).contains("Zebra hall"))
    }

    @Test func `a filter by country leaves out entries in other countries, and keeps entries without a place`()
        async throws
    {
        // All of the map is in Mexico.
        let town = try GeocodingTown().town
        let cura = try await town.client(of: "cura", .curator)
        let inside = GuideLocation(lat: 60.10, lon: 25.10)
        let hall = try await cura.add(VenueFields(name: "Zebra hall", location: inside, state: .published))
        _ = try await cura.add(WorkFields(title: "Zebra work", state: .published), to: hall.id)
        _ = try await cura.add(TourFields(name: "Zebra walk", venues: [hall.id], state: .published))
        let far = GuideLocation(lat: -40, lon: -150)
        _ = try await cura.add(VenueFields(name: "Zebra island", location: far, state: .published))
        let all: Set = ["Zebra hall", "Zebra work", "Zebra walk", "Zebra island"]
        for (countries, names) in [([], all), (["mx"], all), (["fi", "mx"], all), (["fi"], ["Zebra island"])] {
            let typed = try await town.guest.suggestions(
                SuggestRequest(text: "zebra", countries: countries, guide: true))
            let whole = try await town.guest.places(PlacesRequest(text: "zebra", countries: countries, guide: true))
            #expect(Set(typed.guide?.map(\.name) ?? []) == names)
            #expect(Set(whole.guide?.map(\.name) ?? []) == names)
        }
    }

    @Test func `requests during the making of an index wait for that index`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        for round in 0..<5 {
            _ = try await cura.add(venue("Zebra \(round)"))
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await town.guest.suggestions(SuggestRequest(text: "zebra", guide: true)).guide?.count
                    }
                }
                for try await count in group { #expect(count == round + 1) }
            }
        }
    }

    @Test func `answers contain nothing of the guide unless requested`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        _ = try await cura.add(venue("Zebra hall"))
        #expect(try await town.guest.suggestions(SuggestRequest(text: "zebra")).guide == nil)
        #expect(try await town.guest.places(PlacesRequest(text: "zebra")).guide == nil)
    }

    @Test func `where only members look, guests find places and nothing of the guide`() async throws {
        let town = try Town { $0.guests = .none }
        let cura = try await town.client(of: "cura", .curator), anna = try await town.client(of: "anna")
        _ = try await cura.add(venue("Zebra hall"))
        #expect(try await town.guest.suggestions(SuggestRequest(text: "zebra", guide: true)).guide == nil)
        #expect(try await found("zebra", by: anna) == ["Zebra hall"])
    }
}
