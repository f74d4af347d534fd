import Crypto
import FoundationEssentials

/// What lets a browser or a program act for somebody, until it ends or is revoked.
package struct Session: Sendable, Equatable {
    package let id: SessionID
    package let account: AccountID
    package let kind: Kind
    /// What it is called in the list of sessions: the browser's or the program's name.
    package let label: String
    /// The digest of its token: who reads the store cannot act for anybody.
    package var token: TokenDigest
    /// Milliseconds since 1970.
    package let created: Int64
    package let expires: Int64
    /// When its holder last gave the password, or other proof of whose account it is, in milliseconds since 1970; 0 for
    /// never.
    package var confirmed: Int64
    /// When it was last used, in milliseconds since 1970, up to `useStep` too early.
    package var used: Int64
    /// The passkey that began it; `nil` when none did. It ends when its passkey is removed.
    package let passkey: PasskeyID?

    package init(
        id: SessionID, account: AccountID, kind: Kind, label: String, token: TokenDigest, created: Int64,
        expires: Int64, confirmed: Int64 = 0, used: Int64? = nil, passkey: PasskeyID? = nil
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.label = label
        self.token = token
        self.created = created
        self.expires = expires
        self.confirmed = confirmed
        self.used = used ?? created
        self.passkey = passkey
    }

    /// For how many milliseconds a confirmation holds.
    package static let confirmationLifetime: Int64 = 600_000
    /// How many milliseconds pass at least between two notes of its use.
    package static let useStep: Int64 = UTCHour.milliseconds

    /// Whether its holder has shown lately whose account it is. A clock that was put back a little does not matter.
    package func isConfirmed(at milliseconds: Int64) -> Bool {
        confirmed > 0 && abs(milliseconds - confirmed) < Self.confirmationLifetime
    }

    package enum Kind: UInt8, Sendable {
        /// A page's, in a cookie.
        case page
        /// A program's, sent as a bearer token.
        case program

        /// Days until it ends.
        package var days: Int64 { self == .page ? 60 : 365 }
    }
}

package typealias SessionID = ID<Session>

/// The secret of a session: 32 random bytes, shown once.
package struct Token: Sendable, Equatable {
    /// `hb_` and the bytes in Base64 for URLs, without padding: tools that look for leaked secrets can know it.
    package let text: String

    package init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let base64 = Data(bytes).base64EncodedString().prefix { $0 != "=" }
        text = "hb_" + base64.replacing("+", with: "-").replacing("/", with: "_")
    }

    /// Takes what a request brought.
    package init(text: String) { self.text = text }

    package var digest: TokenDigest { TokenDigest(bytes: Array(SHA256.hash(data: Array(text.utf8)))) }
}

/// SHA-256 of a token. Enough for 256 random bits: there is nothing to guess from.
package struct TokenDigest: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
}
