/// The body of a line in a room. What the line is about is the room.
///
///     1  the text: legible
///     2  the name that the author shows
package struct LineBody: Equatable, Sendable {
    package let text: String
    /// `nil` also where the message has one that nobody can read, or of several lines: the line is shown without it.
    package let name: String?

    /// Throws `.value` for a text that is not legible.
    package init(_ message: Message) throws(BodyFault) {
        text = try message.text(1).required(1)
        guard text.isLegible else { throw BodyFault(1, .value) }
        let shown = message.value(of: 2).flatMap { String(validating: $0, as: UTF8.self) }
        name = shown.flatMap { $0.isLegibleLine ? $0 : nil }
    }

    /// `text` is legible, and `name` is so on one line.
    package init(text: String, name: String?) { (self.text, self.name) = (text, name) }

    package var fields: [BodyField] { [BodyField(1, text)] + (name.map { [BodyField(2, $0)] } ?? []) }
}
