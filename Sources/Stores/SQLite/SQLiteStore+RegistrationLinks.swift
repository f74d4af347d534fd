package import Community
import Foundation
import GeoCore

extension SQLiteStore: RegistrationLinkStore {
    package func add(_ link: RegistrationLink) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM registration_links WHERE tenant = ? AND expires <= ?",
                arguments: [tenant, link.created])
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM registration_links WHERE tenant = ?", arguments: [tenant])
            guard count ?? 0 < RegistrationLink.maximum else { throw CommunityFault.tooManyLinks }
            try database.execute(
                sql: """
                    INSERT INTO registration_links (tenant, id, digest, note, created, expires, maker)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    tenant, link.id.data, link.digest, link.note, link.created, link.expires, link.maker?.data,
                ])
        }
    }

    package func registrationLinks(at time: Timestamp) async throws -> [RegistrationLink] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, digest, note, created, expires, maker FROM registration_links
                    WHERE tenant = ? AND expires > ? ORDER BY id DESC
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, time]).map { found in
                let row = StoredRow(found, of: "registration_links")
                return RegistrationLink(
                    id: try row.id(0), digest: try row(1), note: try row(2), created: try row(3), expires: try row(4),
                    maker: try row.optionalID(5))
            }
        }
    }

    package func remove(_ link: RegistrationLinkID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM registration_links WHERE tenant = ? AND id = ?", arguments: [tenant, link.data])
            guard database.changesCount == 1 else { throw CommunityFault.notFound }
        }
    }

    package func add(
        _ account: NewAccount, beginning session: Session, using digest: String, at time: Timestamp
    ) async throws -> Account {
        try await write { [tenant] database, clock in
            try database.execute(
                sql: "DELETE FROM registration_links WHERE tenant = ? AND digest = ? AND expires > ?",
                arguments: [tenant, digest, time])
            guard database.changesCount == 1 else { throw CommunityFault.wrongCode }
            return try database.add(
                account, beginning: session, of: tenant, clock.reading(at: time), time)
        }
    }
}
