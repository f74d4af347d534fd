import GRDB

/// The tables of `presence.sqlite`, as steps; released steps never change.
enum PresenceMigrations {
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 positions, devices, sharing") { try $0.execute(sql: positionsDevicesSharing) }
        migrator.registerMigration("2 circles") { try $0.execute(sql: circles) }
        migrator.registerMigration("3 visits") { try $0.execute(sql: visits) }
        migrator.registerMigration("4 recent positions") { try $0.execute(sql: recentPositions) }
        migrator.registerMigration("5 use of limits") { try $0.execute(sql: positionUse) }
        migrator.registerMigration("6 renewed invitations") { try $0.execute(sql: renewedInvitations) }
        migrator.registerMigration("7 keys of queue reports") { try $0.execute(sql: queueKeys) }
        migrator.registerMigration("8 the tenant in every key") { try $0.execute(sql: tenantInKeys) }
        return migrator
    }

    /// `hour` is counted since 1970, `number` grows for each person, and only the person's key `key` opens `sealed`;
    /// `created` and `asked` are milliseconds since 1970. A row of friends records that one person asked the other.
    private static let positionsDevicesSharing = """
        CREATE TABLE tenants (
            id BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
            name TEXT NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE positions (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            person BLOB NOT NULL CHECK (length(person) = 16),
            hour INTEGER NOT NULL CHECK (hour >= 0),
            number INTEGER NOT NULL CHECK (number > 0),
            key INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (tenant, person, hour, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE devices (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            person BLOB NOT NULL CHECK (length(person) = 16),
            kind INTEGER NOT NULL CHECK (kind >= 0),
            name TEXT NOT NULL,
            token BLOB NOT NULL CHECK (length(token) = 32),
            created INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, token)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX devices_by_person ON devices (tenant, person, id);

        CREATE TABLE sharing (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            person BLOB NOT NULL CHECK (length(person) = 16),
            revision INTEGER NOT NULL CHECK (revision > 0),
            key INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (tenant, person)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE friends (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            person BLOB NOT NULL CHECK (length(person) = 16),
            other BLOB NOT NULL CHECK (length(other) = 16 AND other <> person),
            asked INTEGER NOT NULL,
            PRIMARY KEY (tenant, person, other)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friends_by_other ON friends (tenant, other, person);

        CREATE TABLE contributions (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            hour INTEGER NOT NULL,
            place INTEGER NOT NULL,
            token BLOB NOT NULL CHECK (length(token) = 16),
            PRIMARY KEY (tenant, hour, place, token)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contributions_by_token ON contributions (tenant, token);

        CREATE TABLE queue_reports (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            time INTEGER NOT NULL,
            place INTEGER NOT NULL,
            minutes INTEGER NOT NULL CHECK (minutes >= 0)
        ) STRICT;
        CREATE INDEX queue_reports_by_time ON queue_reports (tenant, time);

        CREATE TABLE home_grids (
            tenant BLOB PRIMARY KEY NOT NULL REFERENCES tenants (id),
            divided TEXT NOT NULL CHECK (json_valid(divided))
        ) STRICT, WITHOUT ROWID;
        """

    /// `ends` is milliseconds since 1970; `precision` is the precision that others see of a member.
    private static let circles = """
        CREATE TABLE circles (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            id BLOB NOT NULL CHECK (length(id) = 16),
            kind INTEGER NOT NULL CHECK (kind >= 0),
            owner BLOB NOT NULL CHECK (length(owner) = 16),
            name TEXT NOT NULL,
            ends INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE circle_members (
            tenant BLOB NOT NULL,
            circle BLOB NOT NULL,
            person BLOB NOT NULL CHECK (length(person) = 16),
            precision INTEGER NOT NULL CHECK (precision >= 0),
            PRIMARY KEY (tenant, circle, person),
            FOREIGN KEY (tenant, circle) REFERENCES circles (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// `day` is counted since 1970; only the person's key `key` opens `sealed`.
    private static let visits = """
        CREATE TABLE visits (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            person BLOB NOT NULL CHECK (length(person) = 16),
            day INTEGER NOT NULL CHECK (day >= 0),
            key INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (tenant, person, day)
        ) STRICT, WITHOUT ROWID;
        """

    /// The numbers of kept and dropped positions of a person on `day`, counted since 1970.
    private static let positionUse = """
        CREATE TABLE position_use (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            person BLOB NOT NULL CHECK (length(person) = 16),
            day INTEGER NOT NULL CHECK (day >= 0),
            reported INTEGER NOT NULL CHECK (reported >= 0),
            added INTEGER NOT NULL CHECK (added >= 0),
            left_out INTEGER NOT NULL CHECK (left_out >= 0),
            PRIMARY KEY (tenant, person)
        ) STRICT, WITHOUT ROWID;
        """

    /// `digest` and `content` are digests of 32 bytes, which name neither a person nor a report; `expires` is the end of a
    /// day, in milliseconds since 1970.
    private static let queueKeys = """
        CREATE TABLE queue_keys (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            content BLOB NOT NULL CHECK (length(content) = 32),
            expires INTEGER NOT NULL,
            PRIMARY KEY (tenant, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX queue_keys_by_age ON queue_keys (tenant, expires);
        """

    /// The number of renewals of a circle's invitation.
    private static let renewedInvitations = """
        ALTER TABLE circles ADD COLUMN renewals INTEGER NOT NULL DEFAULT 0 CHECK (renewals >= 0);
        """

    /// `number` tells reports of the same millisecond apart.
    private static let tenantInKeys = Migrations.remade(
        "queue_reports", columns: "tenant, time, number, place, minutes",
        from: "tenant, time, row_number() OVER (PARTITION BY tenant, time ORDER BY rowid), place, minutes",
        """
        tenant BLOB NOT NULL REFERENCES tenants (id),
        time INTEGER NOT NULL,
        number INTEGER NOT NULL CHECK (number > 0),
        place INTEGER NOT NULL,
        minutes INTEGER NOT NULL CHECK (minutes >= 0),
        PRIMARY KEY (tenant, time, number)
        """)

    /// The latest pieces of all people in order of arrival, until an hour's pieces are merged into `positions`.
    ///
    /// A commit for many people then writes a page or two, instead of one for each of them. An index in memory finds a
    /// person's rows; the database does not check `tenant`.
    private static let recentPositions = """
        CREATE TABLE recent_positions (
            row INTEGER PRIMARY KEY,
            tenant BLOB NOT NULL,
            person BLOB NOT NULL CHECK (length(person) = 16),
            hour INTEGER NOT NULL CHECK (hour >= 0),
            number INTEGER NOT NULL CHECK (number > 0),
            key INTEGER NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT;
        """
}

/// The tables of `keys.sqlite`, as steps; released steps never change.
enum KeyMigrations {
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 keys of people") { try $0.execute(sql: keys) }
        return migrator
    }

    private static let keys = """
        CREATE TABLE tenants (
            id BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
            name TEXT NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE person_keys (
            tenant BLOB NOT NULL REFERENCES tenants (id),
            person BLOB NOT NULL CHECK (length(person) = 16),
            purpose INTEGER NOT NULL CHECK (purpose >= 0),
            key BLOB NOT NULL CHECK (length(key) = 32),
            PRIMARY KEY (tenant, person, purpose)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE statistics_keys (
            tenant BLOB PRIMARY KEY NOT NULL REFERENCES tenants (id),
            key BLOB NOT NULL CHECK (length(key) = 32)
        ) STRICT, WITHOUT ROWID;
        """
}
