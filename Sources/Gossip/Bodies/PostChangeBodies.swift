/// The body of an edit of a post. The message is about the post.
///
///     1  the whole new text
package struct EditBody: Equatable, Sendable {
    package let post: SubjectID
    package let text: String

    package init(of post: SubjectID, text: String) { (self.post, self.text) = (post, text) }

    package init(_ message: Message) throws(BodyFault) {
        post = try message.subject()
        text = try message.text(1).required(1)
    }

    package var fields: [BodyField] { [BodyField(1, text)] }
}

/// The body of the deletion of a post: empty. The message is about the post.
package struct DeletionBody: Equatable, Sendable {
    package let post: SubjectID

    package init(of post: SubjectID) { self.post = post }

    package init(_ message: Message) throws(BodyFault) { post = try message.subject() }
}
