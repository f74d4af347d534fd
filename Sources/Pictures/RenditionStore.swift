package import FoundationEssentials

/// Stores the renditions of pictures by the pictures' ids, which are names without separators.
package protocol RenditionStore: Sendable {
    /// Stores the renditions of picture `id`; returns once they are safe. Throws if the store does not take all of them,
    /// and then leaves none, where it can.
    func keep(_ renditions: [Rendition], as id: String) async throws
    /// Returns those of `ids` of which any rendition is stored.
    func held(among ids: Set<String>) async throws -> Set<String>
    /// Returns a rendition of picture `id`: of `size`, or the largest below it; `nil` if there is none.
    func bytes(of id: String, _ size: PictureSize) async throws -> [UInt8]?
    /// Removes all renditions of pictures; removing none is no error. Throws the first fault; others of `ids` may be
    /// removed nevertheless.
    func remove(_ ids: Set<String>) async throws
    /// Returns the ids of the pictures with a rendition that was stored before `date`.
    func ids(keptBefore date: Date) async throws -> Set<String>
}

/// A store outside this machine could not do what the server asked.
package struct RenditionStoreFault: Error, Equatable, CustomStringConvertible {
    /// One line: the store, what it answered, and the remedy. It contains no secret.
    package let description: String

    package init(_ description: String) { self.description = description }
}
