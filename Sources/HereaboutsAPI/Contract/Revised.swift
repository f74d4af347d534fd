/// A change of an entry, based on its state at `revision`.
public struct Revised<Fields: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    public var revision: Int
    public var fields: Fields

    public init(revision: Int, fields: Fields) {
        self.revision = revision
        self.fields = fields
    }
}
