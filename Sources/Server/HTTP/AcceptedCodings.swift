/// The content codings that a client accepts (RFC 9110 §12.5.3), of those this server has: gzip and identity.
package struct AcceptedCodings: Sendable, Equatable {
    package private(set) var gzip = false
    /// Whether answers may be uncompressed: yes, unless the client refused that expressly.
    package private(set) var identity = true

    /// Reads an Accept-Encoding header. Without one, the server sends uncompressed bytes, which every client
    /// understands.
    package init(_ header: String?) {
        guard let header else { return }
        var gzip: Bool?, identity: Bool?, others: Bool?
        for item in header.utf8.split(separator: UInt8(ascii: ",")) {
            var parts = item.split(separator: UInt8(ascii: ";")).makeIterator()
            guard let coding = parts.next().map(Self.word) else { continue }
            let isTaken = parts.next().map(Self.word).map(Self.isAboveZero) ?? true
            switch coding {
            case "gzip", "x-gzip": gzip = isTaken
            case "identity": identity = isTaken
            case "*": others = isTaken
            default: break
            }
        }
        self.gzip = gzip ?? others ?? false
        self.identity = identity ?? others ?? true
    }

    /// Returns the word in lower case, without blanks.
    private static func word(_ bytes: Substring.UTF8View.SubSequence) -> String {
        String(decoding: bytes.filter { $0 != UInt8(ascii: " ") }.map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Whether a weight such as `q=0.5` is above zero.
    private static func isAboveZero(_ weight: String) -> Bool {
        weight.hasPrefix("q=") && (Double(weight.dropFirst(2)).map { $0 > 0 } ?? false)
    }
}
