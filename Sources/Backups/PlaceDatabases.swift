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
