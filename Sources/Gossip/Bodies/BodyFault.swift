/// Why the body of a message does not say what its kind must say. The message is whole and signed all the same, so
/// nodes keep it and pass it on; it changes nothing.
package struct BodyFault: Error, Equatable, Sendable {
    package enum Cause: Sendable {
        case missing
        /// A value of another length than the field has.
        case length
        /// A text that is not UTF-8.
        case notText
        /// A value that means nothing.
        case value
        /// A field that this message may not have beside its others.
        case notHere
    }

    /// 0: what the message is about.
    package let tag: UInt8
    package let cause: Cause

    package init(_ tag: UInt8, _ cause: Cause) { (self.tag, self.cause) = (tag, cause) }
}

extension Message {
    func has(_ tag: UInt8) -> Bool { value(of: tag) != nil }

    /// Returns the text of a field; `nil` where there is no such field.
    func text(_ tag: UInt8) throws(BodyFault) -> String? {
        guard let bytes = value(of: tag) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw BodyFault(tag, .notText) }
        return text
    }

    /// Returns the number of a field with `count` bytes, the highest first; `nil` where there is no such field.
    func number(_ tag: UInt8, bytes count: Int) throws(BodyFault) -> UInt64? {
        guard let bytes = value(of: tag) else { return nil }
        guard bytes.count == count else { throw BodyFault(tag, .length) }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns what the message is about, where it must be about something.
    func subject() throws(BodyFault) -> SubjectID {
        guard let about else { throw BodyFault(0, .missing) }
        return about
    }

    func aboutNothing() throws(BodyFault) {
        guard about == nil else { throw BodyFault(0, .notHere) }
    }
}

extension Optional {
    /// Returns the value of a field that every body of its kind has.
    func required(_ tag: UInt8) throws(BodyFault) -> Wrapped {
        guard let self else { throw BodyFault(tag, .missing) }
        return self
    }
}

extension BodyField {
    init(_ tag: UInt8, _ text: String) { self.init(tag: tag, value: Array(text.utf8)) }

    init(_ tag: UInt8, _ number: UInt64, bytes count: Int) {
        var value: [UInt8] = []
        value.appendBigEndian(number, count: count)
        self.init(tag: tag, value: value)
    }
}
