extension Migrations {
    /// What messages of the mesh said about posts, about fields of the guide, the overlay and help pins, messages about
    /// posts that have not come, and messages for other nodes. `author` is an Ed25519 key; a message's `time` is a reading
    /// of a hybrid clock and its `id` SHA-256. `entry` is the beginning of the key of the member that stamped the post's
    /// message, as the bits of a signed number, and `hidden` whether the roster hid it at the last look. `signer` and
    /// `place` are set where this node holds the author's key; `kind` is that of the message, and `text` that of an edit.
    /// `draft` is a message without its signature.
    static let meshPosts = """
        CREATE TABLE mesh_posts (
            tenant BLOB NOT NULL,
            post BLOB NOT NULL,
            author BLOB NOT NULL CHECK (length(author) = 32),
            first BLOB NOT NULL CHECK (length(first) = 32),
            text_time INTEGER NOT NULL CHECK (text_time >= 0),
            text_id BLOB NOT NULL CHECK (length(text_id) = 32),
            entry INTEGER,
            hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
            signer BLOB CHECK (length(signer) = 16),
            place INTEGER CHECK ((place IS NULL) = (signer IS NULL)),
            PRIMARY KEY (tenant, post),
            FOREIGN KEY (tenant, post) REFERENCES posts (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mesh_posts_by_author ON mesh_posts (tenant, author);
        CREATE INDEX mesh_posts_by_first ON mesh_posts (tenant, first);
        CREATE INDEX mesh_posts_by_entry ON mesh_posts (tenant, entry) WHERE entry IS NOT NULL;

        CREATE TABLE mesh_waiting (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            post BLOB NOT NULL CHECK (length(post) = 16),
            author BLOB NOT NULL CHECK (length(author) = 32),
            kind INTEGER NOT NULL,
            time INTEGER NOT NULL CHECK (time >= 0),
            id BLOB NOT NULL CHECK (length(id) = 32),
            text TEXT,
            PRIMARY KEY (tenant, post, author, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mesh_waiting_by_time ON mesh_waiting (tenant, time);

        CREATE TABLE mesh_registers (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            subject BLOB NOT NULL CHECK (length(subject) = 16),
            field INTEGER NOT NULL CHECK (field BETWEEN 0 AND 255),
            time INTEGER NOT NULL CHECK (time >= 0),
            id BLOB NOT NULL CHECK (length(id) = 32),
            value BLOB,
            PRIMARY KEY (tenant, subject, field)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mesh_registers_by_value ON mesh_registers (tenant, value) WHERE field = 1;
        CREATE INDEX mesh_registers_of_tours ON mesh_registers (tenant) WHERE field = 14;

        CREATE TABLE mesh_help_pins (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            pin BLOB NOT NULL CHECK (length(pin) = 16),
            time INTEGER NOT NULL CHECK (time >= 0),
            id BLOB NOT NULL CHECK (length(id) = 32),
            author BLOB NOT NULL CHECK (length(author) = 32),
            latitude_e7 INTEGER NOT NULL CHECK (latitude_e7 BETWEEN -900000000 AND 900000000),
            longitude_e7 INTEGER NOT NULL CHECK (longitude_e7 BETWEEN -1800000000 AND 1800000000),
            words TEXT NOT NULL,
            PRIMARY KEY (tenant, pin)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mesh_help_pins_by_time ON mesh_help_pins (tenant, time);

        CREATE TABLE mesh_help_ends (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            pin BLOB NOT NULL CHECK (length(pin) = 16),
            resolver BLOB NOT NULL CHECK (length(resolver) = 32),
            time INTEGER NOT NULL CHECK (time >= 0),
            id BLOB NOT NULL CHECK (length(id) = 32),
            PRIMARY KEY (tenant, pin, resolver)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mesh_help_ends_by_time ON mesh_help_ends (tenant, time);

        CREATE TABLE mesh_outgoing (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            tenant BLOB NOT NULL REFERENCES tenants (id),
            subject BLOB NOT NULL CHECK (length(subject) = 16),
            is_first INTEGER NOT NULL CHECK (is_first IN (0, 1)),
            signer BLOB NOT NULL CHECK (length(signer) = 16),
            draft BLOB NOT NULL
        ) STRICT;
        CREATE INDEX mesh_outgoing_by_subject ON mesh_outgoing (tenant, subject);
        """
}
