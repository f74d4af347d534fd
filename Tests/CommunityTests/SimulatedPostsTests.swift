import Community
import GeoCore
import Testing

@Suite struct SimulatedPostsTests {
    private let store = MemoryStore()
    private var timeline: Timeline { Timeline(store: store, now: { 1_000_000 }) }

    @Test func `a simulated visitor's post is marked as simulated, and has the age it was given`() async throws {
        try await timeline.addSimulated("The fountain is on.", by: "Aino", at: nil, time: 5000)
        let post = try #require(try await timeline.posts(before: nil, limit: 9).first)
        #expect(post.isSimulated && post.created.milliseconds == 5000 && post.author.account == nil)
        try await timeline.deleteSimulated(post.id)
        #expect(try await timeline.posts(before: nil, limit: 9).isEmpty)
        await #expect(throws: CommunityFault.self) {
            try await timeline.addSimulated("", by: "Aino", at: nil, time: 6000)
        }
    }

    @Test func `real posts do not count as simulated`() async throws {
        let post = try await timeline.add("real", by: Post.Author(account: nil, name: "Ben"), at: nil)
        #expect(!post.isSimulated)
        await #expect(throws: CommunityFault.notFound) { try await timeline.deleteSimulated(post.id) }
        #expect(try await timeline.posts(before: nil, limit: 9) == [post])
    }
}
