import GRDB

/// Lets a test read the SQL of all statements on tables with tenants.
package enum StatementWatch {
    package typealias Watcher = @Sendable (String) -> Void

    /// Gets the statements of the stores that a task opens.
    @TaskLocal package static var current: Watcher?
}

extension GRDB.Database {
    func trace(for watch: StatementWatch.Watcher?) {
        guard let watch else { return }
        trace { event in
            if case .statement(let statement) = event { watch(statement.sql) }
        }
    }
}
