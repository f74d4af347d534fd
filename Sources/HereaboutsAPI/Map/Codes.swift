/// Asks for a code to scan that leads to an address of this server's page.
public struct CodeRequest: APIRequest {
    public var path: String

    public init(path: String) { self.path = path }

    package static let endpoint = Endpoint(
        "/api/v1/codes", "code",
        "A code to scan (QR, ISO/IEC 18004) that leads to an address of the page, as a drawing.",
        answer: .bytes(["image/svg+xml"]))
    package static let blank = CodeRequest(path: "/")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text("path", "The page's address without the server's name, such as `/#guide`.", maximumLength: 1000),
            &path)
        guard Self.isOfPage(path) else {
            throw ErrorBody(.invalidParameter, "path is no address of the page, such as /#guide", field: "path")
        }
    }

    /// Whether `path` is the page's, written in the characters of addresses (RFC 3986 §2).
    private static func isOfPage(_ path: String) -> Bool {
        let bytes = path.utf8
        guard bytes.first == UInt8(ascii: "/") else { return false }
        let rest = bytes.dropFirst()
        guard rest.first.map({ "?#".utf8.contains($0) }) ?? true else { return false }
        return rest.allSatisfy { byte in
            byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
        }
    }
}
