import Community
import Foundation
import Presence

/// The numbers of people's pieces where several servers add them.
///
/// A server that adds a piece names the number that it believes to be the next. If another server has added one
/// since, that number is taken, and the server reads anew what the person has before it tries again: so a position
/// that two servers get counts once. The row stays when the pieces are removed, and its number then grows, too: a
/// server that has not heard of the removal cannot add a piece that is sealed with the old key. It goes with the person.
/// Without a row only the number 1 is free, so a server that has not heard of that adds nothing either.
extension Database {
    static let sharedNumbersTable = """
        CREATE TABLE position_numbers (
            tenant bytea NOT NULL REFERENCES tenants (id), person bytea NOT NULL, last bigint NOT NULL,
            PRIMARY KEY (tenant, person)
        ) WITH (fillfactor = 50)
        """

    /// Takes numbers for a person's next pieces; throws `keyUsed` if one of them is not free.
    func take(_ numbers: [Int64], of person: AccountID, _ tenant: Data) throws {
        guard let first = numbers.min(), let last = numbers.max() else { return }
        try execute(
            sql: """
                INSERT INTO position_numbers (tenant, person, last)
                SELECT ?1::bytea, ?2::bytea, ?3::bigint WHERE ?4::bigint = 1 OR EXISTS (
                    SELECT 1 FROM position_numbers WHERE tenant = ?1 AND person = ?2)
                ON CONFLICT (tenant, person) DO UPDATE SET last = excluded.last WHERE position_numbers.last < ?4
                """, arguments: [tenant, person.data, last, first])
        guard changesCount == 1 else { throw CommunityFault.keyUsed }
    }

    /// How many people one statement asks about.
    private static let askedTogether = 256

    /// Returns the last numbers of people's pieces.
    func lastNumbers(of people: [AccountID], _ tenant: Data) throws -> [AccountID: Int64] {
        var numbers: [AccountID: Int64] = [:]
        for start in stride(from: 0, to: people.count, by: Self.askedTogether) {
            let part = people[start..<min(start + Self.askedTogether, people.count)]
            // One statement is prepared for all.
            let asked = part.map(\.data) + Array(repeating: part[start].data, count: Self.askedTogether - part.count)
            let places = asked.map { _ in "?" }.joined(separator: ", ")
            let found = try Row.fetchAll(
                self, sql: "SELECT person, last FROM position_numbers WHERE tenant = ? AND person IN (\(places))",
                arguments: [tenant] + asked)
            for found in found {
                let row = StoredRow(found, of: "position_numbers")
                numbers[try row.id(0)] = try row(1, as: Int64.self)
            }
        }
        return numbers
    }

    /// Takes a person's next number, so that no server goes on with the state that it knows.
    func skipNumber(of person: AccountID, _ tenant: Data) throws {
        try execute(
            sql: "UPDATE position_numbers SET last = last + 1 WHERE tenant = ? AND person = ?",
            arguments: [tenant, person.data])
    }

    /// Removes the number of a person who is gone.
    func removeNumber(of person: AccountID, _ tenant: Data) throws {
        try execute(
            sql: "DELETE FROM position_numbers WHERE tenant = ? AND person = ?", arguments: [tenant, person.data])
    }

    /// Returns a person's last number and hour; the hour is -1 if they have no pieces.
    func lastShared(of person: AccountID, _ tenant: Data) throws -> (number: Int64, hour: Int64)? {
        let found = try Row.fetchOne(
            self,
            sql: """
                SELECT person, last, (SELECT coalesce(max(hour), -1) FROM positions WHERE tenant = ?1 AND person = ?2)
                FROM position_numbers WHERE tenant = ?1 AND person = ?2
                """, arguments: [tenant, person.data])
        return try found.map { found in
            let row = StoredRow(found, of: "position_numbers")
            return (number: try row(1, as: Int64.self), hour: try row(2, as: Int64.self))
        }
    }
}
