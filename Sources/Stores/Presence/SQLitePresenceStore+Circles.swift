package import Community
import Foundation
package import Presence

extension SQLitePresenceStore: CircleStore {
    package func circles() async throws -> [Circle] {
        try await read { [tenant] database in
            var members: [CircleID: [AccountID: Sharing.Precision]] = [:]
            let rows = try Row.fetchCursor(
                database, sql: "SELECT circle, person, precision FROM circle_members WHERE tenant = ?",
                arguments: [tenant])
            while let found = try rows.next() {
                let row = StoredRow(found, of: "circle_members")
                // A damaged member is left out and does not hide the others.
                do { members[try row.id(0), default: [:]][try row.id(1)] = try row.word(2) } catch is DamagedRow {}
            }
            let circles = try Row.fetchAll(
                database, sql: "SELECT id, kind, owner, name, ends, renewals FROM circles WHERE tenant = ? ORDER BY id",
                arguments: [tenant])
            return circles.compactMap { found in
                let row = StoredRow(found, of: "circles")
                // The same for a damaged circle.
                return try? Circle(row, members)
            }
        }
    }

    package func circle(_ id: CircleID) async throws -> Circle? {
        try await read { [tenant] database in
            let members = try Row.fetchAll(
                database, sql: "SELECT person, precision FROM circle_members WHERE tenant = ? AND circle = ?",
                arguments: [tenant, id.data])
            var found: [AccountID: Sharing.Precision] = [:]
            for member in members {
                let row = StoredRow(member, of: "circle_members")
                do { found[try row.id(0)] = try row.word(1) } catch is DamagedRow {}
            }
            let circle = try Row.fetchOne(
                database, sql: "SELECT id, kind, owner, name, ends, renewals FROM circles WHERE tenant = ? AND id = ?",
                arguments: [tenant, id.data])
            return circle.flatMap { try? Circle(StoredRow($0, of: "circles"), [id: found]) }
        }
    }

    package func add(_ circle: Circle) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "INSERT INTO circles (tenant, id, kind, owner, name, ends) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    tenant, circle.id.data, circle.kind.rawValue, circle.owner.data, circle.name, circle.ends,
                ])
            for (person, precision) in circle.members {
                try database.setMember(person, precision, of: circle.id, tenant)
            }
            database.announce(.circle(circle.id))
        }
    }

    package func setMember(
        _ person: AccountID, _ precision: Sharing.Precision, of circle: CircleID
    ) async throws {
        try await write { [tenant] database, _ in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM circles WHERE tenant = ? AND id = ?",
                arguments: [tenant, circle.data])
            guard count == 1 else { throw CommunityFault.notFound }
            try database.setMember(person, precision, of: circle, tenant)
            database.announce(.circle(circle))
        }
    }

    package func renew(_ circle: CircleID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "UPDATE circles SET renewals = renewals + 1 WHERE tenant = ? AND id = ?",
                arguments: [tenant, circle.data])
            database.announce(.circle(circle))
        }
    }

    package func removeMember(_ person: AccountID, of circle: CircleID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM circle_members WHERE tenant = ? AND circle = ? AND person = ?",
                arguments: [tenant, circle.data, person.data])
            database.announce(.circle(circle))
        }
        await emptyLog()
    }

    package func removeCircles(endedBy time: Timestamp) async throws {
        let removed = try await write { [tenant] database, _ in
            let ended = try Data.fetchAll(
                database, sql: "SELECT id FROM circles WHERE tenant = ? AND ends <= ?", arguments: [tenant, time])
            try database.execute(
                sql: "DELETE FROM circles WHERE tenant = ? AND ends <= ?", arguments: [tenant, time])
            for id in ended.compactMap({ CircleID(bytes: $0) }) { database.announce(.circle(id)) }
            return ended.count
        }
        if removed > 0 { await emptyLog() }
    }

    package func removeCircles(_ ids: [CircleID]) async throws {
        try await write { [tenant] database, _ in
            let statement = try database.cachedStatement(sql: "DELETE FROM circles WHERE tenant = ? AND id = ?")
            for id in ids {
                try statement.execute(arguments: [tenant, id.data])
                database.announce(.circle(id))
            }
        }
        await emptyLog()
    }
}

extension Database {
    fileprivate func setMember(
        _ person: AccountID, _ precision: Sharing.Precision, of circle: CircleID, _ tenant: Data
    ) throws {
        try execute(
            sql: """
                INSERT INTO circle_members (tenant, circle, person, precision) VALUES (?, ?, ?, ?)
                ON CONFLICT (tenant, circle, person) DO UPDATE SET precision = excluded.precision
                """, arguments: [tenant, circle.data, person.data, precision.rawValue])
    }
}

extension Circle {
    fileprivate init(
        _ row: StoredRow, _ members: [CircleID: [AccountID: Sharing.Precision]]
    ) throws(DamagedRow) {
        let id: CircleID = try row.id(0)
        self.init(
            id: id, kind: try row.word(1), owner: try row.id(2), name: try row(3), ends: try row(4),
            members: members[id] ?? [:], renewals: try row.count(5))
    }
}
