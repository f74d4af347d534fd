import Crypto
import FoundationEssentials

/// The permission of a browser or a program to act for an account, until it ends or is revoked.
package struct Session: Sendable, Equatable {
    package let id: SessionID
    package let account: AccountID
    package let kind: Kind
    /// Its name in the list of sessions: the browser's or the program's name.
    package let label: String
    /// The digest of its token: a reader of the store cannot act for anybody.
    package var token: TokenDigest
    package let created: Timestamp
    package let expires: Timestamp
    /// The time when its holder last proved to own the account, by password or otherwise; 0 for never.
    package var confirmed: Timestamp
    /// The time of its last use; may be up to `useStep` too early.
    package var used: Timestamp
    /// The passkey that began it; `nil` for none. The session ends when its passkey is removed.
    package let passkey: PasskeyID?

    package init(
        id: SessionID, account: AccountID, kind: Kind, label: String, token: TokenDigest, created: Timestamp,
        expires: Timestamp, confirmed: Timestamp = 0, used: Timestamp? = nil, passkey: PasskeyID? = nil
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

    /// The time for which a confirmation holds.
    package static let confirmationLifetime: Milliseconds = 600_000
    /// The minimum time between two records of its use.
    package static let useStep: Milliseconds = UTCHour.milliseconds

    /// Whether its holder has proved recently to own the account. A clock set back a little does not matter.
    package func isConfirmed(at time: Timestamp) -> Bool {
        confirmed > 0 && abs(time - confirmed) < Self.confirmationLifetime
    }

    package enum Kind: UInt8, Sendable {
        /// A session of a page, in a cookie.
        case page
        /// A session of a program, sent as a bearer token.
        case program

        /// Its lifetime in days.
        package var days: Int64 { self == .page ? 60 : 365 }
    }
}

package typealias SessionID = ID<Session>

/// The secret of a session: 32 random bytes, shown once.
package struct Token: Sendable, Equatable {
    /// `hb_` and the bytes in Base64 for URLs, without padding: tools that look for leaked secrets can recognise it.
    package let text: String

    package init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let base64 = Data(bytes).base64EncodedString().prefix { $0 != "=" }
        text = "hb_" + base64.replacing("+", with: "-").replacing("/", with: "_")
    }

    /// Takes the text from a request.
    package init(text: String) { self.text = text }

    package var digest: TokenDigest { TokenDigest(bytes: Array(SHA256.hash(data: Array(text.utf8)))) }
}

/// The SHA-256 digest of a token. A plain digest is enough: nobody can guess 256 random bits.
package struct TokenDigest: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
}
