/// A passkey in a question to the browser: PublicKeyCredentialDescriptorJSON (Level 3 §5.8.3).
package struct CredentialDescriptor: Codable, Equatable, Sendable {
    package let type: String
    package let id: String
    package let transports: [String]

    package init(_ passkey: Passkey) {
        type = "public-key"
        id = passkey.id.base64URL
        transports = passkey.transports
    }
}

extension Duration {
    /// As WebAuthn's options say it.
    var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
