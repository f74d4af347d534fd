/// The id of a passkey, unique worldwide: up to 1023 bytes that its authenticator chose (Level 3 §4, §7.1 step 25).
package struct CredentialID: Hashable, Sendable {
    package static let maximumCount = 1023

    package let bytes: [UInt8]

    /// Returns `nil` for an empty array or more than 1023 bytes.
    package init?(bytes: [UInt8]) {
        guard 1...Self.maximumCount ~= bytes.count else { return nil }
        self.bytes = bytes
    }

    package init?(base64URL text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    package var base64URL: String { Base64URL.encode(bytes) }
}

/// The id of an account for authenticators, which store it beside the passkey and return it with each answer.
///
/// It reveals nothing about the person: up to 64 random bytes (Level 3 §14.6.1).
package struct UserHandle: Hashable, Sendable {
    package static let maximumCount = 64

    package let bytes: [UInt8]

    /// Makes 64 random bytes, as Level 3 §14.6.1 recommends.
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = .random(Self.maximumCount, using: &generator)
    }

    /// Returns `nil` for an empty array or more than 64 bytes.
    package init?(bytes: [UInt8]) {
        guard 1...Self.maximumCount ~= bytes.count else { return nil }
        self.bytes = bytes
    }
}
