import Gossip

/// The limits of links.
package struct LinkSettings: Sendable {
    /// The greatest length of a frame in bytes, once the link is established.
    package var longestFrame = Message.maximumLength + 1
    /// How long it may take from dialling or being dialled until the link is established.
    package var seconds: Int64 = 10
    /// How many connections may wait for the dialler's proof and word at a time, and how many of one address.
    package var mostPending = 64
    package var mostPendingOfAddress = 4
    /// A link is closed when this many bytes wait for the other side to take them.
    package var mostUnsent = 4 << 20
    /// The other side is held back while this many frames wait here.
    package var mostUnread = 16
    /// A link is closed when the other side acknowledges nothing for so many milliseconds.
    package var silence = 20_000

    package init() {}
}

/// Why a link did not come about, or ended.
package enum LinkFault: Error, Equatable, Sendable {
    case handshake(HandshakeFault)
    case frameLength
    /// The other side speaks TLS, but not this protocol.
    case otherProtocol
    /// The handshake took longer than allowed.
    case late
    /// The connection was refused or ended.
    case closed
    /// The other side speaks this protocol and ended the handshake without a word: it does not have the same secret.
    case rejected
    /// TLS failed.
    case tls
    /// The other side does not take the bytes that this side sends.
    case unsent
}
