extension String {
    /// Whether people can read something: the text is not blank, and of control characters it has only line breaks and
    /// tabs.
    package var isLegible: Bool { hasContent { $0 == "\n" || $0 == "\t" } }

    /// Whether it is legible and has no control characters at all.
    package var isLegibleLine: Bool { hasContent { _ in false } }

    private func hasContent(_ isAllowed: (Unicode.Scalar) -> Bool) -> Bool {
        var isBlank = true
        for scalar in unicodeScalars {
            guard !scalar.isControl || isAllowed(scalar) else { return false }
            isBlank = isBlank && scalar.isBlank
        }
        return !isBlank
    }
}

/// In numbers, because the portable ring has no tables of Unicode. Neither set changes (Unicode stability policy for
/// general category Cc; White_Space in PropList.txt of Unicode 16).
extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (0x7f...0x9f).contains(value) }

    fileprivate var isBlank: Bool {
        switch value {
        case 0x9...0xd, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
        default: false
        }
    }
}
