/// The reason that a backup or a restore failed: the thing, the cause and the remedy.
package struct BackupFault: Error, CustomStringConvertible, Equatable {
    package let description: String
    /// Whether a retry may succeed soon, when another process has finished.
    package let isBusy: Bool

    package init(_ description: String, isBusy: Bool = false) {
        (self.description, self.isBusy) = (description, isBusy)
    }
}
