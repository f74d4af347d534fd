import Crypto
package import Foundation

/// Signs requests to a store with AWS Signature Version 4, as Amazon S3 wants it in the header `Authorization`
/// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
package struct RequestSignature {
    package let key: AccessKey
    package let region: String

    package init(key: AccessKey, region: String) {
        self.key = key
        self.region = region
    }

    /// Returns the value of `Authorization` for a request.
    ///
    /// - Parameters:
    ///   - path: The path before any escapes; it begins with a slash.
    ///   - query: Names and values before any escapes, in any order.
    ///   - headers: The headers to sign, among them `host`, `x-amz-content-sha256` and `x-amz-date`.
    ///   - time: The value of `x-amz-date`.
    package func authorization(
        _ method: String, _ path: String, _ query: [(name: String, value: String)],
        _ headers: [(name: String, value: String)], at time: String
    ) -> String {
        let signed = headers.map { ($0.name.lowercased(), Self.trimmed($0.value)) }.sorted { $0.0 < $1.0 }
        let names = signed.map(\.0).joined(separator: ";")
        let bodyHash = signed.first { $0.0 == "x-amz-content-sha256" }?.1 ?? "UNSIGNED-PAYLOAD"
        let request = """
            \(method)
            \(Self.escaped(path, keepingSlashes: true))
            \(Self.query(query))
            \(signed.map { "\($0):\($1)\n" }.joined())
            \(names)
            \(bodyHash)
            """
        let day = String(time.prefix(8)), scope = "\(day)/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Self.hash(of: Data(request.utf8)))"
        let signature = Self.hexadecimal(Self.code(of: text, signingKey(of: day)))
        return "AWS4-HMAC-SHA256 Credential=\(key.id)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
    }

    private func signingKey(of day: String) -> SymmetricKey {
        [day, region, "s3", "aws4_request"].reduce(SymmetricKey(data: Data("AWS4\(key.secret)".utf8))) { key, text in
            SymmetricKey(data: Self.code(of: text, key))
        }
    }

    private static func code(of text: String, _ key: SymmetricKey) -> HashedAuthenticationCode<SHA256> {
        HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    }

    /// Returns the SHA-256 of bytes as the header `x-amz-content-sha256` writes it.
    package static func hash(of bytes: some DataProtocol) -> String { hexadecimal(SHA256.hash(data: bytes)) }

    /// Returns a time as the header `x-amz-date` writes it, such as `20130524T000000Z`.
    package static func time(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func two(_ number: Int?) -> String { String("\(100 + (number ?? 0))".dropFirst()) }
        return "\(parts.year ?? 0)\(two(parts.month))\(two(parts.day))T"
            + "\(two(parts.hour))\(two(parts.minute))\(two(parts.second))Z"
    }

    /// Returns a query as it is signed and sent: escaped, in the order of the escaped names.
    package static func query(_ query: [(name: String, value: String)]) -> String {
        query.map { (escaped($0.name), escaped($0.value)) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }
            .joined(separator: "&")
    }

    /// Escapes all bytes but the unreserved ones of RFC 3986 §2.3.
    package static func escaped(_ text: String, keepingSlashes: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            case 0x2F where keepingSlashes: bytes.append(byte)
            default: bytes += "%\(hexadecimal([byte]).uppercased())".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
