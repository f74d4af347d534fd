#if Postgres
    import PostgresLanes

    extension PlaceMove {
        /// Prepares the move of the place in the data folder at `folder` to PostgreSQL. Throws `StoreError`.
        package init(
            fromFolder folder: String, to server: PostgresServer, keys: PostgresKeyCluster
        ) throws {
            let source = try FolderSource(folder)
            self.init(from: source, to: try Self.connecting { try PostgresTarget(server, keys) })
        }

        /// Prepares the move of the place in PostgreSQL to the data folder at `folder`, which is there. Throws
        /// `StoreError`.
        package init(
            from server: PostgresServer, keys: PostgresKeyCluster, toFolder folder: String
        ) throws {
            self.init(from: try Self.connecting { try PostgresSource(server, keys) }, to: FolderTarget(folder))
        }

        private static func connecting<End>(_ body: () throws -> End) throws -> End {
            do { return try body() } catch let fault as PostgresFault {
                throw StoreError("PostgreSQL cannot be used: \(fault)")
            }
        }
    }
#endif
