extension String {
    /// Whether people can read something: the text is not blank, and of control characters it has only line breaks and
    /// tabs.
    package var isLegible: Bool { ArraySlice(utf8).isLegible(areLinesAllowed: true) }

    /// Whether it is legible and has no control characters at all.
    package var isLegibleLine: Bool { ArraySlice(utf8).isLegible(areLinesAllowed: false) }
}

extension ArraySlice<UInt8> {
    /// The same for a text in UTF-8. The page's program, which has to be small, reads it without making a string.
    package func isLegible(areLinesAllowed: Bool) -> Bool {
        var isBlank = true, scalar: UInt32 = 0, missing = 0
        for byte in self {
            switch byte {
            case ..<0x80: (scalar, missing) = (UInt32(byte), 0)
            case ..<0xc0: (scalar, missing) = (scalar << 6 | UInt32(byte & 0x3f), missing - 1)
            case ..<0xe0: (scalar, missing) = (UInt32(byte & 0x1f), 1)
            case ..<0xf0: (scalar, missing) = (UInt32(byte & 0xf), 2)
            default: (scalar, missing) = (UInt32(byte & 0x7), 3)
            }
            guard missing == 0 else { continue }
            let isAllowed = areLinesAllowed && (scalar == 0x9 || scalar == 0xa)
            guard !isControl(scalar) || isAllowed else { return false }
            isBlank = isBlank && isSpace(scalar)
        }
        return !isBlank
    }
}

// In numbers, because the portable ring has no tables of Unicode. Neither set changes.

/// General category Cc (Unicode stability policy).
private func isControl(_ scalar: UInt32) -> Bool { scalar < 0x20 || (0x7f...0x9f).contains(scalar) }

/// White_Space (PropList.txt of Unicode 16).
private func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x9...0xd, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
    default: false
    }
}
