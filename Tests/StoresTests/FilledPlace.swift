import Bocce
import Community
import Foundation
import GeoCore
import Passkeys
import Presence
import Stores
import TestSupport
import Testing

/// A data folder of a place in which every table has rows. SQLite's own command line reads it.
struct FilledPlace {
    let folder: TemporaryFolder
    /// Somebody with everything: an account, positions, keys.
    let anna: AccountID
    /// The newest post.
    let post: PostID

    /// Fills a new folder, with the stores' own calls as far as they go.
    init() async throws {
        folder = try TemporaryFolder()
        (anna, post) = try await Self.fillCommunity(folder.file("community.sqlite"))
        try await Self.fillPresence(folder, of: anna)
        _ = try SQLite.ask(folder.file("community.sqlite"), Self.mesh + Self.manyPosts)
        _ = try SQLite.ask(folder.file("presence.sqlite"), Self.manyPositions)
    }

    // MARK: Community

    private static func fillCommunity(_ path: String) async throws -> (AccountID, PostID) {
        let store = try SQLiteStore(path: path)
        let anna = try await store.add(Made.account("Änne", .operator), at: 1)
        let ben = try await store.add(Made.account("ben"), at: 2)
        let session = Made.session(of: anna, expires: 9_000_000_000_000)
        try await store.add(session, on: Made.grounds)
        let handle = try #require(UserHandle(bytes: [UInt8](repeating: 7, count: 64)))
        _ = try await store.userHandle(of: anna.id, orElse: handle)
        try await store.add(passkey(of: anna), by: session.id)
        try await store.add(
            RegistrationLink(
                id: Made.id(), digest: String(repeating: "a", count: 64), note: "for Ben", created: 1, expires: 1000,
                maker: anna.id))
        try await store.note(AccountNote(.deviceAdded, "Phone", at: 9), of: anna.id)
        let post = try await fillPosts(store, anna, ben)
        try await fillGuide(store, anna, ben)
        let picture = Made.picture(of: anna.id)
        try await store.add(picture, within: .unlimited)
        let shown = ShownPicture(id: picture.id, width: 0, height: 0, text: "The crew")
        _ = try await store.setImprint(
            .init(title: "The museum", text: "One. Two.", contact: nil, pictures: [shown]), at: 0, by: anna.id, at: 9
        )
        let feature = Overlay.Feature(
            kind: .slow, name: "Näyttämö", note: "To the \"left\"", place: .ways([7, Int64.max]), travellers: [.foot],
            factor: 2.5, from: 5, until: nil)
        _ = try await store.setOverlay([feature], publishes: true, at: 0, by: nil, at: 9)
        _ = try await store.add(
            SharedGame(
                code: #require(GameCode(typed: "ABCD0123")),
                court: #require(Court(width: 300, length: 700, resistance: 900, angularDamping: 700)), first: .orange,
                turnSeconds: 40, secrets: [.blue: TokenDigest(bytes: Array(repeating: 1, count: 32))], changed: 10))
        return (anna.id, post)
    }

    private static func passkey(of account: Account) throws -> AccountPasskey {
        AccountPasskey(
            id: Made.id(), account: account.id, label: "Phone",
            passkey: Passkey(
                id: try #require(CredentialID(bytes: [1, 2])),
                publicKey: try PasskeyPublicKey(bytes: TestAuthenticator.edDSA.publicKey), signCount: 4_294_967_295,
                isBackupEligible: true, isBackedUp: false, wasUserVerified: true, transports: ["internal"]), created: 5)
    }

    private static func fillPosts(_ store: SQLiteStore, _ anna: Account, _ ben: Account) async throws -> PostID {
        let picture = Made.picture(of: anna.id)
        try await store.add(picture, within: .unlimited)
        let posts = try [
            Made.post("it's here ☕", by: anna, at: Made.location), Made.post("a guest's"), Made.post("wrong", by: ben),
            Made.post("rude", by: ben),
            NewPost(
                id: Made.id(), author: Post.Author(account: anna.id, name: "Änne"), message: "with a dog",
                location: nil, picture: picture.id, pictureText: "A dog"),
        ]
        for post in posts { _ = try await store.add(post, key: Made.key(of: anna.id, post.id.text), at: 100) }
        _ = try await store.change(posts[0].id, at: 1, .message("it is here"), at: 200)
        try await store.add(NewReport(id: Made.id(), post: posts[3].id, reporter: anna.id, reason: "rude"), at: 201)
        _ = try await store.change(posts[2].id, at: nil, .delete, at: 202)
        _ = try await store.change(posts[3].id, at: nil, .hide, at: 203)
        try await store.add(NewReport(id: Made.id(), post: posts[1].id, reporter: ben.id, reason: "loud"), at: 204)
        return posts[4].id
    }

    private static func fillGuide(_ store: SQLiteStore, _ anna: Account, _ ben: Account) async throws {
        let picture = Made.picture(of: anna.id)
        try await store.add(picture, within: .unlimited)
        let house = ShownPicture(id: picture.id, width: 0, height: 0, text: "A house")
        let venue = GuideDraft(
            content: .venue(.init(name: "Museum", address: "Street 1", description: "Old", picture: house)),
            isPublished: true, embargo: 77)
        // The venue's id is the greatest: by its key, each work comes before it.
        let place = NewGuideEntry(id: Made.id(at: 1 << 40), venue: nil, draft: venue)
        _ = try await store.add([place], by: anna.id, at: 2)
        for title in ["Red", "Blue"] {
            let work = GuideDraft(
                content: .work(.init(title: title, artist: "Somebody", height: 18.5, year: -40)), isPublished: true)
            let added = try await store.add(
                [NewGuideEntry(id: Made.id(), venue: place.id, draft: work)], by: anna.id, at: 3)
            try await store.setVote(true, for: added[0].id, by: ben.id)
        }
        let tour = GuideDraft(content: .tour(.init(name: "Walk", venues: [place.id])), isPublished: false)
        let walk = NewGuideEntry(id: Made.id(), venue: nil, draft: tour)
        _ = try await store.add([walk], by: nil, at: 4)
        _ = try await store.change(walk.id, at: 1, to: nil, by: anna.id, at: 5)
    }

    // MARK: Presence

    private static func fillPresence(_ folder: TemporaryFolder, of anna: AccountID) async throws {
        let store = try SQLitePresenceStore(path: folder.file("presence.sqlite"))
        let keys = try SQLiteKeyStore(path: folder.file("keys.sqlite"))
        let ben: AccountID = Made.id()
        try await store.add(
            Device(
                id: Made.id(), person: anna, kind: .ownTracks, name: "Änne's", token: Token(text: "phone").digest,
                created: 7), atMost: 9)
        try await fillPositions(store, of: anna)
        try await store.keep([SealedVisits(day: 5, key: .max, sealed: [])], of: anna)
        try await store.setSharing(SealedSharing(revision: 1, key: .min, sealed: [3]), of: anna)
        try await store.ask(ben, of: anna, atMost: 9, at: 1)
        try await store.ask(anna, of: ben, atMost: 9, at: 2)
        let circle = Circle(
            id: Made.id(), kind: .group, owner: anna, name: "Tour", ends: .max,
            members: [anna: .exact, ben: .approximate])
        try await store.add(circle)
        try await store.renew(circle.id)
        _ = try await store.replace(
            [], by: [Contribution(place: PlaceKey(rawValue: -2), hour: 5, token: [UInt8](repeating: 1, count: 16))])
        for minutes in [3, 3] {
            try await store.add(QueueReport(place: PlaceKey(rawValue: 7), time: 30, minutes: minutes), key: nil, at: 40)
        }
        let queues = Queues(store: store, now: { 1000 }, localMinutes: { $0 / 60_000 })
        _ = try await queues.report(
            4, at: PlaceKey(rawValue: 7), by: ben, metres: 0, key: "0123456789abcdef", written: 1000)
        _ = try await store.keep(HomeGrid(divided: [#require(TileID(zoom: 10, x: 3, y: 4)): 9]))
        var generator = SeededGenerator(seed: 4)
        for person in [anna, ben] {
            for purpose in [KeyPurpose.sharing, .positions] {
                _ = try await keys.key(of: person, for: purpose, orMake: PersonKey(using: &generator))
            }
        }
        try await keys.destroyKey(of: ben, for: .positions)
        _ = try await keys.statisticsKey(orMake: PersonKey(using: &generator))
    }

    /// Pieces that were united, whose rows are still among the recent ones, recent pieces, and large ones.
    private static func fillPositions(_ store: SQLitePresenceStore, of anna: AccountID) async throws {
        let piece = { (hour: Int64, number: Int64, bytes: Int) in
            SealedHour(hour: hour, number: number, key: -7, sealed: [UInt8](repeating: UInt8(number), count: bytes))
        }
        try await store.add([piece(4, 1, 40), piece(4, 2, 40)], of: anna, use: PositionUse(day: 9, reported: 3))
        try await store.replace([1, 2], of: anna, by: piece(4, 3, 80))
        try await store.add([piece(5, 4, 40), piece(5, 5, 600), piece(6, 6, 40)], of: anna)
    }

    // MARK: Rows that only the mesh writes, and many rows

    private static let tenant = "(SELECT id FROM tenants)"
    private static let mesh = """
        INSERT INTO mesh_posts SELECT tenant, id, zeroblob(32), zeroblob(32), 5, zeroblob(32), -7, 1, NULL, NULL
            FROM posts LIMIT 2;
        INSERT INTO mesh_pictures SELECT tenant, id, 5, zeroblob(32), 2, 44 FROM posts LIMIT 1;
        INSERT INTO mesh_waiting VALUES (\(tenant), randomblob(16), zeroblob(32), 2, 5, zeroblob(32), 'w');
        INSERT INTO mesh_registers VALUES (\(tenant), randomblob(16), 1, 5, zeroblob(32), x'0102');
        INSERT INTO mesh_help_pins VALUES (\(tenant), randomblob(16), 5, zeroblob(32), zeroblob(32), 1, 2, 'h');
        INSERT INTO mesh_help_ends VALUES (\(tenant), randomblob(16), zeroblob(32), 5, zeroblob(32));
        INSERT INTO mesh_outgoing VALUES (\(tenant), 8, randomblob(16), 1, randomblob(16), zeroblob(3000));
        INSERT INTO mesh_outgoing_numbers VALUES (\(tenant), 9);
        INSERT INTO post_counts SELECT tenant, id, 3, 4 FROM accounts WHERE true
            ON CONFLICT DO UPDATE SET count = 5;

        """
    /// More than two pages of 1000 rows, with all that SQLite's numbers can be.
    private static let manyPosts = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2300)
            INSERT INTO posts (tenant, id, author_name, message, accuracy_metres, state, revision, created, changed)
            SELECT \(tenant), randomblob(16), 'guest', 'm' || i, i / 7.0, i % 3, i, 900000 + i,
                900000 + i * 7 FROM n;
        """
    /// More than two pages of 200 rows, in both tables.
    private static let manyPositions = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
            INSERT INTO positions SELECT \(tenant), randomblob(16), i, i, -i, randomblob(700) FROM n;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
            INSERT INTO recent_positions (tenant, person, hour, number, key, sealed)
            SELECT \(tenant), randomblob(16), i, i, -i, randomblob(40) FROM n;
        """
}
