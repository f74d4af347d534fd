import Community
import Foundation
import GRDB
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import Stores
import TestSupport
import Testing

@Suite struct DamagedStoreTests {
    @Test func `answer and log name a damaged row by table and id, without its content`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("community.sqlite")
        let town = try Town(store: try SQLiteStore(path: path)) { $0.guests = .post }
        let post = try await town.guest.add(NewPost(message: "words of somebody"))
        let queue = try DatabaseQueue(path: path)
        try await queue.write { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
            try database.execute(
                sql:
                    "UPDATE posts SET state = 0, speed = 99, facing = 1, place = 'words', latitude_e7 = 1, longitude_e7 = 1"
            )
        }
        // A new page: the first one was kept.
        for address in ["/api/v1/posts?limit=7", "/api/v1/posts/\(post.id)", "/getmaps/"] {
            let answer = try await town.get(address)
            let error = try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
            #expect(answer.status == .internalServerError && error.code == .internalError)
            #expect(error.message.contains("'posts'") && !error.message.contains("words"))
            #expect(error.message.contains(post.id.replacing("-", with: "")))
        }
        let lines = town.log.lines.filter { $0.contains("'posts'") }
        #expect(lines.count == 3 && lines.allSatisfy { $0.contains("damaged") })
        #expect(town.log.lines.allSatisfy { !$0.contains("words") })
        #expect(try await town.get("/api/v1/guide").status == .ok)
    }
}
