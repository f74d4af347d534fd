extension Migrations {
    /// Every key and foreign key with the tenant, so that the tables can be distributed by it. SQLite changes no key of
    /// a table, so these tables are made again.
    static let tenantInKeys = [
        pictures, posts, guideVersions, guideVersionPictures, imprintPictures, registrationLinks, passkeyOwners,
        outgoing, requestKeys,
    ].joined(separator: "\n")

    /// Returns SQL that makes a table again, with the rows that it has. It loses its indexes. `from` are the expressions
    /// for `columns`, where they differ.
    static func remade(_ table: String, columns: String, from: String? = nil, _ definition: String) -> String {
        """
        CREATE TABLE new_\(table) (\(definition)) STRICT, WITHOUT ROWID;
        INSERT INTO new_\(table) (\(columns)) SELECT \(from ?? columns) FROM \(table);
        DROP TABLE \(table);
        ALTER TABLE new_\(table) RENAME TO \(table);
        """
    }

    private static let pictures =
        remade(
            "pictures", columns: "tenant, id, owner, width, height, created, bytes, guide",
            """
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            owner BLOB,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            created INTEGER NOT NULL,
            bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
            guide INTEGER NOT NULL DEFAULT 0 CHECK (guide IN (0, 1)),
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, owner) REFERENCES accounts (tenant, id)
            """) + """

            CREATE INDEX pictures_by_age ON pictures (tenant, created);
            CREATE INDEX pictures_by_owner ON pictures (tenant, owner) WHERE owner IS NOT NULL;
            CREATE INDEX pictures_by_share ON pictures (tenant, guide, owner, bytes);
            """

    private static let posts =
        remade(
            "posts",
            columns: """
                tenant, id, author, author_name, message, latitude_e7, longitude_e7, accuracy_metres, place, facing,
                speed, classic_location, state, revision, created, changed, picture, picture_width, picture_height,
                picture_text, simulated, written
                """,
            """
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            author BLOB,
            author_name TEXT NOT NULL,
            message TEXT NOT NULL,
            latitude_e7 INTEGER CHECK (latitude_e7 BETWEEN -900000000 AND 900000000),
            longitude_e7 INTEGER CHECK (longitude_e7 BETWEEN -1800000000 AND 1800000000),
            accuracy_metres REAL,
            place TEXT,
            facing INTEGER CHECK (facing BETWEEN 0 AND 8),
            speed INTEGER CHECK (speed BETWEEN 0 AND 6),
            classic_location TEXT,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
            revision INTEGER NOT NULL CHECK (revision > 0),
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            picture BLOB,
            picture_width INTEGER CHECK ((picture_width IS NULL) = (picture IS NULL)),
            picture_height INTEGER CHECK ((picture_height IS NULL) = (picture IS NULL)),
            picture_text TEXT CHECK ((picture_text IS NULL) = (picture IS NULL)),
            simulated INTEGER NOT NULL DEFAULT 0 CHECK (simulated IN (0, 1)),
            written INTEGER,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, author) REFERENCES accounts (tenant, id),
            FOREIGN KEY (tenant, picture) REFERENCES pictures (tenant, id),
            CHECK ((latitude_e7 IS NULL) = (longitude_e7 IS NULL) AND (latitude_e7 IS NULL) = (place IS NULL)
                AND (latitude_e7 IS NULL) = (facing IS NULL) AND (latitude_e7 IS NULL) = (speed IS NULL))
            """) + """

            CREATE INDEX shown_posts_by_age ON posts (tenant, created, id) WHERE state = 0;
            CREATE INDEX posts_by_change ON posts (tenant, changed);
            CREATE INDEX posts_by_author ON posts (tenant, author) WHERE author IS NOT NULL;
            CREATE UNIQUE INDEX posts_by_picture ON posts (tenant, picture) WHERE picture IS NOT NULL;
            CREATE INDEX hidden_posts_by_change ON posts (tenant, changed, id) WHERE state = 1;
            """

    /// Without the column `picture`, which is empty since step 17.
    private static let guideVersions =
        remade(
            "guide_versions",
            columns: "tenant, entry, revision, content, published, embargo, deleted, editor, time",
            """
            tenant BLOB NOT NULL,
            entry BLOB NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            content TEXT NOT NULL CHECK (json_valid(content)),
            published INTEGER NOT NULL CHECK (published IN (0, 1)),
            embargo INTEGER,
            deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
            editor BLOB,
            time INTEGER NOT NULL,
            PRIMARY KEY (tenant, entry, revision),
            FOREIGN KEY (tenant, entry) REFERENCES guide_entries (tenant, id),
            FOREIGN KEY (tenant, editor) REFERENCES accounts (tenant, id)
            """) + """

            CREATE INDEX guide_versions_by_time ON guide_versions (tenant, time);
            CREATE INDEX guide_versions_by_editor ON guide_versions (tenant, editor) WHERE editor IS NOT NULL;
            """

    private static let guideVersionPictures =
        remade(
            "guide_version_pictures", columns: "tenant, entry, revision, picture",
            """
            tenant BLOB NOT NULL,
            entry BLOB NOT NULL,
            revision INTEGER NOT NULL,
            picture BLOB NOT NULL,
            PRIMARY KEY (tenant, entry, revision, picture),
            FOREIGN KEY (tenant, entry, revision) REFERENCES guide_versions (tenant, entry, revision),
            FOREIGN KEY (tenant, picture) REFERENCES pictures (tenant, id)
            """) + """

            CREATE INDEX guide_version_pictures_by_picture ON guide_version_pictures (tenant, picture);
            """

    private static let imprintPictures = remade(
        "imprint_pictures", columns: "tenant, rank, picture, text",
        """
        tenant BLOB NOT NULL REFERENCES imprints (tenant),
        rank INTEGER NOT NULL,
        picture BLOB NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (tenant, rank),
        UNIQUE (tenant, picture),
        FOREIGN KEY (tenant, picture) REFERENCES pictures (tenant, id)
        """)

    private static let registrationLinks = remade(
        "registration_links", columns: "tenant, id, digest, note, created, expires, maker",
        """
        tenant BLOB NOT NULL REFERENCES tenants (id),
        id BLOB NOT NULL CHECK (length(id) = 16),
        digest TEXT NOT NULL CHECK (length(digest) = 64),
        note TEXT NOT NULL,
        created INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        maker BLOB,
        PRIMARY KEY (tenant, id),
        UNIQUE (tenant, digest)
        """)

    private static let passkeyOwners = remade(
        "passkey_owners", columns: "tenant, account, handle",
        """
        tenant BLOB NOT NULL,
        account BLOB NOT NULL,
        handle BLOB NOT NULL CHECK (length(handle) BETWEEN 1 AND 64),
        PRIMARY KEY (tenant, account),
        UNIQUE (tenant, handle),
        FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        """)

    /// `last` is the greatest number that a message for other nodes had. SQLite counted for all tenants together.
    private static let outgoing =
        remade(
            "mesh_outgoing", columns: "tenant, number, subject, is_first, signer, draft",
            """
            tenant BLOB NOT NULL REFERENCES tenants (id),
            number INTEGER NOT NULL CHECK (number > 0),
            subject BLOB NOT NULL CHECK (length(subject) = 16),
            is_first INTEGER NOT NULL CHECK (is_first IN (0, 1)),
            signer BLOB NOT NULL CHECK (length(signer) = 16),
            draft BLOB NOT NULL,
            PRIMARY KEY (tenant, number)
            """) + """

            CREATE INDEX mesh_outgoing_by_subject ON mesh_outgoing (tenant, subject);

            CREATE TABLE mesh_outgoing_numbers (
                tenant BLOB PRIMARY KEY NOT NULL REFERENCES tenants (id),
                last INTEGER NOT NULL CHECK (last > 0)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO mesh_outgoing_numbers (tenant, last)
                SELECT tenant, max(number) FROM mesh_outgoing GROUP BY tenant;
            """

    private static let requestKeys = """
        DROP INDEX request_keys_by_age;
        CREATE INDEX request_keys_by_age ON request_keys (tenant, expires);
        """
}
