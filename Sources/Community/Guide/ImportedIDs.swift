import Crypto

/// The ids of an import's entries, derived from its content: the same guide gets the same ids, so a second import
/// recognises it.
package struct ImportedIDs: Sendable {
    private let digest: [UInt8]
    /// The number of imports of the guide after a deletion of all of it.
    package let generation: UInt32

    /// Makes the ids of a guide with these parts, in their order.
    package init(of parts: some Sequence<[UInt8]>) {
        var hash = SHA256()
        // Each part enters by its digest, so that different lists of parts cannot look the same.
        for part in parts { hash.update(data: Self.digest(of: part)) }
        self.init(digest: Array(hash.finalize()), generation: 0)
    }

    /// Returns the digest that replaces a part too large to keep until all parts are there.
    package static func digest(of part: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: part)) }

    private init(digest: [UInt8], generation: UInt32) {
        self.digest = digest
        self.generation = generation
    }

    /// The ids to use after those of this generation.
    package var next: ImportedIDs { ImportedIDs(digest: digest, generation: generation + 1) }

    /// Returns the id of the entry at `position`: a UUID of version 8 (RFC 9562 §5.8).
    package subscript(position: Int) -> GuideID {
        var hash = SHA256()
        hash.update(data: digest)
        hash.update(data: Self.bytes(generation) + Self.bytes(UInt32(position)))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        guard let id = GuideID(bytes: bytes) else { preconditionFailure("a digest has more than sixteen bytes") }
        return id
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
}
