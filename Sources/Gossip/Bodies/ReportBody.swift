/// The body of a report to the operators: somebody says that they should look at a line in a room or a help pin. Its
/// author is the node where somebody reported, and no message names the person. The message is about the beginning of
/// the reported message's id.
///
///     1  the reason (1)
package struct ReportBody: Equatable, Sendable {
    package enum Reason: UInt8, CaseIterable, Sendable {
        case spam = 1
        /// Insults or threats.
        case abuse
        /// False and dangerous.
        case danger
        case other
    }

    /// The first 16 bytes of the reported message's id.
    package let reported: SubjectID
    package let reason: Reason

    package init(of message: MessageID, _ reason: Reason) {
        self.init(of: Self.subject(of: message), reason)
    }

    private init(of reported: SubjectID, _ reason: Reason) { (self.reported, self.reason) = (reported, reason) }

    package init(_ message: Message) throws(BodyFault) {
        let reported = try message.subject(), number = try message.number(1, bytes: 1).required(1)
        guard let reason = Reason(rawValue: UInt8(number)) else { throw BodyFault(1, .value) }
        self.init(of: reported, reason)
    }

    package var fields: [BodyField] { [BodyField(1, UInt64(reason.rawValue), bytes: 1)] }

    /// What reports of a message are about.
    package static func subject(of message: MessageID) -> SubjectID {
        SubjectID(high: message.digest.first, low: message.digest.second)
    }
}
