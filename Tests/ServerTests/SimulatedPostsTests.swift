import Community
import GeoCore
import HereaboutsAPI
import Server
import SimulatedPeople
import Testing

@Suite struct SimulatedPostsTests {
    /// The error that ends the simulation.
    private struct Over: Error {}

    /// Lets them live through `waits` waits, with the town's clock going on meanwhile, and returns how long each was to
    /// be.
    private func live(_ town: Town, waits: Int) async throws -> [Duration] {
        let people = try #require(town.server.otherSource as? SimulatedPeople)
        let posts = try #require(people.posts)
        var told: [Duration] = []
        await #expect(throws: Over.self) {
            try await posts.write(by: people) { wait in
                guard told.count < waits else { throw Over() }
                told.append(wait)
                town.clock.advance(by: Int64(wait / .milliseconds(1)))
            }
        }
        return told
    }

    private func posts(_ town: Town) -> [Community.Post] { town.community.posts(before: nil, limit: 1000) }

    @Test func `an empty timeline gets posts of the last hours, in order and within walking distance`() async throws {
        let town = try Town { $0.simulatesVisitors = true }
        let before = town.clock.now()
        #expect(try await live(town, waits: 0).isEmpty)
        let after = town.clock.now()
        let posts = posts(town)
        #expect(posts.count == 14 && posts.allSatisfy { $0.isSimulated && $0.author.account == nil })
        // Newest first, and the oldest of 310 minutes ago.
        let times = posts.map(\.created.milliseconds)
        #expect(times == times.sorted(by: >) && times[0] > before - 4 * 60_000)
        #expect((before...after).contains(times[13] + 310 * 60_000))
        #expect(Set(posts.map(\.message)).count == 14)
        for post in posts {
            let location = try #require(post.location)
            #expect(PointE7(Town.corner).distance(inMetresTo: location.point) < 1500)
        }
    }

    @Test func `with a real post, no earlier posts are simulated, and the real post stays`() async throws {
        let town = try Town { $0.simulatesVisitors = true }
        // Not by a request: with the server they would begin to live by themselves.
        let timeline = Timeline(store: town.community, now: town.clock.now)
        _ = try await timeline.add("real", by: .init(account: nil, name: "Ben"), at: nil)
        #expect(try await live(town, waits: 0).isEmpty)
        #expect(posts(town).map(\.message) == ["real"])
        let waits = try await live(town, waits: SimulatedPosts.maximum + 20)
        #expect(waits.allSatisfy { (.seconds(40) ... .seconds(120)).contains($0) })
        let posts = posts(town)
        #expect(posts.count { $0.isSimulated } == SimulatedPosts.maximum)
        #expect(posts.filter { !$0.isSimulated }.map(\.message) == ["real"])
        // Nobody repeats a current subject.
        for (index, post) in posts.enumerated() where post.isSimulated {
            #expect(!posts[..<index].suffix(10).map(\.message).contains(post.message))
        }
    }
}
