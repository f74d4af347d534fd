/// The databases of a place that lie elsewhere than in its data folder. The module that owns them implements it.
package protocol PlaceDatabases: Sendable {
    /// Where they lie, for messages.
    var name: String { get }

    /// Writes the databases, those of keys excepted, into the folder `folder`, with the state of one moment. Blocks. Calls
    /// `check` every moment, and stops with its error. Throws `BackupFault`.
    func writeData(to folder: String, while check: @escaping () throws -> Void) throws

    /// Writes the databases of keys into the folder `folder`, with their current state. Blocks. Throws `BackupFault`.
    func writeKeys(to folder: String) throws
}

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
