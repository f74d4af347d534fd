import CQREncode

/// A QR code (ISO/IEC 18004) of a text's bytes.
package struct QRCode: Sendable {
    /// The part of a code that may be unreadable: about 7 % or 15 %.
    package enum Correction: Sendable {
        case low, medium
    }

    /// The quiet zone that readers need around a code, in modules.
    package static let quiet = 4

    /// The modules in rows from the top, each from the left; `true` is dark.
    package let modules: [[Bool]]

    /// Makes the code of `text`; `nil` if the text is empty or longer than about 2,300 bytes.
    package init?(_ text: String, correction: Correction) {
        let level = correction == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M
        guard let code = unsafe QRcode_encodeString8bit(text, 0, level) else { return nil }
        defer { unsafe QRcode_free(code) }
        guard let data = unsafe code.pointee.data else { return nil }
        let width = unsafe Int(code.pointee.width)
        // There are `width` × `width` bytes; the lowest bit of each is set for dark (qrencode.h).
        modules = (0..<width).map { row in
            (0..<width).map { column in unsafe data[row * width + column] & 1 == 1 }
        }
    }
}
