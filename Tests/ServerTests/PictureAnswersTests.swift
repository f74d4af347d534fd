import Archives
import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Pictures
import Server
import TestSupport
import Testing

@Suite struct PictureAnswersTests {
    /// A PNG of one pixel.
    static let file = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!)

    private func files(of town: Town) -> [String] {
        let found = FileManager.default.enumerator(atPath: town.folder.file("pictures"))?.allObjects as? [String] ?? []
        return found.filter { $0.hasSuffix(".webp") }
    }

    @Test func `a picture is accepted, shown in a post, and announced to all readers`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let picture = try await anna.addPicture(Self.file)
        #expect(picture.width == 1 && picture.height == 1)
        let post = try await anna.add(NewPost(message: "", picture: .init(id: picture.id, text: "A dot")))
        #expect(post.picture == Picture(id: picture.id, width: 1, height: 1, text: "A dot"))
        #expect(try await town.guest.posts().posts == [post])
        for size in PictureSizeName.allCases {
            let bytes = try await town.guest.picture(picture.id, size)
            #expect(bytes.starts(with: Array("RIFF".utf8)))
        }
        let answer = try await town.get("/pictures/\(picture.id)/small")
        #expect(
            answer.headers[.contentType] == "image/webp"
                && answer.headers[HTTPField.Name("x-content-type-options")!] == "nosniff")
        #expect(answer.headers[.cacheControl] == "private, max-age=3600")
    }

    @Test func `a picture that is sent twice with one key is kept once`() async throws {
        let town = try Town(), anna = try await town.client(of: "anna"), key = "0123456789abcdef"
        let first = try await anna.addPicture(Self.file, key: key)
        #expect(try await anna.addPicture(Self.file, key: key) == first)
        let once = files(of: town).count
        #expect(once > 0)
        await refuses(.keyUsed) { _ = try await anna.addPicture(Self.file + [0], key: key) }
        await refuses(.invalidParameter) { _ = try await anna.addPicture(Self.file, key: "short") }
        #expect(files(of: town).count == once)
    }

    @Test func `a hidden post's picture is visible to its author and operators, a deleted post's to nobody`()
        async throws
    {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let chief = try await town.client(of: "chief", .operator)
        let picture = try await anna.addPicture(Self.file).id
        let post = try await anna.add(NewPost(message: "look", picture: .init(id: picture)))
        _ = try await chief.hidePost(post.id)
        for allowed in [anna, chief] { _ = try await allowed.picture(picture, .small) }
        for other in [ben, town.guest] { await refuses(.notFound) { _ = try await other.picture(picture, .small) } }
        try await anna.deletePost(post.id)
        for other in [anna, chief] { await refuses(.notFound) { _ = try await other.picture(picture, .small) } }
        #expect(files(of: town).isEmpty)
    }

    @Test func `a guide picture is visible with its entry, an unused picture to its owner`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator), ben = try await town.client(of: "ben")
        let picture = try await cura.addPicture(Self.file).id
        _ = try await cura.picture(picture, .small)
        for other in [ben, town.guest] { await refuses(.notFound) { _ = try await other.picture(picture, .small) } }
        let draft = try await cura.add(VenueFields(name: "A", picture: PictureChoice(id: picture)))
        for other in [ben, town.guest] { await refuses(.notFound) { _ = try await other.picture(picture, .small) } }
        let work = try await cura.addPicture(Self.file).id
        _ = try await cura.add(
            WorkFields(title: "W", picture: PictureChoice(id: work), state: .published), to: draft.id)
        await refuses(.notFound) { _ = try await ben.picture(work, .small) }
        let open = VenueFields(name: "A", picture: PictureChoice(id: picture), state: .published)
        _ = try await cura.change(draft.id, revision: 1, open)
        for id in [picture, work] { _ = try await town.guest.picture(id, .small) }
        try await cura.deleteVenue(draft.id)
        for id in [picture, work] { await refuses(.notFound) { _ = try await town.guest.picture(id, .small) } }
    }

    @Test func `pictures go with their owner's account`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let shown = try await anna.addPicture(Self.file).id
        _ = try await anna.addPicture(Self.file)
        _ = try await anna.add(NewPost(message: "look", picture: .init(id: shown)))
        #expect(files(of: town).count == 2)
        try await anna.removeAccount(password: "correct horse")
        #expect(files(of: town).isEmpty)
        await refuses(.notFound) { _ = try await town.guest.picture(shown, .small) }
    }

    @Test func `another person's picture, an unknown picture and a used picture are refused`() async throws {
        let town = try Town { $0.guests = .post }
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let picture = try await anna.addPicture(Self.file).id
        for other in [ben, town.guest] {
            await refuses(.invalidBody) { _ = try await other.add(NewPost(message: "x", picture: .init(id: picture))) }
        }
        _ = try await anna.add(NewPost(message: "x", picture: .init(id: picture)))
        for id in [picture, "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0", "../../secret", ""] {
            await refuses(.invalidBody) { _ = try await anna.add(NewPost(message: "x", picture: .init(id: id))) }
        }
        await refuses(.invalidBody) { _ = try await anna.add(NewPost(message: "")) }
        #expect(try await anna.posts().posts.count == 1)
    }

    @Test func `a file that is no picture is refused, and nothing is kept`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        for file in [[], Array("<svg onload=alert(1)>".utf8), Array(Self.file[..<30])] {
            await refuses(.invalidPicture) { _ = try await anna.addPicture(file) }
        }
        await refuses(.bodyTooLarge) {
            _ = try await anna.addPicture([UInt8](repeating: 0xff, count: PictureLimits.bytes + 1))
        }
        #expect(files(of: town).isEmpty)
        for path in ["/pictures/..%2f..%2fsecret/small", "/pictures/x/small", "/pictures/\(String.someID)/huge"] {
            let status = try await town.get(path).status
            #expect(status == .badRequest || status == .notFound, "\(path)")
        }
    }

    @Test func `a file of two types at once is served as a new picture, with its own type`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), token = try await town.token(of: "ben")
        let script = Array("<html><script>alert(1)</script>".utf8)
        let archive = ZipWriter.zip([("x", script)])
        for file in [Self.file + script, Self.file + archive] {
            let id = try await anna.addPicture(file).id
            _ = try await anna.add(NewPost(message: "", picture: .init(id: id)))
            let answer = try await town.get("/pictures/\(id)/large")
            #expect(answer.headers[.contentType] == "image/webp")
            #expect(answer.headers[HTTPField.Name("x-content-type-options")!] == "nosniff")
            let bytes = [UInt8](answer.body.readableBytesView)
            let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(bytes.starts(with: Array("RIFF".utf8)) && length + 8 == bytes.count)
            #expect(bytes.firstRange(of: Array("script".utf8)) == nil && bytes.firstRange(of: Array("PK".utf8)) == nil)
        }
        // The name that a sender gives to a file does not matter.
        for type in ["image/png", "image/svg+xml", "text/html", "application/zip"] {
            let status = try await town.application.test(.router) { client in
                try await client.execute(
                    uri: "/api/v1/pictures", method: .post,
                    headers: [.authorization: "Bearer \(token)", .contentType: type],
                    body: ByteBuffer(string: "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")
                ).status
            }
            #expect(status == .badRequest, "\(type)")
        }
        #expect(files(of: town).count == 2)
    }

    @Test func `pictures end with the budget, and the error names the budget's owner`() async throws {
        let town = try Town {
            $0.guests = .post
            ($0.pictureBudget.perAccount, $0.pictureBudget.guests, $0.pictureBudget.guide) = (700, 0, 400)
        }
        let anna = try await town.client(of: "anna"), cura = try await town.client(of: "cura", .curator)
        // One pixel takes some dozens of bytes.
        let first = try await anna.addPicture(Self.file)
        var taken = 1
        while taken < 20, (try? await anna.addPicture(Self.file)) != nil { taken += 1 }
        #expect((2..<20).contains(taken))
        await refuses(.pictureBudget) { _ = try await anna.addPicture(Self.file) }
        await refuses(.pictureBudget) { _ = try await town.guest.addPicture(Self.file) }
        #expect(files(of: town).count == taken)
        // A post that is deleted makes room.
        let post = try await anna.add(NewPost(message: "", picture: .init(id: first.id)))
        try await anna.deletePost(post.id)
        _ = try await anna.addPicture(Self.file)
        // The guide's own are counted apart, as they come to be shown.
        var venues = 0
        while venues < 20 {
            guard let picture = try? await cura.addPicture(Self.file),
                (try? await cura.add(VenueFields(name: "A", picture: PictureChoice(id: picture.id)))) != nil
            else { break }
            venues += 1
        }
        #expect((1..<20).contains(venues))
        let one = try await cura.addPicture(Self.file)
        await refuses(.pictureBudget) {
            _ = try await cura.add(VenueFields(name: "A", picture: PictureChoice(id: one.id)))
        }
    }

    @Test func `sweeping removes unused pictures after a day, and files without an owner after an hour`() async throws {
        let town = try Town(), hour: Int64 = 3_600_000
        let anna = try await town.client(of: "anna"), cura = try await town.client(of: "cura", .curator)
        let shown = try await anna.addPicture(Self.file).id, inGuide = try await cura.addPicture(Self.file).id
        _ = try await anna.add(NewPost(message: "", picture: .init(id: shown)))
        _ = try await cura.add(VenueFields(name: "A", picture: PictureChoice(id: inGuide), state: .published))
        let unused = try await anna.addPicture(Self.file).id
        try town.folder.write("pictures/a0/\(String.someID)-small.webp", Self.file)
        try town.folder.write("pictures/a0/notes-small.webp", Self.file)
        func swept() async throws -> Set<String> {
            try await town.server.sweepPictures()
            return Set(files(of: town).map { String($0.split(separator: "/")[1].dropLast("-small.webp".count)) })
        }
        #expect(try await swept() == [shown, inGuide, unused, .someID, "notes"])
        town.clock.advance(by: 2 * hour)
        // A file whose name is not that of a picture does not belong to the server.
        #expect(try await swept() == [shown, inGuide, unused, "notes"])
        town.clock.advance(by: 21 * hour)
        #expect(try await swept().contains(unused))
        town.clock.advance(by: 2 * hour)
        #expect(try await swept() == [shown, inGuide, "notes"])
        await refuses(.notFound) { _ = try await anna.picture(unused, .small) }
        for id in [shown, inGuide] {
            #expect(try await town.guest.picture(id, .small).starts(with: Array("RIFF".utf8)))
        }
    }

    @Test func `a picture that must go is gone from the guide, its history and the disk`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator), anna = try await town.client(of: "anna")
        let picture = try await cura.addPicture(Self.file).id
        let venue = try await cura.add(VenueFields(name: "A", picture: PictureChoice(id: picture), state: .published))
        _ = try await cura.change(venue.id, revision: 1, VenueFields(name: "B", state: .published))
        #expect(try await cura.guideHistory().changes.map(\.picture) == [nil, picture])
        await refuses(.notAllowed) { _ = try await anna.purgePicture(picture) }
        #expect(try await cura.purgePicture(picture) == PictureRemoval(entries: 0, versions: 1))
        #expect(files(of: town).isEmpty)
        #expect(try await cura.guideHistory().changes.map(\.picture) == [nil, nil])
        try await cura.undo(venue.id, revision: 2)
        let now = try await town.guest.guide().venues
        #expect(now.map(\.name) == ["A"] && now.allSatisfy { $0.picture == nil })
        // One that a post shows is not the guide's to take.
        let post = try await anna.addPicture(Self.file).id
        _ = try await anna.add(NewPost(message: "", picture: .init(id: post)))
        await refuses(.notFound) { _ = try await cura.purgePicture(post) }
        for id in [picture, .someID] { await refuses(.notFound) { _ = try await cura.purgePicture(id) } }
    }

    @Test func `a picture whose file stays is still out of the guide, and its operator learns of the file`()
        async throws
    {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let picture = try await cura.addPicture(Self.file).id
        _ = try await cura.add(VenueFields(name: "A", picture: PictureChoice(id: picture), state: .published))
        // A folder in the file's place is not to be unlinked.
        let file = "\(town.folder.file("pictures"))/\(picture.suffix(2))/\(picture)-small.webp"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(try await cura.purgePicture(picture) == PictureRemoval(entries: 1, versions: 1))
        #expect(try await town.guest.guide().venues.allSatisfy { $0.picture == nil })
        #expect(town.log.lines.contains { $0.contains("\(picture)-small.webp") && $0.contains("next sweep") })
    }

    /// Fails as the test asks.
    private struct FailingMaker: PictureMaker {
        let fault: PictureFault

        func renditions(of file: [UInt8]) async throws -> [Rendition] { throw fault }

        func edition(of file: [UInt8], within bytes: Int) async throws -> Rendition { throw fault }
    }

    @Test(arguments: [(PictureFault.unconfined, 1), (.broken, 1), (.unanswered, 1), (.damaged, 0), (.busy, 0)])
    func `the reason that the server takes no pictures is logged once`(fault: PictureFault, lines: Int) async throws {
        let town = try Town(pictures: FailingMaker(fault: fault))
        let anna = try await town.client(of: "anna")
        for _ in 0..<3 { await #expect(throws: ErrorBody.self) { _ = try await anna.addPicture(Self.file) } }
        #expect(town.log.lines.count { $0.contains("the server refuses pictures") } == lines)
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

extension String {
    fileprivate static let someID = "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0"
}
