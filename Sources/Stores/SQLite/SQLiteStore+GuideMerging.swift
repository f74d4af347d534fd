package import Community
import Foundation
import GeoCore
import Gossip

extension SQLiteStore: GuideMergeStore {
    package func merge(
        _ change: GuideChange, signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) async throws -> Bool {
        try await merging(at: time, signer) { merging in
            try merging.take(change)
            return merging.hasChanged
        }
    }

    package func takeBack(
        _ change: GuideChange, _ others: [GuideChange], signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        at time: Timestamp
    ) async throws -> Bool {
        try await merging(at: time, signer) { merging in
            try merging.takeBack(change, others)
            return merging.hasChanged
        }
    }

    package func tellGuide(
        signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) async throws {
        try await merging(at: time, signer) { try $0.tellAll() }
    }

    private func merging<Result: Sendable>(
        at time: Timestamp, _ signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        _ body: @escaping @Sendable (inout GuideMerging<SQLiteGuideRows>) throws -> Result
    ) async throws -> Result {
        try await write { [tenant] database, clock in
            let rows = SQLiteGuideRows(database: database, tenant: tenant, time: time, clock: clock)
            var merging = GuideMerging(rows, at: time, signer: signer)
            let result = try body(&merging)
            clock = merging.rows.clock
            return result
        }
    }
}

struct SQLiteGuideRows: GuideRows {
    let database: Database
    let tenant: Data
    let time: Timestamp
    var clock: HybridClock

    func registers(of subject: GuideID) throws -> [UInt8: FieldRegister] {
        let statement = try database.cachedStatement(
            sql: "SELECT subject, field, time, id, value FROM mesh_registers WHERE tenant = ? AND subject = ?")
        var registers: [UInt8: FieldRegister] = [:]
        for found in try Row.fetchAll(statement, arguments: [tenant, subject.data]) {
            let row = StoredRow(found, of: "mesh_registers")
            registers[try row(1)] = FieldRegister(try row.order(2, 3), try row(4, as: Data?.self).map { Array($0) })
        }
        return registers
    }

    mutating func set(_ register: FieldRegister, _ field: UInt8, of subject: GuideID) throws {
        _ = clock.learn(register.order.time, at: time)
        try database.cachedStatement(
            sql: .replacing("mesh_registers", key: ["tenant", "subject", "field"], ["time", "id", "value"])
        ).execute(arguments: [
            tenant, subject.data, field, register.order.time.stored, Data(register.order.id.digest.bytes),
            register.value.map { Data($0) },
        ])
    }

    func subjects(of field: GuideField, with value: [UInt8]?) throws -> [GuideID] {
        let condition = value == nil ? "value IS NOT NULL" : "value = ?"
        var arguments: StatementArguments = [tenant]
        if let value { arguments += [Data(value)] }
        // The number stands in the text, so that SQLite finds the index of this field.
        return try Data.fetchAll(
            database,
            sql: """
                SELECT subject FROM mesh_registers WHERE tenant = ? AND field = \(field.rawValue) AND \(condition)
                ORDER BY subject
                """, arguments: arguments
        ).map { try GuideID($0, of: "mesh_registers") }
    }

    func entry(_ id: GuideID) throws -> GuideEntry? { try database.guideEntry(id, of: tenant) }

    func allEntries() throws -> [GuideEntry] {
        try Row.fetchAll(
            database, sql: "SELECT \(GuideEntry.columns) FROM guide_entries WHERE tenant = ? ORDER BY id",
            arguments: [tenant]
        ).map { try GuideEntry($0) }
    }

    func entries(of list: GuideList) throws -> [GuideEntry] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(GuideEntry.columns) FROM guide_entries
                    WHERE tenant = ? AND kind = ? AND venue IS ? AND deleted = 0 ORDER BY rank, id
                    """),
            arguments: [tenant, list.kind.rawValue, list.venue?.data]
        ).map { try GuideEntry($0) }
    }

    func editor(of entry: GuideEntry) throws -> AccountID? {
        let editor = try Data.fetchOne(
            database.cachedStatement(
                sql: "SELECT editor FROM guide_versions WHERE tenant = ? AND entry = ? AND revision = ?"),
            arguments: [tenant, entry.id.data, entry.revision])
        return try editor.map { try AccountID($0, of: "guide_versions") }
    }

    mutating func write(_ entry: GuideEntry, isNew: Bool) throws {
        if isNew {
            try database.insert(entry, tenant)
        } else {
            try database.write(entry, tenant)
            try database.cachedStatement(
                sql: "UPDATE guide_entries SET kind = ?, venue = ? WHERE tenant = ? AND id = ?"
            ).execute(arguments: [
                entry.content.kind.rawValue, entry.venue?.data, tenant, entry.id.data,
            ])
        }
        try database.keepVersion(of: entry, tenant, nil)
    }

    mutating func forgetHistory(of entry: GuideID) throws {
        for (table, column) in [
            ("guide_version_pictures", "entry"), ("guide_versions", "entry"), ("guide_votes", "work"),
        ] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE tenant = ? AND \(column) = ?", arguments: [tenant, entry.data])
        }
    }

    mutating func setRank(_ rank: Int, of entry: GuideID, at time: HybridTime) throws {
        try database.cachedStatement(
            sql: "UPDATE guide_entries SET rank = ?, changed = ? WHERE tenant = ? AND id = ?"
        ).execute(arguments: [rank, time.stored, tenant, entry.data])
    }

    mutating func send(_ draft: MessageDraft, of signer: MessageSigner, about subject: GuideID) throws {
        try database.send(draft, of: signer, about: subject.subject, tenant, isFirst: true)
    }

    mutating func reading() -> HybridTime { clock.reading(at: time) }
}
