#if Postgres
    import Backups
    import PostgresLanes

    /// A place in PostgreSQL, to be backed up: the same files that a move makes, while servers use the place.
    package struct PostgresPlace: PlaceDatabases {
        package let name = "PostgreSQL"
        private let place: String
        private let cluster: Cluster
        private let clusterOfKeys: Cluster
        private let patience: Duration

        /// Takes the name of the place and its clusters. A standby is read from if it shows within `patience` all that
        /// was committed before, else the primary.
        package init(
            of place: String, in server: PostgresServer, keys: PostgresKeyCluster, patience: Duration = .seconds(5)
        ) {
            (self.place, cluster, clusterOfKeys) = (place, server.cluster, keys.server.cluster)
            self.patience = patience
        }

        package func writeData(to folder: String, while check: @escaping () throws -> Void) throws {
            try Self.naming("the place") {
                // A standby may end a long read, or be lost: then the primary must do.
                if let standby = try currentStandby(while: check) {
                    do {
                        return try write([.community, .presence], of: standby, to: folder)
                    } catch is StoreError {
                        try check()
                    }
                }
                let primary = try PostgresSnapshot(of: place, on: cluster.connection(), while: check)
                try write([.community, .presence], of: primary, to: folder)
            }
        }

        package func writeKeys(to folder: String) throws {
            try Self.naming("the keys") {
                // A standby may still have keys that were destroyed.
                let keys = try PostgresSnapshot(of: place, on: clusterOfKeys.connection(), hasKeys: true)
                try write([.keys], of: keys, to: folder)
            }
        }

        private func write(
            _ realms: [PostgresTenant.Realm], of snapshot: PostgresSnapshot, to folder: String
        ) throws {
            try PlaceMove(from: snapshot, to: FolderTarget(folder, realms), realms).run { _ in }
        }

        /// Begins a snapshot at a standby that has all that was committed before the call; `nil` if there is none.
        private func currentStandby(while check: @escaping () throws -> Void) throws -> PostgresSnapshot? {
            // What shows the mark shows all commits before it. One that follows a replaced primary never does.
            let mark = Value.bytes((0..<16).map { _ in UInt8.random(in: 0...255) })
            try Schema.make([PostgresBackupNotes.step], on: cluster)
            try Schema.run(PostgresBackupNotes.marking(place, with: mark), on: cluster)
            let question = PostgresBackupNotes.isMarked(with: mark)
            guard let connection = cluster.standby(answering: question, within: patience) else { return nil }
            do { return try PostgresSnapshot(of: place, on: connection, while: check) } catch is PostgresFault {
                return nil
            }
        }

        /// Names `what` in faults of the databases.
        private static func naming(_ what: String, _ body: () throws -> Void) throws {
            do {
                try body()
            } catch let fault as PostgresFault {
                throw BackupFault("\(what) in PostgreSQL cannot be copied: \(fault)", isBusy: true)
            } catch let error as StoreError {
                throw BackupFault("\(what) in PostgreSQL cannot be copied: \(error)", isBusy: error.mayPass)
            }
        }
    }
#endif
