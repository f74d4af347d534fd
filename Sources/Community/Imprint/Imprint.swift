import GeoCore

/// The operators' page about themselves: who runs the place, why, and how to reach them.
package struct Imprint: Sendable, Equatable {
    package var content: Content
    /// 0 for an imprint never written; each change adds 1.
    package var revision: Int
    package var changed: HybridTime

    package init(content: Content, revision: Int, changed: HybridTime) {
        self.content = content
        self.revision = revision
        self.changed = changed
    }

    /// The imprint before operators wrote any.
    package static let empty = Imprint(content: Content(), revision: 0, changed: HybridTime(rawValue: 0))

    package struct Content: Sendable, Equatable {
        package var title: String?
        /// Paragraphs, separated by empty lines.
        package var text: String?
        /// One line, such as an email address.
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

/// Stores the imprint. A call returns when its changes are on disk.
package protocol ImprintStore: Sendable {
    /// Returns the imprint, or `empty` if there is none.
    func imprint() async throws -> Imprint
    /// Replaces the imprint if it is still at `revision`, and returns the new one. `time` is the time of the change.
    /// The imprint uses its pictures from then on, so nobody else can.
    ///
    /// Throws the `CommunityFault`s `changedMeanwhile` if the imprint is at another revision, and `pictureUnavailable`
    /// for a new picture that somebody else uploaded or that is in use.
    func setImprint(
        _ content: Imprint.Content, at revision: Int, by editor: AccountID, at time: Timestamp
    ) async throws -> Imprint
}
