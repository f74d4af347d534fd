/// The rules of the imprint: its content, and who changes it. All visitors may read it.
package struct Imprints: Sendable {
    private let store: any ImprintStore
    private let now: @Sendable () -> Timestamp

    package init(store: some ImprintStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// The maximum number of characters of the lines and of the text, and of pictures.
    package static let lineLength = 200
    package static let textLength = 20_000
    package static let pictures = 6

    package func current() async throws -> Imprint { try await store.imprint() }

    /// Whether the imprint shows a picture.
    package func shows(_ picture: PictureID) async throws -> Bool {
        try await current().content.pictures.contains { $0.id == picture }
    }

    /// Changes the imprint; throws `notAllowed`, `invalid`, `changedMeanwhile`, `pictureUnavailable`.
    package func change(
        to content: Imprint.Content, at revision: Int, by editor: Account
    ) async throws -> Imprint {
        guard editor.role == .operator else { throw CommunityFault.notAllowed }
        try Self.check(content)
        return try await store.setImprint(content, at: revision, by: editor.id, at: now())
    }

    private static func check(_ content: Imprint.Content) throws(CommunityFault) {
        for (line, field) in [(content.title, "title"), (content.contact, "contact")] {
            guard let line else { continue }
            try Timeline.check(line, field, maximum: lineLength)
            guard !line.contains(where: \.isNewline) else { throw .invalid(field: field, reason: "must be one line") }
        }
        if let text = content.text { try Timeline.check(text, "text", maximum: textLength) }
        guard content.pictures.count <= pictures, Set(content.pictures.map(\.id)).count == content.pictures.count
        else { throw .invalid(field: "pictures", reason: "must be at most \(pictures) different pictures") }
        for picture in content.pictures where !picture.text.isEmpty {
            try Timeline.check(picture.text, "pictures.text", maximum: Timeline.pictureTextLength)
        }
    }
}
