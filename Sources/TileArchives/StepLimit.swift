import GRDB
import GRDBSQLite
import Synchronization

/// Ends SQLite's work on a file from elsewhere: a view in it may never end, or make values of gigabytes.
///
/// A class because SQLite keeps a pointer to it. The configuration of a database holds it as long as its connections.
final class StepLimit: Sendable {
    /// SQLite asks after so many steps of its virtual machine.
    private static let stride = 1000
    /// The most bytes of a value: no picture that is used, and no text, has as many.
    private static let longestValue: Int32 = 16 << 20

    /// How often SQLite may still ask.
    private let rest = Atomic(Int.max)

    /// Watches over a connection.
    func watch(_ database: Database) {
        unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Self.longestValue)
        // The context is this object, which outlives the connection.
        unsafe sqlite3_progress_handler(
            database.sqliteConnection, Int32(Self.stride),
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<StepLimit>.fromOpaque(context).takeUnretainedValue().isSpent ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private var isSpent: Bool { rest.subtract(1, ordering: .relaxed).newValue < 0 }

    /// Calls `body`, whose statements may take `steps` steps together: then they end with `SQLITE_INTERRUPT`.
    func within<Result>(_ steps: Int, _ body: () throws -> Result) rethrows -> Result {
        rest.store(steps / Self.stride, ordering: .relaxed)
        defer { rest.store(.max, ordering: .relaxed) }
        return try body()
    }
}
