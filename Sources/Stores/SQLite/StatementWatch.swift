import GRDB

/// Lets a test read the SQL of all statements on tables with tenants.
///
/// A class because Swift 6.3 passes the wrong type of a closure to a task-local value in optimised programs.
package final class StatementWatch: Sendable {
    /// Gets the statements of the stores that a task opens.
    @TaskLocal package static var current: StatementWatch?

    fileprivate let take: @Sendable (String) -> Void

    package init(_ take: @escaping @Sendable (String) -> Void) { self.take = take }
}

extension GRDB.Database {
    func trace(for watch: StatementWatch?) {
        guard let watch else { return }
        trace { event in
            if case .statement(let statement) = event { watch.take(statement.sql) }
        }
    }
}
