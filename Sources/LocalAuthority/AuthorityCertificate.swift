import Crypto
import FoundationEssentials
import SwiftASN1
import X509

/// The authority's certificate in the forms that devices accept.
package struct AuthorityCertificate: Sendable {
    /// For Android, computers and programs (RFC 7468).
    package let pem: String
    /// For iOS and macOS: a configuration profile that adds the certificate.
    package let profile: String
    /// The SHA-256 of the certificate in hexadecimal pairs, as devices show it before people trust it.
    package let fingerprint: String

    init(_ certificate: Certificate) throws {
        let document = try certificate.serializeAsPEM()
        let digest = Array(SHA256.hash(data: document.derBytes))
        pem = document.pemString + "\n"
        fingerprint = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16).uppercased() }.joined(separator: ":")
        profile = Self.profile(of: document.derBytes, digest: digest)
    }

    /// A profile with one payload of type `com.apple.security.root` (Apple, Configuration Profile Reference,
    /// "Certificate Root Payload"). Its identifiers come from the certificate: installing it twice replaces it.
    private static func profile(of certificate: [UInt8], digest: [UInt8]) -> String {
        let content = Data(certificate).base64EncodedString(options: .lineLength64Characters)
        let name = "Hereabouts on this network"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
              <key>PayloadType</key><string>Configuration</string>
              <key>PayloadVersion</key><integer>1</integer>
              <key>PayloadIdentifier</key><string>net.hereabouts.authority</string>
              <key>PayloadUUID</key><string>\(identifier(digest.prefix(16)))</string>
              <key>PayloadDisplayName</key><string>\(name)</string>
              <key>PayloadDescription</key><string>Lets this device open the map of your own network.</string>
              <key>PayloadRemovalDisallowed</key><false/>
              <key>PayloadContent</key>
              <array>
                <dict>
                  <key>PayloadType</key><string>com.apple.security.root</string>
                  <key>PayloadVersion</key><integer>1</integer>
                  <key>PayloadIdentifier</key><string>net.hereabouts.authority.certificate</string>
                  <key>PayloadUUID</key><string>\(identifier(digest.suffix(16)))</string>
                  <key>PayloadDisplayName</key><string>\(name)</string>
                  <key>PayloadCertificateFileName</key><string>authority.cer</string>
                  <key>PayloadContent</key>
                  <data>
            \(content)
                  </data>
                </dict>
              </array>
            </dict>
            </plist>

            """
    }

    /// Makes a UUID of version 8 of sixteen bytes; that version leaves their meaning to applications (RFC 9562 §5.8).
    private static func identifier(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = Array(bytes)
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16).uppercased() }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}
