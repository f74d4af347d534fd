/// The body of a post's picture. The message is about the post, and its author is the post's.
///
///     1  the picture, a file in the format WebP
///     2  what it shows, for people who cannot see it; absent if the author did not say
package struct PictureBody: Equatable, Sendable {
    package let post: SubjectID
    package let file: [UInt8]
    package let text: String

    /// The greatest length of the file in bytes. The longest text fits beside it.
    package static let mostBytes = 45_056

    /// `file` has at most `mostBytes`.
    package init(of post: SubjectID, file: [UInt8], text: String) {
        (self.post, self.file, self.text) = (post, file, text)
    }

    package init(_ message: Message) throws(BodyFault) {
        post = try message.subject()
        let file = try message.value(of: 1).required(1)
        guard (1...Self.mostBytes).contains(file.count) else { throw BodyFault(1, .length) }
        self.file = Array(file)
        let text = try message.text(2)
        guard text?.isEmpty != true else { throw BodyFault(2, .length) }
        self.text = text ?? ""
    }

    package var fields: [BodyField] {
        [BodyField(tag: 1, value: file)] + (text.isEmpty ? [] : [BodyField(2, text)])
    }
}
