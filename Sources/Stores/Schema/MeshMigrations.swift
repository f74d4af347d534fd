import GRDB

/// The tables of `mesh.sqlite`, as steps; released steps never change.
enum MeshMigrations {
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 messages") { try $0.execute(sql: messages) }
        return migrator
    }

    /// `time` and `entry_time` are readings of hybrid clocks, `entry` is the beginning of a key, all as the bits of a
    /// signed number. `bytes` is null where only the id is kept; `size` is their number all the same.
    private static let messages = """
        CREATE TABLE messages (
            row INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 32),
            time INTEGER NOT NULL,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 255),
            author BLOB CHECK (length(author) = 32),
            about BLOB CHECK (length(about) = 16),
            entry INTEGER NOT NULL,
            entry_time INTEGER,
            size INTEGER NOT NULL CHECK (size >= 0),
            register BLOB CHECK (length(register) = 16),
            bytes BLOB
        ) STRICT;
        CREATE INDEX messages_by_subject ON messages (kind, about, time, id) WHERE bytes IS NOT NULL;

        CREATE TABLE notes (
            name TEXT PRIMARY KEY NOT NULL,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
