/// The latest backup of a place that has several servers, as one of them noted it for all.
package struct BackupNote: Sendable, Equatable {
    /// When it was made, in seconds since 1970.
    package let made: Int64
    /// The name of the machine whose server made it.
    package let machine: String
    /// The backup's folder there.
    package let folder: String

    package init(made: Int64, machine: String, folder: String) {
        (self.made, self.machine, self.folder) = (made, machine, folder)
    }
}
