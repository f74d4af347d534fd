/// Names a passkey, worldwide: up to 1023 bytes that its authenticator chose (Level 3 §4, §7.1 step 25).
package struct CredentialID: Hashable, Sendable {
    package static let maximumCount = 1023

    package let bytes: [UInt8]

    /// `nil` when there are none or more than 1023.
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

/// Names an account towards authenticators, which keep it beside the passkey and return it with each answer.
///
/// It says nothing about the person: up to 64 bytes, at random (Level 3 §14.6.1).
package struct UserHandle: Hashable, Sendable {
    package static let maximumCount = 64

    package let bytes: [UInt8]

    /// 64 random bytes, as Level 3 §14.6.1 recommends.
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = .random(Self.maximumCount, using: &generator)
    }

    /// `nil` when there are none or more than 64.
    package init?(bytes: [UInt8]) {
        guard 1...Self.maximumCount ~= bytes.count else { return nil }
        self.bytes = bytes
    }
}
