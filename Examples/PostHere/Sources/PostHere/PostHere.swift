import Foundation
import HereaboutsAPI
import HereaboutsDevice

/// Says something at a place, and reads what others said: `PostHere http://localhost:8080 60.1699,24.9384 "Coffee
/// here"`.
///
/// A message that is sent again after its answer was lost appears once: the client gives each post a key of its own.
@main
enum PostHere {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let position = arguments.dropFirst().first?.split(separator: ",").compactMap { Double($0) } ?? []
        guard arguments.count == 3, let server = arguments.first.flatMap({ URL(string: $0) }),
            let transport = URLSessionTransport(server: server), position.count == 2, let message = arguments.last
        else {
            print("usage: PostHere SERVER LATITUDE,LONGITUDE MESSAGE")
            exit(2)
        }
        let client = HereaboutsClient(transport)
        do {
            let location = NewPost.Location(lat: position[0], lon: position[1])
            let post = try await client.add(NewPost(message: message, name: "PostHere", location: location))
            print("posted from \(post.location?.place ?? "nowhere")")
            for post in try await client.posts(PostsRequest(limit: 5)).posts {
                print("\(post.created) \(post.author.name): \(post.message)")
            }
        } catch let error as ErrorBody {
            print("the server refuses: \(error.message)")
            exit(1)
        } catch {
            print("no answer from \(server): \(error)")
            exit(1)
        }
    }
}
