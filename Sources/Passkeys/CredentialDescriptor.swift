/// A passkey in a request to the browser: PublicKeyCredentialDescriptorJSON (Level 3 §5.8.3).
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
    /// The duration in milliseconds, the unit of WebAuthn's options.
    var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
