/// The key with which a store knows the server. Its description leaves the secret out.
package struct AccessKey: Sendable, Equatable {
    let id: String
    let secret: String

    /// Returns `nil` if a part is empty or has characters that no header can carry.
    package init?(id: String, secret: String) {
        let isText = { (text: String) in !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
        guard isText(id), isText(secret), !id.contains("/") else { return nil }
        (self.id, self.secret) = (id, secret)
    }

    /// Reads lines of `aws_access_key_id = …` and `aws_secret_access_key = …`, the form of Amazon's own file. Returns
    /// `nil` if one of the two is missing or comes twice, as in a file with several profiles.
    package init?(file text: String) {
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map { String($0.filter { !$0.isWhitespace }) }
            guard parts.count == 2, parts[0].hasPrefix("aws_") else { continue }
            guard values.updateValue(parts[1], forKey: parts[0]) == nil else { return nil }
        }
        self.init(id: values["aws_access_key_id"] ?? "", secret: values["aws_secret_access_key"] ?? "")
    }
}

extension AccessKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "access key \(id)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
