import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import Server
import TestSupport
import Testing

@Suite struct ImprintAnswersTests {
    private static let picture = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!)

    @Test func `operators publish the imprint, and everybody reads it, with pictures`() async throws {
        let town = try Town { $0.guests = .none }
        let chief = try await town.client(of: "chief", .operator)
        #expect(
            try await town.guest.imprint()
                == Imprint(revision: 0, title: nil, text: nil, contact: nil, pictures: []))
        let ids = [try await chief.addPicture(Self.picture).id, try await chief.addPicture(Self.picture).id]
        for id in ids { await refuses(.notLoggedIn) { _ = try await town.guest.picture(id, .small) } }
        let told = try await chief.changeImprint(
            revision: 0,
            ImprintFields(
                title: "The museum", text: "One.\n\nTwo.", contact: "Door 3",
                pictures: ids.map { PictureChoice(id: $0, text: "The crew") }))
        #expect(told.revision == 1 && told.text == "One.\n\nTwo." && told.pictures.map(\.id) == ids)
        #expect(told.pictures[0] == Picture(id: ids[0], width: 1, height: 1, text: "The crew"))
        #expect(try await town.guest.imprint() == told)
        for id in ids { #expect(try await town.guest.picture(id, .small).starts(with: Array("RIFF".utf8))) }
        let less = try await chief.changeImprint(
            revision: 1, ImprintFields(pictures: [PictureChoice(id: ids[1], text: "Us")]))
        #expect(less.title == nil && less.pictures.map(\.text) == ["Us"])
        await refuses(.notLoggedIn) { _ = try await town.guest.picture(ids[0], .small) }
    }

    @Test func `only operators change it, and none overwrites another's later change`() async throws {
        let town = try Town()
        let chief = try await town.client(of: "chief", .operator), cura = try await town.client(of: "cura", .curator)
        let fields = ImprintFields(title: "Mine")
        await refuses(.notAllowed) { _ = try await cura.changeImprint(revision: 0, fields) }
        await refuses(.notLoggedIn) { _ = try await town.guest.changeImprint(revision: 0, fields) }
        _ = try await chief.changeImprint(revision: 0, fields)
        await refuses(.changedMeanwhile) { _ = try await chief.changeImprint(revision: 0, fields) }
        #expect(try await town.guest.imprint().revision == 1)
    }

    @Test func `content beyond its limits is refused, naming the member`() async throws {
        let town = try Town()
        let chief = try await town.client(of: "chief", .operator)
        var pictures: [PictureChoice] = []
        for _ in 0..<7 { pictures.append(PictureChoice(id: try await chief.addPicture(Self.picture).id)) }
        let wrong: [(ImprintFields, String)] = [
            (ImprintFields(title: "two\nlines"), "title"), (ImprintFields(title: " "), "title"),
            (ImprintFields(title: String(repeating: "a", count: 201)), "title"),
            (ImprintFields(text: String(repeating: "a", count: 20_001)), "text"),
            (ImprintFields(text: "bell\u{7}"), "text"), (ImprintFields(contact: "two\nlines"), "contact"),
            (ImprintFields(pictures: pictures), "pictures"),
            (ImprintFields(pictures: [pictures[0], pictures[0]]), "pictures"),
            (
                ImprintFields(pictures: [PictureChoice(id: pictures[0].id, text: String(repeating: "a", count: 501))]),
                "pictures.text"
            ),
            (ImprintFields(pictures: [PictureChoice(id: "../secret")]), "picture.id"),
        ]
        for (fields, field) in wrong {
            do {
                _ = try await chief.changeImprint(revision: 0, fields)
                Issue.record("\(field) was not refused")
            } catch let error as ErrorBody {
                #expect(error.code == .invalidBody && error.field == field)
            }
        }
        #expect(try await chief.imprint().revision == 0)
        let whole = ImprintFields(
            title: String(repeating: "a", count: 200), text: String(repeating: "ä", count: 20_000),
            pictures: Array(pictures.prefix(6)))
        #expect(try await chief.changeImprint(revision: 0, whole).pictures.count == 6)
    }

    @Test(arguments: ServerSettings.GuestPolicy.allCases)
    func `operators see the server's start options`(guests: ServerSettings.GuestPolicy) async throws {
        let town = try Town {
            $0.guests = guests
            $0.simulatesVisitors = guests == .look
        }
        let settings = try await town.client(of: "chief", .operator).startSettings()
        #expect(settings.guests.rawValue == guests.rawValue && settings.simulatedVisitors == (guests == .look))
    }

    private func refuses(_ code: ErrorCode, _ ask: () async throws -> Void) async {
        do {
            try await ask()
            Issue.record("this was not refused")
        } catch {
            #expect((error as? ErrorBody)?.code == code, "\(error)")
        }
    }
}
