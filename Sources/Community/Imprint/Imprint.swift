/// What operators tell of themselves: who runs the place, why, and how they are reached.
package struct Imprint: Sendable, Equatable {
    package var content: Content
    /// 0 before anything was told, one more with each change.
    package var revision: Int
    package var changed: HybridTime

    package init(content: Content, revision: Int, changed: HybridTime) {
        self.content = content
        self.revision = revision
        self.changed = changed
    }

    /// What there is before anybody told anything.
    package static let untold = Imprint(content: Content(), revision: 0, changed: HybridTime(rawValue: 0))

    package struct Content: Sendable, Equatable {
        package var title: String?
        /// Paragraphs, with an empty line between them.
        package var text: String?
        /// One line, such as an address to write to.
        package var contact: String?
        package var pictures: [ShownPicture]

        package init(
            title: String? = nil, text: String? = nil, contact: String? = nil, pictures: [ShownPicture] = []
        ) {
            self.title = title
            self.text = text
            self.contact = contact
            self.pictures = pictures
        }
    }
}

/// Keeps the imprint. What a call has written is on the disk when it returns.
package protocol ImprintStore: Sendable {
    /// The imprint, or `untold`.
    func imprint() async throws -> Imprint
    /// Makes the imprint, which is at `revision`, another, and returns it with the sizes of its pictures; throws
    /// `changedMeanwhile`, and `pictureNotFree` for one that is neither in the imprint nor `editor`'s and unused.
    /// Pictures become the imprint's.
    func setImprint(
        _ content: Imprint.Content, at revision: Int, by editor: AccountID, at milliseconds: Int64
    ) async throws -> Imprint
}
