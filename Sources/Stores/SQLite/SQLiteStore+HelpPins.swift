package import Community
import Foundation
import GeoCore
import Gossip

extension SQLiteStore: HelpPinStore {
    package func merge(_ message: HelpPinMessage, at time: Timestamp) async throws -> Bool {
        try await changesHelpPins(at: time) { [tenant] in try $0.merge(message, of: tenant) }
    }

    package func takeBack(
        _ message: HelpPinMessage, _ others: [HelpPinMessage], at time: Timestamp
    ) async throws -> Bool {
        let hasChanged = try await changesHelpPins(at: time) { [tenant] database in
            try database.takeBack(message, of: tenant)
            for other in others { try database.merge(other, of: tenant) }
        }
        await emptyLog()
        return hasChanged
    }

    /// Returns whether `change` changes the pins that are shown.
    private func changesHelpPins(
        at time: Timestamp, _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Bool {
        try await write { [tenant] database, _ in
            let before = try database.helpPins(of: tenant, at: time)
            try change(database)
            try database.forgetHelpPins(of: tenant, at: time)
            return try database.helpPins(of: tenant, at: time) != before
        }
    }

    package func helpPins(at time: Timestamp) async throws -> [HelpPin] {
        try await read { [tenant] database in try database.helpPins(of: tenant, at: time) }
    }

    package func forgetHelpPins(at time: Timestamp) async throws {
        try await write { [tenant] database, _ in try database.forgetHelpPins(of: tenant, at: time) }
        await emptyLog()
    }
}

extension Database {
    fileprivate func merge(_ message: HelpPinMessage, of tenant: Data) throws {
        switch message.content {
        case .asks(let point, let words): try add(message, at: point, words, of: tenant)
        case .resolves(let pin, _): try resolve(pin, message, of: tenant)
        }
    }

    fileprivate func takeBack(_ message: HelpPinMessage, of tenant: Data) throws {
        let (table, pin) =
            switch message.content {
            case .asks: ("mesh_help_pins", HelpPinID(madeBy: message.order))
            case .resolves(let pin, _): ("mesh_help_ends", pin)
            }
        try execute(
            sql: "DELETE FROM \(table) WHERE tenant = ? AND pin = ? AND id = ?",
            arguments: [tenant, pin.data, Data(message.order.id.digest.bytes)])
    }

    /// Of two pins with one id, for which their author must have searched, the lesser stays.
    fileprivate func add(_ message: HelpPinMessage, at point: PointE7, _ words: String, of tenant: Data) throws {
        try execute(
            sql: """
                INSERT INTO mesh_help_pins (tenant, pin, time, id, author, latitude_e7, longitude_e7, words)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (tenant, pin) DO UPDATE
                SET time = excluded.time, id = excluded.id, author = excluded.author,
                    latitude_e7 = excluded.latitude_e7, longitude_e7 = excluded.longitude_e7, words = excluded.words
                WHERE (excluded.time, excluded.id) < (time, id)
                """,
            arguments: [
                tenant, HelpPinID(madeBy: message.order).data, message.order.time.stored,
                Data(message.order.id.digest.bytes), Data(message.author.bytes.bytes), point.latitudeE7,
                point.longitudeE7, words,
            ])
    }

    fileprivate func resolve(_ pin: HelpPinID, _ message: HelpPinMessage, of tenant: Data) throws {
        try execute(
            sql: """
                INSERT INTO mesh_help_ends (tenant, pin, resolver, time, id) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (tenant, pin, resolver) DO UPDATE SET time = excluded.time, id = excluded.id
                WHERE (excluded.time, excluded.id) > (time, id)
                """,
            arguments: [
                tenant, pin.data, Data(message.resolver.bytes.bytes), message.order.time.stored,
                Data(message.order.id.digest.bytes),
            ])
    }

    fileprivate func helpPins(of tenant: Data, at time: Timestamp) throws -> [HelpPin] {
        let statement = try cachedStatement(
            sql: """
                SELECT pin, author, latitude_e7, longitude_e7, words, time FROM mesh_help_pins AS pins
                WHERE tenant = ? AND time >= ? AND NOT EXISTS (
                    SELECT 1 FROM mesh_help_ends AS ends
                    WHERE ends.tenant = pins.tenant AND ends.pin = pins.pin AND resolver IN (author, zeroblob(32)))
                ORDER BY time DESC, pin DESC
                """)
        let first = HybridTime(milliseconds: time - HelpPin.life)
        return try Row.fetchAll(statement, arguments: [tenant, first.stored]).map { found in
            let row = StoredRow(found, of: "mesh_help_pins")
            return HelpPin(
                id: try row.id(0), author: SignerKey(try row.bytes32(1)),
                point: PointE7(latitudeE7: try row(2), longitudeE7: try row(3)), words: try row(4),
                created: try row.time(5))
        }
    }

    fileprivate func forgetHelpPins(of tenant: Data, at time: Timestamp) throws {
        try execute(
            sql: "DELETE FROM mesh_help_pins WHERE tenant = ? AND time < ?",
            arguments: [tenant, HybridTime(milliseconds: time - HelpPin.life).stored])
        try execute(
            sql: "DELETE FROM mesh_help_ends WHERE tenant = ? AND time < ?",
            arguments: [tenant, HybridTime(milliseconds: time - HelpPinMessage.resolutionLife).stored])
        try execute(
            sql: """
                DELETE FROM mesh_help_ends WHERE tenant = ?1 AND (pin, resolver) IN (
                    SELECT pin, resolver FROM mesh_help_ends WHERE tenant = ?1 ORDER BY time DESC, id DESC
                    LIMIT -1 OFFSET ?2)
                """, arguments: [tenant, HelpPinMessage.mostResolutions])
    }
}
