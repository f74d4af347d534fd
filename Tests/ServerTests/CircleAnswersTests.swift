import Community
import Foundation
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// Groups whose members see each other, and links that show a location, over HTTP.
@Suite struct CircleAnswersTests {
    private static let place = (lat: 60.17021, lon: 24.94019)

    /// Reports that a person is at the place now.
    private func arrive(_ person: HereaboutsClient, in town: Town) async throws {
        _ = try await person.confirm(password: "correct horse")
        let phone = HereaboutsClient(
            TownTransport(town: town), token: try await person.add(NewDevice(kind: .program, name: "phone")).token)
        _ = try await phone.report([
            ReportedPosition(
                millisecondsSince1970: town.clock.now(), lat: Self.place.lat, lon: Self.place.lon)
        ])
    }

    /// Lets it be one minute after a step of five minutes, at which areas are first shown.
    private func beginStep(_ town: Town) {
        town.clock.advance(by: 360_000 - town.clock.now() % 300_000)
    }

    private func time(_ town: Town, in hours: Int64) -> String {
        WireTime.text(town.clock.now() + hours * 3_600_000)
    }

    @Test func `members of a group see each other at the precision that each chose, until it ends`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let cleo = try await town.client(of: "cleo")
        let group = try await anna.add(NewGroup(name: "Tour", ends: time(town, in: 5), precision: .exact))
        let invitation = try #require(group.invitation)
        #expect(group.isOwn && group.members == ["anna"] && group.precision == .exact)
        #expect(invitation.url.hasSuffix("/#join=" + invitation.token))
        #expect(invitation.code?.hasPrefix("<svg") == true)
        let joined = try await ben.joinGroup(invitation.token, .fuzzy)
        #expect(joined.members == ["anna", "ben"] && !joined.isOwn && joined.invitation == invitation)
        for person in [anna, ben, cleo] { try await arrive(person, in: town) }
        // An approximate location is published for a person who stays, at the next step of five minutes.
        town.clock.advance(by: 2_100_000)
        let seen = try #require(try await ben.people().people.first)
        #expect(seen.name == "anna" && seen.group == "Tour" && !seen.isFriend && seen.isExact)
        #expect(seen.lat == Self.place.lat && seen.lon == Self.place.lon)
        let other = try #require(try await anna.people().people.first)
        #expect(other.name == "ben" && !other.isExact && other.lat != Self.place.lat)
        for stranger in [cleo, town.guest] { #expect(try await stranger.people().people.isEmpty) }
        // Ben may choose the exact precision for himself.
        _ = try await ben.confirm(password: "correct horse")
        _ = try await ben.joinGroup(invitation.token, .exact)
        #expect(try await anna.people().people.first?.lat == Self.place.lat)
        // It ends by itself, for all.
        town.clock.advance(by: 5 * 3_600_000)
        for person in [anna, ben] {
            #expect(try await person.people().people.isEmpty)
            #expect(try await person.groups().groups.isEmpty)
        }
        _ = try await cleo.confirm(password: "correct horse")
        await AccessTests.expect(.notFound) { _ = try await cleo.joinGroup(invitation.token, .exact) }
        await town.server.tidyPresence()
        #expect(town.presence.circles().isEmpty)
    }

    @Test func `a person who leaves a group is no longer visible in it, and an owner who leaves ends it`() async throws
    {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let cleo = try await town.client(of: "cleo")
        let group = try await anna.add(NewGroup(name: "Tour", ends: time(town, in: 5), precision: .exact))
        let invitation = try #require(group.invitation)
        for person in [ben, cleo] {
            _ = try await person.joinGroup(invitation.token, .exact)
            try await arrive(person, in: town)
        }
        #expect(try await anna.people().people.map(\.name).sorted() == ["ben", "cleo"])
        try await ben.leaveGroup(group.id)
        await AccessTests.expect(.notFound) { try await ben.leaveGroup(group.id) }
        #expect(try await anna.people().people.map(\.name) == ["cleo"])
        #expect(try await cleo.groups().groups.first?.members == ["anna", "cleo"])
        // A link's address ends no group.
        await AccessTests.expect(.notFound) { try await anna.endLink(group.id) }
        // A person who leaves for good is in no group; a group ends with its owner.
        try await cleo.removeAccount(password: "correct horse")
        #expect(try await anna.groups().groups.first?.members == ["anna"])
        _ = try await ben.joinGroup(invitation.token, .fuzzy)
        try await anna.removeAccount(password: "correct horse")
        #expect(try await ben.groups().groups.isEmpty)
        await AccessTests.expect(.notFound) { _ = try await ben.joinGroup(invitation.token, .fuzzy) }
    }

    @Test func `a person with a link sees its owner, and nobody else and nothing else`() async throws {
        let town = try Town { $0.guests = .none }
        let anna = try await town.client(of: "anna")
        let link = try await anna.add(NewLink(ends: time(town, in: 2), precision: .exact))
        let viewer = try HereaboutsClient(TownTransport(town: town), token: #require(link.opener).token)
        let before = try await viewer.shared()
        #expect(before.name == "anna" && before.person == nil && before.ends == link.ends)
        try await arrive(anna, in: town)
        let person = try #require(try await viewer.shared().person)
        #expect(person.lat == Self.place.lat && person.name == "anna" && !person.isFriend && person.group == nil)
        // It is good for nothing else, and nothing else is good for it.
        await AccessTests.expect(.notLoggedIn) { _ = try await viewer.people() }
        await AccessTests.expect(.notLoggedIn) { _ = try await viewer.me() }
        await AccessTests.expect(.notLoggedIn) { _ = try await anna.shared() }
        await AccessTests.expect(.notFound) { _ = try await anna.joinGroup(#require(link.opener).token, .exact) }
        let text = try #require(link.opener).token
        for wrong in [
            "", ".", String(text.dropLast()), text + "0", String(text.reversed()), "x" + text.dropFirst(),
            String(repeating: "a.", count: 5000),
        ] {
            let guess = HereaboutsClient(TownTransport(town: town), token: wrong)
            await AccessTests.expect(.notLoggedIn) { _ = try await guess.shared() }
        }
        // Nobody else sees this person, under any name.
        let ben = try await town.client(of: "ben")
        #expect(try await ben.people().people.isEmpty)
        #expect(try await anna.links().links == [link])
        try await anna.endLink(link.id)
        await AccessTests.expect(.notLoggedIn) { _ = try await viewer.shared() }
        let next = try await anna.add(NewLink(ends: time(town, in: 2), precision: .fuzzy))
        town.clock.advance(by: 2 * 3_600_000)
        let late = try HereaboutsClient(TownTransport(town: town), token: #require(next.opener).token)
        await AccessTests.expect(.notLoggedIn) { _ = try await late.shared() }
    }

    @Test func `a new link states when it first shows an area, and its owner sees its content`() async throws {
        let town = try Town(), minute: Int64 = 60_000
        beginStep(town)
        let anna = try await town.client(of: "anna")
        let link = try await anna.add(NewLink(ends: time(town, in: 2), precision: .fuzzy))
        let viewer = try HereaboutsClient(TownTransport(town: town), token: #require(link.opener).token)
        let made = town.clock.now(), first = WireTime.text(made - made % (5 * minute) + 15 * minute)
        #expect(try await anna.shown().circles == [.init(id: link.id, shown: .init(person: nil, due: nil))])
        let before = try await viewer.shared()
        #expect(before.person == nil && before.precision == .fuzzy && before.expected == first)
        try await arrive(anna, in: town)
        #expect(try await anna.shown().circles.first?.shown == .init(person: nil, due: first))
        town.clock.advance(by: 10 * minute)
        try await arrive(anna, in: town)
        town.clock.advance(by: 5 * minute)
        let shared = try await viewer.shared()
        let person = try #require(shared.person)
        #expect(person.radius == 800 && !person.isExact && person.lat != nil && shared.expected == nil)
        #expect(try await anna.shown().circles.first?.shown == .init(person: person, due: nil))
        // An exact link has nothing to wait for but a report, and shows a place.
        let exact = try await anna.add(NewLink(ends: time(town, in: 2), precision: .exact))
        let other = try await HereaboutsClient(TownTransport(town: town), token: #require(exact.opener).token).shared()
        #expect(other.precision == .exact && other.expected == nil && other.person?.radius == nil)
        #expect(other.person?.lat == Self.place.lat)
        #expect(try await anna.shown().friends == nil)
    }

    @Test func `the time at which a link first shows an area does not depend on its owner's movements`() async throws {
        let town = try Town(), minute: Int64 = 60_000
        beginStep(town)
        let clients = [try await town.client(of: "anna"), try await town.client(of: "ben")]
        var viewers: [HereaboutsClient] = []
        for client in clients {
            let link = try await client.add(NewLink(ends: time(town, in: 2), precision: .fuzzy))
            viewers.append(try HereaboutsClient(TownTransport(town: town), token: #require(link.opener).token))
        }
        // Anna is on her way; Ben reports nothing.
        let phone = HereaboutsClient(
            TownTransport(town: town),
            token: try await clients[0].add(NewDevice(kind: .program, name: "phone")).token)
        for step in 0..<8 {
            _ = try await phone.report([
                ReportedPosition(
                    millisecondsSince1970: town.clock.now(), lat: Self.place.lat + Double(step) * 0.01,
                    lon: Self.place.lon)
            ])
            let (moving, silent) = (try await viewers[0].shared(), try await viewers[1].shared())
            #expect(moving.person == nil && moving.expected == silent.expected && silent.person == nil)
            town.clock.advance(by: 4 * minute)
        }
        #expect(try await viewers[0].shared().expected == nil)
    }

    @Test func `a link shows the home area while its owner is at home, and nothing older than a day`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let home = try await anna.homeArea(lat: Self.place.lat, lon: Self.place.lon)
        _ = try await anna.changeSharing(revision: 0, SharingFields(homes: [home.home]))
        let link = try await anna.add(NewLink(ends: time(town, in: 100), precision: .exact))
        let viewer = try HereaboutsClient(TownTransport(town: town), token: #require(link.opener).token)
        try await arrive(anna, in: town)
        town.clock.advance(by: 3_600_000)
        let person = try #require(try await viewer.shared().person)
        #expect(person.isAtHome && person.lat == nil && person.area == home.area)
        town.clock.advance(by: 25 * 3_600_000)
        #expect(try await viewer.shared().person == nil)
    }

    @Test func `an impossible group or link is refused with a reason`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        for (ends, name) in [
            ("", "Tour"), ("tomorrow", "Tour"), (time(town, in: -1), "Tour"), (time(town, in: 30 * 24 + 1), "Tour"),
            (time(town, in: 1), ""), (time(town, in: 1), " "), (time(town, in: 1), String(repeating: "a", count: 65)),
            (time(town, in: 1), "\u{200b}"),
            (time(town, in: 1), "x\u{202e}y"), (time(town, in: 1), "a\nb"),
        ] {
            await AccessTests.expect(.invalidBody) {
                _ = try await anna.add(NewGroup(name: name, ends: ends, precision: .exact))
            }
        }
        await AccessTests.expect(.invalidBody) {
            _ = try await anna.add(NewLink(ends: time(town, in: 7 * 24 + 1), precision: .exact))
        }
        // The refused request has changed nothing.
        #expect(try await anna.sharing().revision == 0)
        _ = try await anna.add(NewGroup(name: "Tour", ends: time(town, in: 30 * 24), precision: .exact))
        try await anna.leaveGroup(try #require(try await anna.groups().groups.first).id)
        // No more than twenty of both kinds together.
        for _ in 0..<20 { _ = try await anna.add(NewLink(ends: time(town, in: 1), precision: .fuzzy)) }
        await AccessTests.expect(.quotaReached) {
            _ = try await anna.add(NewLink(ends: time(town, in: 1), precision: .fuzzy))
        }
        #expect(try await anna.links().links.count == 20)
    }

    @Test func `a person who left while the server was stopped is visible to nobody after its start`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        _ = try await anna.changeSharing(revision: 0, SharingFields(pseudonym: "Heron"))
        let group = try await anna.add(NewGroup(name: "Tour", ends: time(town, in: 5), precision: .exact))
        try await arrive(anna, in: town)
        town.clock.advance(by: 2_100_000)
        #expect(try await town.guest.people().people.count == 1)
        // The account goes, and then nothing more is done.
        _ = try await town.accounts.remove(
            try #require(try await town.accounts.account(named: "anna")), password: "correct horse")
        await town.server.forgetFormerMembers()
        #expect(try await town.guest.people().people.isEmpty)
        #expect(town.presence.circles().isEmpty && town.presence.people(after: nil, limit: 9).isEmpty)
        let ben = try await town.client(of: "ben"), invitation = try #require(group.invitation)
        await AccessTests.expect(.notFound) { _ = try await ben.joinGroup(invitation.token, .exact) }
    }
}
