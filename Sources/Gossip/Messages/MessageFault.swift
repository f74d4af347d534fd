/// Why bytes are no message: which field is wrong, how, and where.
package struct MessageFault: Error, Equatable, Sendable {
    package enum Field: Sendable {
        case format, kind, reserved, place, time, author, about, bodyLength, body, signature, stamp
    }

    package enum Cause: Sendable {
        /// The bytes end inside the field.
        case endsEarly
        /// Bytes follow the last field.
        case goesOn
        /// A number that this version does not know.
        case unknown
        /// A field that must be zero is not.
        case notZero
        /// The author's key is a point of small order, or zero.
        case weakKey
        /// A body longer than its class allows.
        case tooLong
        /// A sealed body of another length than those to which senders pad.
        case notPadded
        /// A field of the body whose tag is not greater than the tag before it.
        case tagDoesNotRise
        /// A field of the body with a tag below 128 that its kind does not know.
        case unknownTag
    }

    package let field: Field
    package let cause: Cause
    /// Where the faulty field begins, in bytes from the start of the message; within the body, where its field begins.
    package let offset: Int

    package init(_ field: Field, _ cause: Cause, at offset: Int) {
        (self.field, self.cause, self.offset) = (field, cause, offset)
    }
}
