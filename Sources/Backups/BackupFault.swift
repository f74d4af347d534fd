/// Why something cannot be kept or brought back: the thing, the cause and the remedy.
package struct BackupFault: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) { self.description = description }
}
