import Codes

extension QRCode {
    /// The code in half blocks, two rows of modules a line, with its quiet zone. Light modules are drawn, so that it
    /// reads on dark terminals as well as on light ones, whose background is the quiet zone.
    var text: String {
        let width = modules.count + 2 * Self.quiet
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - Self.quiet, column - Self.quiet)
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
