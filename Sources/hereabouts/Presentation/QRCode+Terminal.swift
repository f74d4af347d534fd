import Codes

extension QRCode {
    /// The code in half blocks, two rows of modules a line, with its quiet zone. It draws the light modules, so that
    /// scanners can read it on dark terminals, and on light ones, whose background is the quiet zone.
    var text: String {
        let width = modules.count + 2 * Self.quiet
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - Self.quiet, column - Self.quiet)
            return !(modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column])
        }
        return stride(from: 0, to: width, by: 2).map { row in
            // Explicit colours: white on black, in a terminal with any colours.
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
