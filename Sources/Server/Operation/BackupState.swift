/// The state of the backups.
package struct BackupState: Sendable, Equatable {
    /// When the last backup was made, in seconds since 1970; `nil` before the first.
    package var made: Int64?
    /// Why there is no backup since, or only a partial one, for operators; `nil` when all is well.
    package var problem: String?

    package init(made: Int64?, problem: String?) { (self.made, self.problem) = (made, problem) }
}
