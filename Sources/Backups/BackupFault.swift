/// Why something cannot be kept or brought back: the thing, the cause and the remedy.
package struct BackupFault: Error, CustomStringConvertible, Equatable {
    package let description: String
    /// Whether it would go in a moment, when somebody else is done.
    package let isBusy: Bool

    package init(_ description: String, isBusy: Bool = false) {
        (self.description, self.isBusy) = (description, isBusy)
    }
}
