#if Postgres
    import Foundation

    /// A place to be copied, which nobody writes meanwhile.
    protocol PlaceSource {
        /// The id of the place in a realm's tables.
        func tenant(in realm: PostgresTenant.Realm) -> Data

        /// The count of changes of the keys.
        var generation: Int64 { get }

        /// The last time that the community's rows have.
        var lastTime: Int64 { get }

        /// Runs `body` with a realm's tables, as they are at one moment.
        func read(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws

        /// Throws `StoreError` if somebody has written to the place since the first read.
        func checkUnchanged() throws
    }

    /// Where a place is copied to.
    protocol PlaceTarget {
        /// Removes what an unfinished move left, and marks the target as unfinished. Throws `StoreError` if it has a
        /// place.
        func begin(_ source: any PlaceSource) throws

        /// The id that the place of `source` gets in a realm's tables.
        func tenant(in realm: PostgresTenant.Realm, of source: any PlaceSource) -> Data

        /// Runs `body` with a realm's tables, outside transactions.
        func write(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws

        /// Adds what follows from the copied rows, brings all to the disk, and marks the target as whole.
        func complete(_ source: any PlaceSource) throws
    }
#endif
