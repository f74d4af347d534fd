import GRDB

/// The tables, as steps from an empty database to the current schema. Released steps never change: existing databases
/// have run them.
enum Migrations {
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts, sessions, posts, reports") { try $0.execute(sql: accountsAndPosts) }
        migrator.registerMigration("2 pictures") { try $0.execute(sql: pictures) }
        migrator.registerMigration("3 guide") { try $0.execute(sql: guide) }
        migrator.registerMigration("4 simulated posts") { try $0.execute(sql: simulated) }
        migrator.registerMigration("5 hidden posts") { try $0.execute(sql: hidden) }
        migrator.registerMigration("6 imprint") { try $0.execute(sql: imprint) }
        migrator.registerMigration("7 what pictures take") { try $0.execute(sql: pictureBytes) }
        migrator.registerMigration("8 overlay") { try $0.execute(sql: overlay) }
        migrator.registerMigration("9 posts of a day") { try $0.execute(sql: postCounts) }
        migrator.registerMigration("10 registration links") { try $0.execute(sql: registrationLinks) }
        migrator.registerMigration("11 history of accounts") { try $0.execute(sql: history) }
        migrator.registerMigration("12 passkeys") { try $0.execute(sql: passkeys) }
        migrator.registerMigration("13 origins of sessions and registration links") { try $0.execute(sql: origins) }
        migrator.registerMigration("14 games of bocce") { try $0.execute(sql: bocceGames) }
        migrator.registerMigration("15 games that follow others") { try $0.execute(sql: nextGames) }
        migrator.registerMigration("16 late posts and keys of requests") { try $0.execute(sql: lateRequests) }
        migrator.registerMigration("17 pictures of versions of the guide") { try $0.execute(sql: versionPictures) }
        migrator.registerMigration("18 posts of the mesh") { try $0.execute(sql: meshPosts) }
        migrator.registerMigration("19 pictures of posts of the mesh") { try $0.execute(sql: meshPictures) }
        migrator.registerMigration("20 the tenant in every key") { try $0.execute(sql: tenantInKeys) }
        return migrator
    }

    /// Ids have 16 bytes; `created` and `changed` are hybrid times, `expires` milliseconds since 1970.
    private static let accountsAndPosts = """
        CREATE TABLE tenants (
            id BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
            name TEXT NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE accounts (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            name TEXT NOT NULL,
            folded_name TEXT NOT NULL,
            role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 2),
            password TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, folded_name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sessions (
            tenant BLOB NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 16),
            account BLOB NOT NULL,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 1),
            label TEXT NOT NULL,
            token BLOB NOT NULL CHECK (length(token) = 32),
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, token),
            FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_by_account ON sessions (tenant, account, id);

        CREATE TABLE posts (
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
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, author) REFERENCES accounts (tenant, id),
            CHECK ((latitude_e7 IS NULL) = (longitude_e7 IS NULL) AND (latitude_e7 IS NULL) = (place IS NULL)
                AND (latitude_e7 IS NULL) = (facing IS NULL) AND (latitude_e7 IS NULL) = (speed IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shown_posts_by_age ON posts (tenant, created, id) WHERE state = 0;
        CREATE INDEX posts_by_change ON posts (tenant, changed);
        CREATE INDEX posts_by_author ON posts (tenant, author) WHERE author IS NOT NULL;

        CREATE TABLE post_keys (
            tenant BLOB NOT NULL,
            account BLOB NOT NULL,
            key TEXT NOT NULL,
            post BLOB NOT NULL,
            expires INTEGER NOT NULL,
            PRIMARY KEY (tenant, account, key),
            FOREIGN KEY (tenant, post) REFERENCES posts (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX post_keys_by_age ON post_keys (expires);

        CREATE TABLE reports (
            tenant BLOB NOT NULL,
            post BLOB NOT NULL,
            reporter BLOB NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 16),
            reason TEXT NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (tenant, post, reporter),
            FOREIGN KEY (tenant, post) REFERENCES posts (tenant, id),
            FOREIGN KEY (tenant, reporter) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reports_by_age ON reports (tenant, created);
        CREATE INDEX reports_by_reporter ON reports (tenant, reporter);
        """

    /// `created` is milliseconds since 1970; a picture is in at most one post.
    private static let pictures = """
        CREATE TABLE pictures (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            owner BLOB,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            created INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, owner) REFERENCES accounts (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pictures_by_age ON pictures (tenant, created);
        CREATE INDEX pictures_by_owner ON pictures (tenant, owner) WHERE owner IS NOT NULL;

        ALTER TABLE posts ADD COLUMN picture BLOB REFERENCES pictures (id);
        ALTER TABLE posts ADD COLUMN picture_width INTEGER CHECK ((picture_width IS NULL) = (picture IS NULL));
        ALTER TABLE posts ADD COLUMN picture_height INTEGER CHECK ((picture_height IS NULL) = (picture IS NULL));
        ALTER TABLE posts ADD COLUMN picture_text TEXT CHECK ((picture_text IS NULL) = (picture IS NULL));
        CREATE UNIQUE INDEX posts_by_picture ON posts (picture) WHERE picture IS NOT NULL;
        """

    private static let simulated = """
        ALTER TABLE posts ADD COLUMN simulated INTEGER NOT NULL DEFAULT 0 CHECK (simulated IN (0, 1));
        """

    private static let hidden = """
        CREATE INDEX hidden_posts_by_change ON posts (tenant, changed, id) WHERE state = 1;
        """

    /// `bytes` of earlier pictures are estimates: all sizes together take about a byte for four pixels of the largest.
    private static let pictureBytes = """
        ALTER TABLE pictures ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);
        ALTER TABLE pictures ADD COLUMN guide INTEGER NOT NULL DEFAULT 0 CHECK (guide IN (0, 1));
        UPDATE pictures SET bytes = width * height / 4, guide = EXISTS (
            SELECT 1 FROM guide_versions WHERE guide_versions.tenant = pictures.tenant
                AND guide_versions.picture = pictures.id);
        CREATE INDEX pictures_by_share ON pictures (tenant, guide, owner, bytes);
        """

    /// `content` is JSON (`StoredGuideContent`); `embargo` is milliseconds since 1970, `created`, `changed` and `time`
    /// are hybrid times.
    private static let guide = """
        CREATE TABLE guide_entries (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
            venue BLOB,
            rank INTEGER NOT NULL,
            content TEXT NOT NULL CHECK (json_valid(content)),
            published INTEGER NOT NULL CHECK (published IN (0, 1)),
            embargo INTEGER,
            deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
            revision INTEGER NOT NULL CHECK (revision > 0),
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, venue) REFERENCES guide_entries (tenant, id),
            CHECK ((kind = 1) = (venue IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX guide_by_order ON guide_entries (tenant, kind, venue, rank);
        CREATE INDEX guide_by_venue ON guide_entries (tenant, venue) WHERE venue IS NOT NULL;
        CREATE INDEX guide_by_change ON guide_entries (tenant, changed);

        CREATE TABLE guide_versions (
            tenant BLOB NOT NULL,
            entry BLOB NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            content TEXT NOT NULL CHECK (json_valid(content)),
            picture BLOB REFERENCES pictures (id),
            published INTEGER NOT NULL CHECK (published IN (0, 1)),
            embargo INTEGER,
            deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
            editor BLOB,
            time INTEGER NOT NULL,
            PRIMARY KEY (tenant, entry, revision),
            FOREIGN KEY (tenant, entry) REFERENCES guide_entries (tenant, id),
            FOREIGN KEY (tenant, editor) REFERENCES accounts (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX guide_versions_by_time ON guide_versions (tenant, time);
        CREATE INDEX guide_versions_by_picture ON guide_versions (tenant, picture) WHERE picture IS NOT NULL;
        CREATE INDEX guide_versions_by_editor ON guide_versions (tenant, editor) WHERE editor IS NOT NULL;

        CREATE TABLE guide_votes (
            tenant BLOB NOT NULL,
            work BLOB NOT NULL,
            account BLOB NOT NULL,
            PRIMARY KEY (tenant, work, account),
            FOREIGN KEY (tenant, work) REFERENCES guide_entries (tenant, id),
            FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX guide_votes_by_account ON guide_votes (tenant, account);
        """

    /// `changed` is a hybrid time; a picture is at most once in the imprint, and then nowhere else.
    private static let imprint = """
        CREATE TABLE imprints (
            tenant BLOB PRIMARY KEY NOT NULL REFERENCES tenants (id),
            title TEXT,
            text TEXT,
            contact TEXT,
            revision INTEGER NOT NULL CHECK (revision > 0),
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE imprint_pictures (
            tenant BLOB NOT NULL REFERENCES imprints (tenant),
            rank INTEGER NOT NULL,
            picture BLOB NOT NULL UNIQUE REFERENCES pictures (id),
            text TEXT NOT NULL,
            PRIMARY KEY (tenant, rank)
        ) STRICT, WITHOUT ROWID;
        """

    /// `digest` is SHA-256 in hexadecimal digits; `created` and `expires` are milliseconds since 1970.
    private static let registrationLinks = """
        CREATE TABLE registration_links (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
            note TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        """

    /// `confirmed` and `used` are milliseconds since 1970, 0 for never and for unknown. A row of history records
    /// `count` events on one day, the last at `time`, in milliseconds since 1970; `number` grows for each account.
    private static let history = """
        ALTER TABLE sessions ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
        UPDATE sessions SET used = created;

        CREATE TABLE account_history (
            tenant BLOB NOT NULL,
            account BLOB NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            kind INTEGER NOT NULL CHECK (kind >= 0),
            text TEXT NOT NULL,
            time INTEGER NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (tenant, account, number),
            FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// `handle` identifies the account to authenticators, and `credential` the passkey; `public_key` is a COSE_Key, and
    /// `transports` words separated by spaces. `created` and `used` are milliseconds since 1970.
    private static let passkeys = """
        CREATE TABLE passkey_owners (
            tenant BLOB NOT NULL,
            account BLOB NOT NULL,
            handle BLOB NOT NULL UNIQUE CHECK (length(handle) BETWEEN 1 AND 64),
            PRIMARY KEY (tenant, account),
            FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE passkeys (
            tenant BLOB NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 16),
            account BLOB NOT NULL,
            label TEXT NOT NULL,
            credential BLOB NOT NULL CHECK (length(credential) BETWEEN 1 AND 1023),
            public_key BLOB NOT NULL,
            sign_count INTEGER NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
            is_backup_eligible INTEGER NOT NULL CHECK (is_backup_eligible IN (0, 1)),
            is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
            was_user_verified INTEGER NOT NULL CHECK (was_user_verified IN (0, 1)),
            transports TEXT NOT NULL,
            created INTEGER NOT NULL,
            used INTEGER,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, credential),
            FOREIGN KEY (tenant, account) REFERENCES passkey_owners (tenant, account) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX passkeys_by_account ON passkeys (tenant, account);
        """

    /// `passkey` began the session, `maker` made the link, and `is_rest` marks the entry that counts the rest of a day.
    private static let origins = """
        ALTER TABLE sessions ADD COLUMN passkey BLOB;
        ALTER TABLE registration_links ADD COLUMN maker BLOB;
        ALTER TABLE account_history ADD COLUMN is_rest INTEGER NOT NULL DEFAULT 0 CHECK (is_rest IN (0, 1));
        """

    /// The drawn features are JSON; `changed` is a hybrid time.
    private static let overlay = """
        CREATE TABLE overlays (
            tenant BLOB PRIMARY KEY NOT NULL REFERENCES tenants (id),
            draft TEXT NOT NULL CHECK (json_valid(draft)),
            published TEXT NOT NULL CHECK (json_valid(published)),
            revision INTEGER NOT NULL CHECK (revision > 0),
            published_revision INTEGER NOT NULL CHECK (published_revision BETWEEN 0 AND revision),
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// `blue` and `orange` are digests of the players' secrets, `throws` three numbers of 32 bits a throw, `ending` 0 if a
    /// player left and 1 if their device got another result; `changed` is milliseconds since 1970.
    private static let bocceGames = """
        CREATE TABLE bocce_games (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            code TEXT NOT NULL CHECK (length(code) = 8),
            width INTEGER NOT NULL,
            length INTEGER NOT NULL,
            resistance INTEGER NOT NULL,
            angular_damping INTEGER NOT NULL,
            first INTEGER NOT NULL CHECK (first IN (0, 1)),
            turn_seconds INTEGER NOT NULL CHECK (turn_seconds > 0),
            blue BLOB CHECK (length(blue) = 32),
            orange BLOB CHECK (length(orange) = 32),
            throws BLOB NOT NULL CHECK (length(throws) % 12 = 0),
            ending INTEGER CHECK (ending IN (0, 1)),
            ending_team INTEGER CHECK (ending_team IN (0, 1)),
            changed INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision >= 0),
            PRIMARY KEY (tenant, code)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX bocce_games_by_blue ON bocce_games (tenant, blue);
        CREATE INDEX bocce_games_by_time ON bocce_games (tenant, changed);
        """

    /// `next` is the code of the game that the same players play next. With `keeps_places`, nobody else may take a free
    /// place.
    private static let nextGames = """
        ALTER TABLE bocce_games ADD COLUMN next TEXT CHECK (length(next) = 8);
        ALTER TABLE bocce_games ADD COLUMN keeps_places INTEGER NOT NULL DEFAULT 0 CHECK (keeps_places IN (0, 1));
        """

    /// `written` and `expires` are milliseconds since 1970, `content` is SHA-256 of a request, and `account` is empty for
    /// guests. Keys of posts were kept for a day, and now for thirty.
    private static let lateRequests = """
        ALTER TABLE posts ADD COLUMN written INTEGER;

        CREATE TABLE request_keys (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            account BLOB NOT NULL,
            key TEXT NOT NULL,
            object BLOB NOT NULL CHECK (length(object) = 16),
            content BLOB CHECK (length(content) = 32),
            expires INTEGER NOT NULL,
            PRIMARY KEY (tenant, account, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX request_keys_by_age ON request_keys (expires);
        CREATE INDEX request_keys_by_account ON request_keys (tenant, account, expires);

        INSERT INTO request_keys SELECT tenant, account, key, post, NULL, expires + 29 * 86400000 FROM post_keys;
        DROP TABLE post_keys;
        """

    /// The pictures of each version of the guide, also floor plans. The column `guide_versions.picture` is empty from now
    /// on: SQLite cannot drop a column with a foreign key.
    private static let versionPictures = """
        CREATE TABLE guide_version_pictures (
            tenant BLOB NOT NULL,
            entry BLOB NOT NULL,
            revision INTEGER NOT NULL,
            picture BLOB NOT NULL REFERENCES pictures (id),
            PRIMARY KEY (tenant, entry, revision, picture),
            FOREIGN KEY (tenant, entry, revision) REFERENCES guide_versions (tenant, entry, revision)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX guide_version_pictures_by_picture ON guide_version_pictures (picture);

        INSERT INTO guide_version_pictures (tenant, entry, revision, picture)
            SELECT tenant, entry, revision, picture FROM guide_versions WHERE picture IS NOT NULL;
        UPDATE guide_versions SET picture = NULL WHERE picture IS NOT NULL;
        """

    /// The number of posts of an account on `day`, counted since 1970.
    private static let postCounts = """
        CREATE TABLE post_counts (
            tenant BLOB NOT NULL,
            account BLOB NOT NULL,
            day INTEGER NOT NULL CHECK (day >= 0),
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (tenant, account),
            FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
