import Community
import Foundation
import GRDB
import GeoCore
import Stores
import TestSupport
import Testing

/// The treatment of rows that this program did not write: files are edited by hand, and disks fail.
@Suite(.checksStatements) struct DamagedRowTests {
    private static let tables = [
        "accounts", "sessions", "posts", "request_keys", "reports", "pictures", "guide_entries", "guide_versions",
        "guide_votes",
    ]
    private static let secret = "words-of-somebody"

    /// Values that their column does not allow.
    private static let damages: [DatabaseValue] = [
        .null, secret.databaseValue, Data([7]).databaseValue, (-1).databaseValue, Int64.max.databaseValue,
        1e300.databaseValue,
    ]

    /// A community with a row of each table, and how all of it is read.
    private struct Filled {
        let store: SQLiteStore
        let account: Account
        let session: Session
        let posts: [PostID]
        let key: IdempotencyKey
        let picture: PictureID
        let entries: [GuideID]

        init(path: String) async throws {
            store = try SQLiteStore(path: path)
            account = try await store.add(Made.account("anna", .operator), at: 1)
            session = Made.session(of: account)
            try await store.add(session, on: Made.grounds)
            picture = Made.id()
            let second: PictureID = Made.id()
            for id in [picture, second] {
                try await store.add(
                    Picture(id: id, owner: account.id, width: 3, height: 2, bytes: 7, isOfGuide: false, created: 1),
                    within: .unlimited)
            }
            key = try #require(IdempotencyKey("0123456789abcdef", of: account.id))
            let shown = NewPost(
                id: Made.id(), author: Post.Author(account: account.id, name: "anna"), message: DamagedRowTests.secret,
                location: Made.location, picture: picture, pictureText: "A dog")
            _ = try await store.add(shown, key: key, at: 2)
            let hidden = try await store.add(Made.post("hidden"), key: nil, at: 2)
            _ = try await store.change(hidden.id, at: nil, .hide, at: 3)
            posts = [shown.id, hidden.id]
            try await store.add(
                NewReport(id: Made.id(), post: shown.id, reporter: account.id, reason: DamagedRowTests.secret), at: 4)
            let image = ShownPicture(id: second, width: 3, height: 2, text: "A house")
            let venue = GuideContent.venue(
                .init(name: "A", point: PointE7(latitudeE7: 1, longitudeE7: 2), picture: image))
            let place: GuideID = Made.id(), work: GuideID = Made.id(), tour: GuideID = Made.id()
            let contents: [(GuideID, GuideID?, GuideContent)] = [
                (place, nil, venue), (work, place, .work(.init(title: "W", width: 2))),
                (tour, nil, .tour(.init(name: "T", venues: [place]))),
            ]
            _ = try await store.add(
                contents.map {
                    NewGuideEntry(id: $0, venue: $1, draft: GuideDraft(content: $2, isPublished: true, embargo: 5))
                }, by: account.id, at: 5)
            try await store.setVote(true, for: work, by: account.id)
            entries = [place, work, tour]
        }

        var reads: [@Sendable () async throws -> Void] {
            let (store, account, session, posts) = (store, account, session, posts)
            let (key, picture, entries) = (key, picture, entries)
            let again = Made.post("again", by: account)
            return [
                { _ = try await store.account(named: account.name.folded) },
                { _ = try await store.account(account.id) },
                { _ = try await store.accounts(after: nil, limit: 9) },
                { _ = try await store.session(session.token, at: 2) },
                { _ = try await store.sessions(of: account.id, at: 2) },
                { _ = try await store.posts(before: nil, limit: 9) },
                { _ = try await store.hiddenPosts(of: nil, before: nil, limit: 9) },
                { _ = try await store.posts(changedAfter: HybridTime(rawValue: 0), limit: 9) },
                { _ = try await store.lastChange() },
                { for post in posts { _ = try await store.post(post) } },
                { _ = try await store.add(again, key: key, at: 6) },
                { _ = try await store.reportedPosts(before: nil, limit: 9) },
                { _ = try await store.picture(picture) },
                { _ = try await store.post(showing: picture) },
                { _ = try await store.guide() },
                { for entry in entries { _ = try await store.entry(entry) } },
                { _ = try await store.lastGuideChange() },
                { _ = try await store.versions(before: nil, limit: 9) },
                { for entry in entries { _ = try await store.version(1, of: entry) } },
                { _ = try await store.votes(in: entries[0], by: account.id) },
            ]
        }

        /// How many reads found a damaged row, by the tables that they named. Any other error fails the
        /// test.
        func damaged(_ what: String) async -> [String: Int] {
            var tables: [String: Int] = [:]
            for read in reads {
                do {
                    try await read()
                } catch let row as DamagedRow {
                    tables[row.table, default: 0] += 1
                    #expect(!"\(row)".contains(DamagedRowTests.secret), "\(what)")
                    #expect(row.id == "(unreadable)" || row.id.count == 32, "\(what)")
                } catch is CommunityFault {
                    // The row's content is gone.
                } catch let fault as StoreFault where fault.code == 1 {
                    // A foreign key's mismatch: of the table that was made anew, and of nothing that stands in it.
                } catch {
                    Issue.record("\(what): \(error)")
                }
            }
            return tables
        }
    }

    @Test(arguments: tables)
    func `an impossible value of any kind is reported by table and id, and stops nothing else`(table: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let filled = try await Filled(path: folder.file("community.sqlite"))
        #expect(await filled.damaged("whole").isEmpty)
        // The same file, by another hand: the table loses what its schema forbids.
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: folder.file("community.sqlite"), configuration: configuration)
        let columns = try await queue.write { database in
            let columns = try database.columns(in: table).map(\.name)
            try database.execute(sql: "CREATE TABLE kept AS SELECT * FROM \(table)")
            try database.execute(sql: "DROP TABLE \(table)")
            try database.execute(sql: "CREATE TABLE \(table) AS SELECT * FROM kept")
            return columns
        }
        var found = 0
        for column in columns where column != "tenant" {
            for value in Self.damages {
                try await queue.write { try $0.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [value]) }
                let tables = await filled.damaged("\(table).\(column) = \(value)")
                #expect(Set(tables.keys).isSubset(of: [table]), "\(table).\(column) = \(value)")
                found += tables.values.reduce(0, +)
                try await queue.write { database in
                    try database.execute(sql: "DELETE FROM \(table)")
                    try database.execute(sql: "INSERT INTO \(table) SELECT * FROM kept")
                }
            }
        }
        // Votes are only asked for what then is not there.
        #expect(table == "guide_votes" || found > 0)
        #expect(await filled.damaged("mended").isEmpty)
    }

    @Test(arguments: [
        #"{"name": "T", "venues": ["no id"]}"#, #"{"name": 5}"#, #"[]"#, #"{"name": "T", "unit": "ell"}"#,
        #"{"name": "T", "picture": {"id": "x", "width": 1, "height": 1, "text": ""}}"#,
    ])
    func `impossible content of the guide is not read as other content`(content: String) async throws {
        let folder = try TemporaryFolder()
        let filled = try await Filled(path: folder.file("community.sqlite"))
        let queue = try DatabaseQueue(path: folder.file("community.sqlite"))
        for table in ["guide_entries", "guide_versions"] {
            let kept = try await queue.read { try String.fetchAll($0, sql: "SELECT content FROM \(table)") }
            try await queue.write { try $0.execute(sql: "UPDATE \(table) SET content = ?", arguments: [content]) }
            #expect(await filled.damaged(content).keys.contains(table))
            #expect(kept.count == 3)
        }
    }
}
