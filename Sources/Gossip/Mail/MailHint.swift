/// Some bits of SHA-256 of the prekey that a mail is sealed to. Holders of other prekeys need not try to open the mail.
///
///     bits 15–12   how many bits follow, 0–12
///     bits 11–0    so many of the first bits of the digest, then zeros
///
/// Every bit halves the people whom a mail can be for, and everybody sees it. So a sender takes so many that some
/// sixteen people share a hint, and never more than four: authors whom somebody makes up look like people.
package struct MailHint: Hashable, Sendable {
    package let rawValue: UInt16

    /// The greatest number of bits that a reader takes.
    package static let mostBits = 12
    /// The greatest number of bits that a sender gives.
    package static let mostBitsGiven = 4
    /// How many people are to share a hint.
    package static let sharers = 16

    /// `nil` for more than `mostBits`, and where bits behind them are not zero.
    package init?(rawValue: UInt16) {
        self.rawValue = rawValue
        guard bits <= Self.mostBits, rawValue & 0xfff & UInt16.max >> UInt16(4 + bits) == 0 else { return nil }
    }

    /// Makes the hint at `prekey` where so many people have prekeys.
    package init(of prekey: AgreementKey, amongPeople people: Int) {
        var bits = 0
        while bits < Self.mostBitsGiven, people >> (bits + 1) >= Self.sharers { bits += 1 }
        rawValue = UInt16(bits) << 12 | Self.beginning(of: prekey, bits: bits)
    }

    /// Returns whether a mail with this hint can be for `prekey`.
    package func admits(_ prekey: AgreementKey) -> Bool {
        rawValue & 0xfff == Self.beginning(of: prekey, bits: bits)
    }

    private var bits: Int { Int(rawValue >> 12) }

    private static func beginning(of prekey: AgreementKey, bits: Int) -> UInt16 {
        let digest = PortableSHA256.digest(of: prekey.bytes.bytes)
        return UInt16(digest.first >> 52) & ~(0xfff >> UInt16(bits))
    }
}
