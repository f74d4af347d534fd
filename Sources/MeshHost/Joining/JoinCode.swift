import Crypto
import GeoCore
package import Gossip
package import MeshLinks

/// What a node needs to join a place: the place's public key and secret, an invitation, and where to find a node.
///
/// Text of base 32 (RFC 4648 §6, lower case, without padding) of: version, 1 (1 byte), the place's key (32), its secret
/// (16), the invitation (`Invitation.bytes`, 32), a port (2), addresses, each after its length (1), and the first four
/// bytes of SHA-256 of all before.
package struct JoinCode: Equatable, Sendable {
    package let place: SignerKey
    package let secret: [UInt8]
    package let invitation: Invitation
    package let addresses: [NodeAddress]
    package let port: UInt16

    private static let version: UInt8 = 1
    private static let sumLength = 4
    /// The greatest number of addresses.
    static let mostAddresses = 8

    /// `secret` has 16 bytes. Addresses after the eighth are left out.
    package init(
        place: SignerKey, secret: [UInt8], invitation: Invitation, addresses: [NodeAddress], port: UInt16
    ) {
        (self.place, self.secret, self.invitation, self.port) = (place, secret, invitation, port)
        self.addresses = Array(addresses.prefix(Self.mostAddresses))
    }

    package var text: String {
        var bytes = [Self.version] + place.bytes.bytes + secret + invitation.bytes
        bytes += [UInt8(port >> 8), UInt8(truncatingIfNeeded: port)]
        for address in addresses { bytes += [UInt8(address.bytes.count)] + address.bytes }
        return Base32.text(bytes + SHA256.hash(data: bytes).prefix(Self.sumLength))
    }

    /// `nil` where the text is no code, or was copied with a mistake. Blanks, hyphens and case do not matter.
    package init?(_ text: String) {
        let text = text.lowercased().filter { !$0.isWhitespace && $0 != "-" }
        guard let bytes = Base32.bytes(text), bytes.count > Self.sumLength else { return nil }
        let body = bytes.dropLast(Self.sumLength)
        guard SHA256.hash(data: body).prefix(Self.sumLength).elementsEqual(bytes.suffix(Self.sumLength)) else {
            return nil
        }
        var rest = body[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        guard take(1)?.first == Self.version, let place = take(32).flatMap({ Bytes32($0) }),
            !SignerKey(place).isSmallOrder, let secret = take(MeshKeys.secretLength),
            let invitation = take(Invitation.length).flatMap({ Invitation($0) }), let port = take(2)
        else { return nil }
        var addresses: [NodeAddress] = []
        while let count = take(1)?.first {
            guard let address = take(Int(count)).flatMap({ NodeAddress($0) }) else { return nil }
            addresses.append(address)
        }
        guard addresses.count <= Self.mostAddresses else { return nil }
        self.init(
            place: SignerKey(place), secret: Array(secret), invitation: invitation, addresses: addresses,
            port: port.reduce(0) { $0 << 8 | UInt16($1) })
    }
}

/// Base 32 in lower case without padding (RFC 4648 §6).
enum Base32 {
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = [], buffer: UInt32 = 0, bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xfff
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[Int(buffer >> UInt32(bits) & 31)])
            }
        }
        if bits > 0 { text.append(digits[Int(buffer << UInt32(5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for other digits, and for bits at the end that are not zero.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = [], buffer: UInt32 = 0, bits = 0
        for digit in text.utf8 {
            guard let value = digits.firstIndex(of: digit) else { return nil }
            buffer = (buffer << 5 | UInt32(value)) & 0xfff
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        }
        return bits < 5 && buffer & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
    }
}
