extension QRCode {
    /// The code as an SVG document, dark on light with its quiet zone; one unit is one module.
    package var svg: String {
        let size = modules.count + 2 * Self.quiet
        var dark = ""
        for (row, line) in modules.enumerated() {
            var column = 0
            while column < line.count {
                let end = line[column...].firstIndex(of: !line[column]) ?? line.count, width = end - column
                if line[column] { dark += "M\(column + Self.quiet) \(row + Self.quiet)h\(width)v1h-\(width)z" }
                column = end
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(size)v\(size)h-\(size)z"/><path d="\(dark)"/></svg>
            """
    }
}
