/// Where objects are kept: a bucket of an S3-compatible store and the prefix of their names, written as
/// `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1`.
///
/// Without `endpoint` the bucket is one of Amazon S3; without `region` that is `us-east-1`.
package struct BucketLocation: Sendable, Equatable {
    /// The location as it was written.
    package let text: String
    package let bucket: String
    /// Empty, or a path that ends in `/`.
    package let prefix: String
    package let region: String
    /// Whether connections to the store are encrypted.
    package let isEncrypted: Bool
    /// The host and, unless it is the scheme's own, the port: the value of the header `Host`.
    package let authority: String
    /// Whether paths begin with the bucket's name; otherwise the host does.
    private let namesBucketInPath: Bool

    /// Returns `nil` for a text that is no location. A text with a name and a password is none: they do not belong
    /// there.
    package init?(_ text: String) {
        guard text.hasPrefix("s3://"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let parts = text.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let settings = Self.settings(of: parts.count == 2 ? parts[1] : "") else { return nil }
        let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard Self.isBucketName(path[0]), let prefix = Self.prefix(path.count == 2 ? path[1] : "") else { return nil }
        let region = settings["region"] ?? "us-east-1"
        guard !region.isEmpty, region.utf8.allSatisfy({ Self.isNameByte($0) }) else { return nil }
        (self.text, bucket, self.prefix, self.region) = (text, String(path[0]), prefix, String(region))
        if let endpoint = settings["endpoint"] {
            guard let (isEncrypted, authority) = Self.authority(of: endpoint) else { return nil }
            (self.isEncrypted, self.authority, namesBucketInPath) = (isEncrypted, authority, true)
        } else {
            // Amazon's certificate covers one label before its name.
            namesBucketInPath = bucket.contains(".")
            isEncrypted = true
            authority = (namesBucketInPath ? "" : "\(bucket).") + "s3.\(region).amazonaws.com"
        }
    }

    /// The location in a sentence: bucket, prefix and host.
    package var name: String {
        "s3://\(bucket)/\(prefix.isEmpty ? "" : String(prefix.dropLast())) at \(isEncrypted ? "https" : "http")://\(authority)"
    }

    /// Returns the path of an object, or of the bucket if `key` is empty.
    package func path(of key: String) -> String { namesBucketInPath ? "/\(bucket)/\(key)" : "/\(key)" }

    /// Returns `name=value` pairs; `nil` if one has another name, comes twice or is no pair.
    private static func settings(of query: Substring) -> [Substring: Substring]? {
        var settings: [Substring: Substring] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, ["endpoint", "region"].contains(parts[0]), settings[parts[0]] == nil else {
                return nil
            }
            settings[parts[0]] = parts[1]
        }
        return settings
    }

    /// Follows the rules for new buckets of Amazon S3 (User Guide, "General purpose bucket naming rules").
    private static func isBucketName(_ name: Substring) -> Bool {
        let bytes = name.utf8, ends = [bytes.first, bytes.last].compactMap { $0 }
        return (3...63).contains(bytes.count) && !name.contains("..")
            && bytes.allSatisfy { isLetterOrDigit($0) && !(0x41...0x5A).contains($0) || $0 == 0x2D || $0 == 0x2E }
            && ends.allSatisfy { isLetterOrDigit($0) }
    }

    /// Returns the prefix with a slash at its end, or an empty one; `nil` if a part needs escapes or names no folder.
    private static func prefix(_ text: Substring) -> String? {
        let text = text.hasSuffix("/") ? text.dropLast() : text
        guard !text.isEmpty else { return "" }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let areNames = parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy { isNameByte($0) || $0 == 0x2E }
        }
        return areNames && text.utf8.count <= 256 ? "\(text)/" : nil
    }

    private static func authority(of endpoint: Substring) -> (isEncrypted: Bool, authority: String)? {
        let isEncrypted = endpoint.hasPrefix("https://")
        guard isEncrypted || endpoint.hasPrefix("http://") else { return nil }
        var rest = endpoint.dropFirst(isEncrypted ? 8 : 7)
        if rest.last == "/" { rest.removeLast() }
        let colon = rest.last == "]" ? nil : rest.lastIndex(of: ":")
        let host = colon.map { rest[..<$0] } ?? rest
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        let isHost =
            isAddress
            ? host.utf8.dropFirst().dropLast().allSatisfy { isLetterOrDigit($0) || $0 == 0x3A || $0 == 0x2E }
            : host.utf8.allSatisfy { isNameByte($0) || $0 == 0x2E }
        guard !host.isEmpty, isHost else { return nil }
        guard let colon else { return (isEncrypted, host.lowercased()) }
        guard let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else { return nil }
        let isOwnPort = port == (isEncrypted ? 443 : 80)
        return (isEncrypted, host.lowercased() + (isOwnPort ? "" : ":\(port)"))
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Whether a byte is a letter, a digit, `-` or `_`.
    private static func isNameByte(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || byte == 0x2D || byte == 0x5F }
}
