/// How backups go.
package struct BackupState: Sendable, Equatable {
    /// When the last one was made, in seconds since 1970; `nil` before the first.
    package var made: Int64?
    /// Why none was made since, or not all of it, for operators; `nil` when all is well.
    package var problem: String?

    package init(made: Int64?, problem: String?) { (self.made, self.problem) = (made, problem) }
}
