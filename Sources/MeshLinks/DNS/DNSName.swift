/// A domain name (RFC 1035 §2.3). DNS compares names without regard to the case of ASCII letters, so they are kept in
/// lower case here.
package struct DNSName: Hashable, Sendable, CustomStringConvertible {
    /// The longest name in bytes, with the length byte of each label and the root's zero (RFC 1035 §2.3.4).
    static let longest = 255
    static let longestLabel = 63

    /// From the host to the top, without the root.
    package let labels: [[UInt8]]

    /// `nil` if a label is empty or longer than 63 bytes, or if the name is too long.
    package init?(_ labels: [[UInt8]]) {
        guard labels.allSatisfy({ (1...Self.longestLabel).contains($0.count) }),
            labels.reduce(1, { $0 + 1 + $1.count }) <= Self.longest
        else { return nil }
        self.init(checked: labels)
    }

    /// Takes labels whose lengths are right.
    init(checked labels: [[UInt8]]) { self.labels = labels.map { $0.map(Self.lowercase) } }

    /// Reads a name without escapes, such as `place.local`; a dot at the end is allowed.
    package init?(_ text: some StringProtocol) {
        var labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
        if labels.last?.isEmpty == true { labels.removeLast() }
        self.init(labels)
    }

    /// The name with a label before it; the result must be short enough.
    func prefixed(by label: [UInt8]) -> DNSName { DNSName(checked: [label] + labels) }

    /// The name without its first label.
    var parent: DNSName { DNSName(checked: Array(labels.dropFirst())) }

    package var description: String { labels.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
