/// Why a message is no sealed mail, its opened bytes are no content of one, or it carries no prekey.
package enum MailFault: Error, Equatable, Sendable {
    /// A message of another kind.
    case kind
    /// A way of sealing that this version does not know.
    case suite
    /// More bits than a hint has, or bits behind them.
    case hint
    /// A key of small order, or not in its one writing; for a signature's key: of small order.
    case weakKey
    /// A prekey of another length than 32 bytes.
    case keyLength
    /// A content that this version does not know.
    case what
    /// The bytes are not as long as they say, or have none of the lengths to which senders pad.
    case length
    /// The padding has a byte that is not zero.
    case padding
    /// The ids of a receipt are not whole, or there is none.
    case ids
    /// A text that does not fit into the longest mail.
    case tooLong
}
