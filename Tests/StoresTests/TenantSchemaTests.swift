import Community
import Foundation
import GRDB
import Presence
import Stores
import TestSupport
import Testing

/// The tables and statements can be distributed by tenant; see decision 62.
@Suite struct TenantSchemaTests {
    @Test(arguments: TenantSchema.allCases)
    func `every key and every foreign key has the tenant`(schema: TenantSchema) throws {
        let tables = try schema.make().read { try TableFacts.all($0) }
        #expect(tables.count > 2)
        for table in tables { #expect(table.faults.isEmpty, "\(table.name)") }
    }

    @Test func `a key, a foreign key, an index or a table without the tenant is noticed`() throws {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE tenants (id BLOB PRIMARY KEY) STRICT;
                    CREATE TABLE good (tenant BLOB REFERENCES tenants (id), id BLOB, PRIMARY KEY (tenant, id),
                        FOREIGN KEY (tenant, id) REFERENCES good (tenant, id) ON DELETE CASCADE) STRICT;
                    CREATE TABLE a (tenant BLOB, id BLOB PRIMARY KEY) STRICT;
                    CREATE TABLE b (tenant BLOB, id BLOB UNIQUE, PRIMARY KEY (tenant, id)) STRICT;
                    CREATE TABLE c (tenant BLOB, id BLOB REFERENCES a (id), PRIMARY KEY (tenant, id)) STRICT;
                    CREATE TABLE d (tenant BLOB, id BLOB, PRIMARY KEY (tenant, id),
                        FOREIGN KEY (tenant, id) REFERENCES good (id, tenant)) STRICT;
                    CREATE TABLE e (tenant BLOB, id BLOB, PRIMARY KEY (tenant, id),
                        FOREIGN KEY (tenant, id) REFERENCES good (tenant, id) ON DELETE SET NULL) STRICT;
                    CREATE TABLE f (tenant BLOB, id BLOB, PRIMARY KEY (tenant, id),
                        FOREIGN KEY (tenant, id) REFERENCES good (tenant, id) ON UPDATE CASCADE) STRICT;
                    CREATE TABLE g (tenant BLOB, id BLOB, PRIMARY KEY (tenant, id)) STRICT;
                    CREATE INDEX g_by_id ON g (id);
                    CREATE TABLE h (tenant BLOB, id BLOB) STRICT;
                    CREATE TABLE i (id BLOB PRIMARY KEY) STRICT;
                    """)
        }
        let tables = try queue.read { try TableFacts.all($0) }
        let faulty = tables.filter { !$0.faults.isEmpty }.map(\.name)
        #expect(faulty.sorted() == ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
    }

    @Test(arguments: [
        "DELETE FROM request_keys WHERE expires <= ?",
        "SELECT id FROM posts WHERE picture = ?",
        "SELECT max(changed) FROM posts",
        "SELECT text FROM imprint_pictures JOIN pictures ON id = picture WHERE imprint_pictures.tenant = ?",
        "DELETE FROM pictures WHERE tenant = ? AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.picture = pictures.id)",
        "UPDATE contributions SET token = randomblob(16) WHERE tenant = ? AND hour = ?",
        "UPDATE posts SET tenant = ? WHERE tenant = ? AND id = ?",
        "INSERT INTO reports (post, tenant) VALUES (?, ?)",
        "INSERT INTO guide_votes VALUES (?, ?, ?)",
        "SELECT * FROM posts WHERE tenant = ? AND id = ?",
        "DELETE FROM recent_positions WHERE row = ?",
        "DELETE FROM overlays",
        "SELECT 1 FROM nowhere WHERE tenant = ?",
    ])
    func `a statement that is not by tenant is noticed`(sql: String) throws {
        #expect(try !StatementReader.shared.get().faults(in: sql).isEmpty)
    }

    /// These are all. Of those with parts that are put in when the program runs, the stores' tests check the plan.
    @Test func `every statement in the sources is by tenant`() throws {
        let statements = try Self.statementsInSources(), reader = try StatementReader.shared.get()
        #expect(statements.count > 200)
        for sql in statements {
            let faults = sql.contains("\\(") ? StatementReader.faultsOfText(sql) : try reader.faults(in: sql)
            #expect(faults.isEmpty, "\(sql)")
        }
    }

    /// What begins with a verb of SQL in the files on tables with tenants.
    private static func statementsInSources() throws -> [String] {
        let folder = URL(filePath: Repository.path).appending(path: "Sources/Stores")
        // The tables of `mesh.sqlite` are a node's, and a backup copies whole files.
        let files = ["SQLite", "Presence"].flatMap { part in
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)
            return (names ?? []).map { "\(part)/\($0)" }
        }.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("SQLiteCopying.swift") }
        return try files.flatMap { file in
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let literals = source.matches(of: /"""\n(.*?)\n *"""|"([^"\n]*)"/.dotMatchesNewlines())
            return literals.map { String($0.1 ?? $0.2 ?? "").trimmingCharacters(in: .whitespaces) }
                .filter { $0.starts(with: /(SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE)\b/) }
        }
    }

    @Test func `decision 62 lists the tables as they are`() throws {
        let path = "docs/decisions/0062-the-schema-carries-the-tenant.md"
        let text = try String(contentsOf: URL(filePath: Repository.path).appending(path: path), encoding: .utf8)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let tables = try TenantSchema.allCases.flatMap { schema in
            try schema.make().read { try TableFacts.all($0) }.map { "\(schema.rawValue).\($0.line)" }
        }
        #expect(listed.map { $0.dropFirst(3) } == tables.map { $0[...] })
    }

    @Test func `statements that everybody waits for use their indexes`() async throws {
        let log = StatementLog(), folder = try TemporaryFolder()
        try await StatementWatch.$current.withValue(StatementWatch { log.add($0) }) {
            let store = try SQLiteStore(path: folder.file("community.sqlite"))
            let people = try SQLitePresenceStore(path: folder.file("presence.sqlite")), person: AccountID = Made.id()
            let keys = try SQLiteKeyStore(path: folder.file("keys.sqlite")), key = try Made.key(of: nil)
            let anna = try await store.add(Made.account("anna"), at: 1), picture = Made.picture(of: nil)
            let post = try await store.add(Made.post("hello"), key: key, at: 1)
            _ = try await store.posts(before: nil, limit: 9)
            _ = try await store.posts(changedAfter: post.changed, limit: 9)
            _ = try await store.lastChange()
            _ = try await store.post(post.id)
            _ = try await store.accounts([anna.id])
            _ = try await store.session(Made.session(of: anna).token, at: 1)
            try await store.add(picture, within: .unlimited)
            _ = try await store.post(showing: picture.id)
            _ = try await store.forgetUnusedPictures(addedBefore: 1)
            _ = try await people.device(Token(text: "phone").digest)
            try await people.add([SealedHour(hour: 1, number: 1, key: 1, sealed: [1])], of: person)
            _ = try await people.hours(of: person, in: 0...9)
            _ = try await keys.key(of: person, for: .positions)
        }
        let reader = try StatementReader.shared.get()
        let plans = try log.all.flatMap { sql in try reader.plan(of: sql) ?? [] }
        for line in Self.hotPlans { #expect(plans.contains(line), "\(line)") }
    }

    private static let hotPlans = [
        "SEARCH posts USING PRIMARY KEY (tenant=? AND id=?)",
        "SEARCH posts USING INDEX shown_posts_by_age (tenant=? AND (created,id)<(?,?))",
        "SEARCH posts USING INDEX posts_by_change (tenant=? AND changed>?)",
        "SEARCH posts USING COVERING INDEX posts_by_change (tenant=?)",
        "SEARCH posts USING COVERING INDEX posts_by_picture (tenant=? AND picture=?)",
        "SEARCH pictures USING COVERING INDEX pictures_by_share (tenant=?)",
        "SEARCH pictures USING COVERING INDEX pictures_by_age (tenant=? AND created<?)",
        "SEARCH request_keys USING PRIMARY KEY (tenant=? AND account=? AND key=?)",
        "SEARCH request_keys USING COVERING INDEX request_keys_by_age (tenant=? AND expires<?)",
        "SEARCH sessions USING INDEX sqlite_autoindex_sessions_2 (tenant=? AND token=?)",
        "SEARCH accounts USING PRIMARY KEY (tenant=? AND id=?)",
        "SEARCH devices USING INDEX sqlite_autoindex_devices_2 (tenant=? AND token=?)",
        "SEARCH positions USING PRIMARY KEY (tenant=? AND person=? AND hour>? AND hour<?)",
        "SEARCH recent_positions USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH person_keys USING PRIMARY KEY (tenant=? AND person=? AND purpose=?)",
    ]
}

/// What a schema says about a table.
private struct TableFacts {
    let name: String
    let columns: [String]
    /// The primary key first.
    var keys: [[String]] = []
    var indexes: [[String]] = []
    var references: [Reference] = []

    struct Reference {
        let table: String
        let from: [String]
        let to: [String]
        let onDelete: String
        let onUpdate: String
    }

    /// Returns the facts of all tables but the library's, by name.
    static func all(_ database: Database) throws -> [TableFacts] {
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name != 'grdb_migrations' ORDER BY name
                """)
        return try names.map { try TableFacts($0, database) }
    }

    private init(_ name: String, _ database: Database) throws {
        self.name = name
        let columns = try Row.fetchAll(database, sql: "SELECT name, pk FROM pragma_table_info(?)", arguments: [name])
        self.columns = columns.map { $0["name"] }
        let primary = columns.filter { $0["pk"] > 0 }.sorted { ($0["pk"] as Int) < $1["pk"] }
        keys = [primary.map { $0["name"] }]
        let found = try Row.fetchAll(
            database, sql: "SELECT name, \"unique\", origin FROM pragma_index_list(?) ORDER BY name",
            arguments: [name])
        for index in found where index["origin"] != "pk" {
            let columns = try String.fetchAll(
                database, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [index["name"]])
            if index["unique"] { keys.append(columns) } else { indexes.append(columns) }
        }
        let parts = try Row.fetchAll(
            database, sql: "SELECT * FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq", arguments: [name])
        for group in Dictionary(grouping: parts, by: { $0["id"] as Int }).sorted(by: { $0.key > $1.key }) {
            let first = group.value[0]
            references.append(
                Reference(
                    table: first["table"], from: group.value.map { $0["from"] }, to: group.value.map { $0["to"] },
                    onDelete: first["on_delete"], onUpdate: first["on_update"]))
        }
    }

    private var isReference: Bool { name == "tenants" }

    var faults: [String] {
        guard !isReference else { return references.isEmpty ? [] : ["a reference to a distributed table"] }
        var faults: [String] = []
        if !columns.contains("tenant") { faults.append("no tenant") }
        for key in keys where !key.contains("tenant") && name != TenantSchema.tableByRow {
            faults.append("key (\(key.joined(separator: ", "))) without tenant")
        }
        for index in indexes where index.first != "tenant" { faults.append("index \(index) not by tenant") }
        for reference in references {
            let pairs = zip(reference.from, reference.to).map { "\($0) \($1)" }
            let isByTenant = reference.table == "tenants" ? pairs == ["tenant id"] : pairs.contains("tenant tenant")
            if !isByTenant { faults.append("reference to \(reference.table) not by tenant") }
            let isAllowed = ["NO ACTION", "CASCADE"].contains(reference.onDelete)
            if !isAllowed { faults.append("ON DELETE \(reference.onDelete)") }
            if reference.onUpdate != "NO ACTION" { faults.append("ON UPDATE \(reference.onUpdate)") }
        }
        return faults
    }

    /// The table's line in decision 62.
    var line: String {
        let keys: String = keys.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
        let references: [String] = references.map { reference in
            let cascade: String = reference.onDelete == "CASCADE" ? ", cascades" : ""
            return "(\(reference.from.joined(separator: ", "))) → \(reference.table)\(cascade)"
        }
        let place = isReference ? "whole everywhere" : "tenant"
        return "\(name)` | \(place) | \(keys) | \(references.joined(separator: "; ")) |"
    }
}
