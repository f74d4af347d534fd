import Community
import Foundation
import GRDB
import Stores
import TestSupport
import Testing

/// Files of the schema before every key had the tenant come over whole. The oracle is SQLite's own command line.
@Suite struct TenantMigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the rows of a table as literals of SQL, in order, as `sqlite3` prints them.
    private func rows(of table: String, _ columns: [String], in path: String) throws -> [Substring] {
        let list = columns.joined(separator: ", ")
        return try sqlite(path, "SELECT \(list) FROM \(table) ORDER BY \(list)").split(separator: "\n")
    }

    private func sqlite(_ path: String, _ sql: String) throws -> String {
        let program = Process(), output = Pipe()
        program.executableURL = URL(filePath: "/usr/bin/sqlite3")
        program.arguments = ["-batch", "-quote", path, sql]
        program.standardOutput = output
        try program.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }

    /// Makes a file of an older schema with rows of two tenants; returns its tables with their columns and rows.
    private func fill(
        _ path: String, _ migrations: DatabaseMigrator, upTo step: String, _ sql: String
    ) throws -> [String: (columns: [String], rows: [Substring])] {
        let queue = try DatabaseQueue(path: path)
        try migrations.migrate(queue, upTo: step)
        for tenant in ["11111111111111111111111111111111", "22222222222222222222222222222222"] {
            // The same rows with other ids, because some keys were not by tenant.
            let rows = sql.replacing("TENANT", with: "x'\(tenant)'").replacing("OF", with: "\(tenant.prefix(2))")
            try queue.write { try $0.execute(sql: rows) }
        }
        let tables = try queue.read { database in
            let names = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            return try names.filter { $0 != "grdb_migrations" }.map { ($0, try database.columns(in: $0).map(\.name)) }
        }
        try queue.close()
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table, columns in
                // Empty since step 17.
                let kept = columns.filter { table != "guide_versions" || $0 != "picture" }
                return (table, (kept, try rows(of: table, kept, in: path)))
            })
    }

    private func check(
        _ before: [String: (columns: [String], rows: [Substring])], in path: String, copy: String
    ) throws {
        for (table, known) in before {
            #expect(known.rows.count >= 2, "\(table)")
            #expect(try rows(of: table, known.columns, in: path) == known.rows, "\(table)")
            #expect(try rows(of: table, known.columns, in: copy) == known.rows, "\(table)")
        }
        #expect(try sqlite(path, "PRAGMA integrity_check") == "'ok'\n")
        #expect(try sqlite(path, "PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `a filled community file keeps every row, and counts on from its last numbers`() async throws {
        let path = folder.file("community.sqlite")
        let before = try fill(
            path, SQLiteStore.migrations, upTo: "19 pictures of posts of the mesh", Self.community)
        #expect(before["posts"]?.rows.count == 2 * 301)
        do { _ = try SQLiteStore(path: path, tenant: "place 11") }
        try check(before, in: path, copy: path + ".before-20")
        let numbers = try sqlite(path, "SELECT tenant, last FROM mesh_outgoing_numbers ORDER BY tenant")
        #expect(
            numbers == "X'11111111111111111111111111111111',2\nX'22222222222222222222222222222222',4\n")
    }

    @Test func `a filled presence file keeps every row, reports of one millisecond too`() async throws {
        let path = folder.file("presence.sqlite")
        let before = try fill(path, SQLitePresenceStore.migrations, upTo: "7 keys of queue reports", Self.presence)
        do {
            let store = try SQLitePresenceStore(path: path, tenant: "place 22")
            let reports = try await store.queueReports(from: 0)
            #expect(reports.map(\.minutes) == [3, 5, 5, 4])
        }
        try check(before, in: path, copy: path + ".before-8")
        let keys = try sqlite(path, "SELECT time, number FROM queue_reports ORDER BY tenant, time, number")
        #expect(keys == String(repeating: "10,1\n10,2\n10,3\n20,1\n", count: 2))
    }

    @Test func `nothing of a post that is deleted after the upgrade is left in the file`() async throws {
        let path = folder.file("community.sqlite"), secret = "a-secret-nobody-else-writes"
        let post: PostID = Made.id(), queue = try DatabaseQueue(path: path)
        try SQLiteStore.migrations.migrate(queue, upTo: "19 pictures of posts of the mesh")
        try await queue.write { database in
            try database.execute(sql: "INSERT INTO tenants (id, name) VALUES (zeroblob(16), 'here')")
            try database.execute(
                sql: """
                    INSERT INTO posts (tenant, id, author_name, message, state, revision, created, changed)
                    VALUES (zeroblob(16), ?, 'guest', ?, 0, 1, 65536, 65536)
                    """, arguments: [Data(post.bytes), secret])
        }
        try queue.close()
        let store = try SQLiteStore(path: path)
        _ = try await store.change(post, at: nil, .delete, at: 2)
        let files = try folder.names().filter { try Data(folder.bytes($0)).range(of: Data(secret.utf8)) != nil }
        #expect(files == ["community.sqlite.before-20"])
        withExtendedLifetime(store) {}
    }

    /// Rows of one tenant for each table. `TENANT` is its id, and `OF` the first byte of its other ids.
    private static let community = """
        INSERT INTO tenants (id, name) VALUES (TENANT, 'place ' || 'OF');
        INSERT INTO accounts VALUES (TENANT, x'OF000000000000000000000000000001', 'Anna', 'anna', 1, 'p', 3, 70000, 80000);
        INSERT INTO sessions VALUES (TENANT, x'OF000000000000000000000000000002', x'OF000000000000000000000000000001', 0,
            'phone', x'OF00000000000000000000000000000000000000000000000000000000000000', 5, 6, 7, 8, NULL);
        INSERT INTO pictures VALUES (TENANT, x'OF000000000000000000000000000003', x'OF000000000000000000000000000001', 30, 20,
            4, 99, 0), (TENANT, x'OF000000000000000000000000000004', NULL, 31, 21, 5, 98, 1),
            (TENANT, x'OF000000000000000000000000000005', NULL, 32, 22, 6, 97, 1);
        INSERT INTO posts VALUES (TENANT, x'OF000000000000000000000000000006', x'OF000000000000000000000000000001', 'Anna',
            'it''s here ☕', -900000000, 1800000000, 12.125, 'Kluuvi', 8, 6, 'old', 1, 4, 71000, 72000,
            x'OF000000000000000000000000000003', 30, 20, 'a cup', 1, 17);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO posts (tenant, id, author_name, message, state, revision, created, changed)
            SELECT TENANT, CAST(printf('OF%014d', i) AS BLOB), 'guest', 'm' || i, i % 3, i, 90000 + i, 90000 + i * 7 FROM n;
        INSERT INTO reports VALUES (TENANT, x'OF000000000000000000000000000006', x'OF000000000000000000000000000001',
            x'OF000000000000000000000000000007', 'rude', 73000);
        INSERT INTO guide_entries VALUES (TENANT, x'OF000000000000000000000000000008', 0, NULL, 0, '{"name": "A"}', 1, NULL, 0,
            2, 74000, 75000);
        INSERT INTO guide_versions VALUES (TENANT, x'OF000000000000000000000000000008', 1, '{"name": "A"}', NULL, 1, 5, 0,
            x'OF000000000000000000000000000001', 74000), (TENANT, x'OF000000000000000000000000000008', 2, '{"name": "A"}',
            NULL, 0, NULL, 1, NULL, 75000);
        INSERT INTO guide_version_pictures VALUES (TENANT, x'OF000000000000000000000000000008', 1,
            x'OF000000000000000000000000000004');
        INSERT INTO guide_votes VALUES (TENANT, x'OF000000000000000000000000000008', x'OF000000000000000000000000000001');
        INSERT INTO imprints VALUES (TENANT, 'Library', NULL, 'desk', 2, 76000);
        INSERT INTO imprint_pictures VALUES (TENANT, 0, x'OF000000000000000000000000000005', 'the door');
        INSERT INTO registration_links VALUES (TENANT, x'OF000000000000000000000000000009', 'OF' || printf('%062d', 1), 'n', 8,
            9, x'OF000000000000000000000000000001');
        INSERT INTO account_history VALUES (TENANT, x'OF000000000000000000000000000001', 1, 0, 't', 9, 2, 1);
        INSERT INTO passkey_owners VALUES (TENANT, x'OF000000000000000000000000000001', x'OFAA');
        INSERT INTO passkeys VALUES (TENANT, x'OF00000000000000000000000000000A', x'OF000000000000000000000000000001', 'key',
            x'OFBB', x'00', 4294967295, 1, 0, 1, 'usb', 5, NULL);
        INSERT INTO overlays VALUES (TENANT, '[]', '[]', 2, 1, 77000);
        INSERT INTO post_counts VALUES (TENANT, x'OF000000000000000000000000000001', 3, 4);
        INSERT INTO bocce_games (tenant, code, width, length, resistance, angular_damping, first, turn_seconds, throws, changed,
            revision) VALUES (TENANT, 'ABCDEFGH', 1, 2, 3, 4, 1, 60, zeroblob(12), 5, 6);
        INSERT INTO request_keys VALUES (TENANT, x'', 'once', x'OF000000000000000000000000000006', zeroblob(32), 50);
        INSERT INTO mesh_posts VALUES (TENANT, x'OF000000000000000000000000000006', zeroblob(32), zeroblob(32), 5,
            zeroblob(32), -7, 1, NULL, NULL);
        INSERT INTO mesh_waiting VALUES (TENANT, x'OF00000000000000000000000000000B', zeroblob(32), 2, 5, zeroblob(32), 'w');
        INSERT INTO mesh_registers VALUES (TENANT, x'OF000000000000000000000000000008', 1, 5, zeroblob(32), x'0102');
        INSERT INTO mesh_help_pins VALUES (TENANT, x'OF00000000000000000000000000000C', 5, zeroblob(32), zeroblob(32), 1, 2, 'h');
        INSERT INTO mesh_help_ends VALUES (TENANT, x'OF00000000000000000000000000000C', zeroblob(32), 5, zeroblob(32));
        INSERT INTO mesh_outgoing (tenant, subject, is_first, signer, draft) VALUES
            (TENANT, x'OF000000000000000000000000000006', 1, x'OF00000000000000000000000000000D', zeroblob(3000)),
            (TENANT, x'OF000000000000000000000000000006', 0, x'OF00000000000000000000000000000D', x'OFCC');
        INSERT INTO mesh_pictures VALUES (TENANT, x'OF000000000000000000000000000006', 5, zeroblob(32), 2, 44);
        """

    private static let presence = """
        INSERT INTO tenants (id, name) VALUES (TENANT, 'place ' || 'OF');
        INSERT INTO positions VALUES (TENANT, zeroblob(16), 5, 6, -7, x'OF01');
        INSERT INTO devices VALUES (TENANT, zeroblob(16), zeroblob(16), 1, 'phone', zeroblob(32), 5);
        INSERT INTO sharing VALUES (TENANT, zeroblob(16), 2, -8, x'OF02');
        INSERT INTO friends VALUES (TENANT, zeroblob(16), x'OF000000000000000000000000000001', 9);
        INSERT INTO contributions VALUES (TENANT, 5, -6, x'OF000000000000000000000000000002');
        INSERT INTO queue_reports (tenant, time, place, minutes) VALUES
            (TENANT, 20, -9, 4), (TENANT, 10, -9, 3), (TENANT, 10, 8, 5), (TENANT, 10, 8, 5);
        INSERT INTO queue_keys VALUES (TENANT, zeroblob(32), zeroblob(32), 50);
        INSERT INTO home_grids VALUES (TENANT, '[]');
        INSERT INTO circles VALUES (TENANT, zeroblob(16), 1, zeroblob(16), 'us', 50, 2);
        INSERT INTO circle_members VALUES (TENANT, zeroblob(16), zeroblob(16), 1);
        INSERT INTO visits VALUES (TENANT, zeroblob(16), 3, -9, x'OF03');
        INSERT INTO recent_positions (tenant, person, hour, number, key, sealed) VALUES (TENANT, zeroblob(16), 5, 7, 1, x'OF04');
        INSERT INTO position_use VALUES (TENANT, zeroblob(16), 3, 4, 5, 6);
        """
}
