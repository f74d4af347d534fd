import CQREncode

/// A QR code (ISO/IEC 18004) for a terminal.
struct QRCode {
    private let modules: [[Bool]]

    /// Makes the code of `text` with low error correction; `nil` when it is too long for one.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width), data = code.pointee.data
        // The lowest bit of a byte tells black from white (qrencode.h).
        modules = (0..<width).map { row in
            (0..<width).map { column in data.map { $0[row * width + column] & 1 == 1 } ?? false }
        }
    }

    /// The code in half blocks, two rows of modules a line, with the quiet zone of four modules that scanners need. Light
    /// modules are drawn, so that it reads on dark terminals as well as on light ones, whose background is the quiet zone.
    var text: String {
        let quiet = 4, width = modules.count + 2 * quiet
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quiet, column - quiet)
            return !(modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column])
        }
        return stride(from: 0, to: width, by: 2).map { row in
            // Colours are named: white on black, whatever the terminal's own are.
            "\u{1b}[97;40m"
                + (0..<width).map { column in
                    switch (isLight(row, column), row + 1 >= width || isLight(row + 1, column)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                }.joined() + "\u{1b}[0m"
        }.joined(separator: "\n")
    }
}
