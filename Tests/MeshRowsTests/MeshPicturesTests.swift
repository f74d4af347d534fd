import Community
import GeoCore
import Gossip
import Merging
import MeshHost
import MeshRows
import Stores
import Synchronization
import Testing

/// Files of pictures in memory.
final class MemoryFiles: PictureFiles {
    private let files = Mutex<[PictureID: [UInt8]]>([:])

    func keep(_ file: [UInt8], as id: PictureID) -> KeptPicture {
        set(id, file)
        return .kept(width: 480, height: 360, bytes: file.count)
    }

    func remove(_ ids: [PictureID]) { for id in ids { set(id, nil) } }

    func edition(of id: PictureID, atMost most: Int) -> [UInt8]? { self[id].map { Array($0.prefix(most)) } }

    subscript(id: PictureID) -> [UInt8]? { files.withLock { $0[id] } }

    func set(_ id: PictureID, _ file: [UInt8]?) { files.withLock { $0[id] = file } }
}

extension MeshServer {
    /// Adds a picture, and a post that shows it.
    fileprivate func post(_ text: String, _ file: [UInt8], by account: Account) async throws -> Post {
        var random = SystemRandomNumberGenerator()
        let picture = Picture(
            id: PictureID(at: Self.now(), using: &random), owner: account.id, width: 2000, height: 1500,
            bytes: file.count, isOfGuide: false, created: Self.now())
        files.set(picture.id, file)
        _ = try await store.add(picture, key: nil, within: .unlimited)
        let post = try await timeline.add(
            text, by: Post.Author(account: account.id, name: account.name.text), at: nil, picture: picture.id,
            pictureText: "a cat")
        rows.written(.posts)
        return post
    }
}

@Suite(.timeLimit(.minutes(3))) struct MeshPicturesTests {
    @Test func `a picture comes with its post, and goes with it`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let anna = try await first.account("anna")
        // Longer than a message may be: an edition travels.
        let file = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let posts = [try await first.post("Soup", file, by: anna), try await first.post("", [7], by: anna)]
        var pictures: [PictureID] = []
        for (post, file) in zip(posts, [Array(file.prefix(PictureBody.mostBytes)), [7]]) {
            let there = try await second.wait(for: post.id) { $0.picture != nil }, picture = try #require(there.picture)
            #expect(there.message == post.message && picture.text == "a cat" && picture.width == 480)
            #expect(picture.id != post.picture?.id && second.files[picture.id] == file)
            #expect(try await second.store.picture(picture.id)?.bytes == file.count)
            // The server with the original keeps it.
            #expect(try await first.store.post(post.id) == post)
            pictures.append(picture.id)
        }
        try await first.timeline.delete(posts[0].id, by: anna)
        first.rows.written(.posts)
        try await second.wait(for: posts[0].id) { $0.state == .deleted && $0.picture == nil }
        while second.files[pictures[0]] != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await second.store.picture(pictures[0]) == nil)
        #expect(second.files[pictures[1]] != nil)
        for server in [first, second] { await server.stop() }
    }

    @Test func `a server whose rows were lost has the pictures again, also its own`() async throws {
        let (first, port) = try await MeshServer.organiser()
        var other: MeshServer? = try await MeshServer.joining(first, port)
        let anna = try await first.account("anna"), ben = try #require(try await other?.account("ben"))
        let soup = try await first.post("Soup", [1, 2], by: anna)
        let water = try #require(try await other?.post("Water", [3, 4], by: ben))
        try await other?.wait(for: soup.id) { $0.picture != nil }
        try await first.wait(for: water.id) { $0.picture != nil }
        await other?.stop()
        // While it is away, another picture is added.
        let bread = try await first.post("Bread", [5], by: anna)
        try await MeshServer.restart(&other, port, losingRows: true)
        for (post, file) in [(soup, [1, 2]), (water, [3, 4]), (bread, [5])] as [(Post, [UInt8])] {
            let back = try #require(try await other?.wait(for: post.id) { $0.picture != nil })
            #expect(back.picture.flatMap { other?.files[$0.id] } == file)
        }
        await first.stop()
        await other?.stop()
    }
}
