/// The body of a change of the guide: one field of one entry, or the order of a list. The message is about the entry or
/// the list.
///
///     1  the number of the field (1)
///     2  its value; absent where the field is empty now
package struct GuideChangeBody: Equatable, Sendable {
    package let entry: SubjectID
    package let field: UInt8
    package let value: [UInt8]?

    package init(of entry: SubjectID, field: UInt8, value: [UInt8]?) {
        (self.entry, self.field, self.value) = (entry, field, value)
    }

    package init(_ message: Message) throws(BodyFault) {
        entry = try message.subject()
        field = UInt8(truncatingIfNeeded: try message.number(1, bytes: 1).required(1))
        value = message.value(of: 2).map { Array($0) }
    }

    package var fields: [BodyField] {
        [BodyField(1, UInt64(field), bytes: 1)] + (value.map { [BodyField(tag: 2, value: $0)] } ?? [])
    }
}
