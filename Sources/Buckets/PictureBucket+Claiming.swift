import Pictures

extension PictureBucket {
    /// The object that says whose pictures are below the prefix. The sweep removes what its server does not know, so two
    /// servers with data of their own must not share a prefix.
    private var mark: String { "\(bucket.location.prefix)hereabouts.txt" }

    private static let heading = "Pictures of a Hereabouts server, which adds and removes what is beside this file."

    /// Checks that the store answers, the key is good and the pictures there are those of `owners`, ids of places of which
    /// one is enough; changes nothing. Throws `RenditionStoreFault`. Returns whether the prefix has a mark already.
    @discardableResult
    package func check(_ owners: Set<String>) async throws -> Bool {
        _ = try await bucket.page(most: 1)
        guard let content = try await bucket.object(mark) else { return false }
        let lines = String(decoding: content.prefix(1 << 16), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.dropFirst().contains(where: { owners.contains(String($0)) }) else {
            throw RenditionStoreFault(
                "\(bucket.location.name) has the pictures of another data folder; name another prefix in the setting "
                    + "pictures, or remove \(mark) there if no server uses them any more")
        }
        return true
    }

    /// Checks the same, and marks the prefix as that of `owners` if it has no mark.
    package func claim(_ owners: Set<String>) async throws {
        guard try await !check(owners) else { return }
        let text = ([Self.heading] + owners.sorted()).map { $0 + "\n" }.joined()
        if try await bucket.put([UInt8](text.utf8), as: mark, type: "text/plain", ifNew: true) { return }
        // Another server was first: is it one of the same place?
        try await check(owners)
    }
}
