import MeshLinks

/// Reads hexadecimal digits.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.map { UInt8($0 < 58 ? $0 - 48 : $0 - 87) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

extension DNSName {
    init(known text: String) { self = DNSName(text) ?? DNSName([Array("invalid".utf8)])! }
}
