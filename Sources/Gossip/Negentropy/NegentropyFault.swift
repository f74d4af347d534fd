/// Why bytes are no message of Negentropy: what is wrong, and where.
package struct NegentropyFault: Error, Equatable, Sendable {
    package enum Cause: Sendable {
        /// The bytes end inside a range, or are none at all.
        case endsEarly
        /// The first byte is not the version of any Negentropy protocol (0x60 to 0x6f).
        case noVersion
        /// A server speaks another version than 1.
        case otherVersion
        /// A number of more than 64 bits.
        case numberTooLarge
        /// A bound that is not greater than the one before it.
        case boundDoesNotRise
        /// A bound with more than the 32 bytes of an id, or with any at infinity.
        case prefixTooLong
        /// A mode above 2.
        case unknownMode
        /// A list of more ids than the rest of the bytes can hold.
        case listTooLong
        /// More ranges than `Negentropy.Limits.ranges`.
        case tooManyRanges
    }

    package let cause: Cause
    /// Where the faulty part begins, in bytes from the start of the message.
    package let offset: Int

    package init(_ cause: Cause, at offset: Int) { (self.cause, self.offset) = (cause, offset) }
}
