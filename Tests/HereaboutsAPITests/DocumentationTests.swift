import Foundation
import HereaboutsAPI
import Testing

/// The example of the module's documentation is this one, so that it compiles.
@Suite struct DocumentationTests {
    /// Answers a search with nothing, and a post with itself.
    private struct Bakery: Transport {
        func send(_ request: TransportRequest) async throws -> TransportAnswer {
            guard request.method == "POST" else {
                return TransportAnswer(status: 200, body: Array(#"{"query":"bakery","results":[]}"#.utf8))
            }
            let sent = try JSONDecoder().decode(NewPost.self, from: Data(request.body))
            let post = Post(
                id: "1", author: .init(id: nil, name: sent.name ?? ""), message: sent.message, created: "",
                revision: 1, location: nil, isHidden: false)
            return TransportAnswer(status: 201, body: Array(try JSONEncoder().encode(post)))
        }
    }

    @Test func `the example of the documentation runs`() async throws {
        let transport = Bakery()
        // example
        let client = HereaboutsClient(transport)
        let answer = try await client.places(PlacesRequest(text: "bakery", limit: 3))
        for place in answer.results {
            print(place.name, place.lat, place.lon)
        }
        let post = try await client.add(NewPost(message: "Fresh buns", name: "Baker"))
        print("\(post.author.name) wrote \(post.id)")
        // end of example
        #expect(post.message == "Fresh buns" && answer.results.isEmpty)
    }

    @Test func `the example in the documentation is the tested code`() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let catalogue = root.appending(path: "Sources/HereaboutsAPI/HereaboutsAPI.docc")
        let page = try String(contentsOf: catalogue.appending(path: "HereaboutsAPI.md"), encoding: .utf8)
        let source = try String(contentsOf: file, encoding: .utf8)
        let shown = try #require(page.components(separatedBy: "```swift\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        let run = source.components(separatedBy: "        // example\n")[1]
            .components(separatedBy: "        // end of example")[0]
            .replacing("\n        ", with: "\n")
        #expect(run.trimmingCharacters(in: .whitespaces) == shown)
    }
}
