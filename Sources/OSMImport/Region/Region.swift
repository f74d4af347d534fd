package import GeoCore

/// The area that an import is cut to: a box, or an outline in its box.
package struct Region: Sendable {
    /// In E7 degrees; it may lead over the antimeridian.
    package let box: IntBox
    /// `nil` for a region that is its box.
    let outline: Outline?

    package init(_ box: IntBox) {
        self.box = box
        outline = nil
    }

    init(_ outline: Outline) {
        box = outline.box
        self.outline = outline
    }

    /// The region in words, for messages.
    var text: String { outline == nil ? box.text : "the outline in \(box.text)" }

    /// Whether a point lies in the region or on its edge.
    package func contains(_ point: PointE7) -> Bool {
        box.covers(point) && outline?.contains(point) ?? true
    }
}

/// The reason that a text is no box.
package struct BoxFault: Error, Equatable, CustomStringConvertible {
    package let description: String
}

extension IntBox {
    /// Reads `west,south,east,north` in degrees. West is greater than east in a box that leads over the antimeridian.
    package init(text: String) throws(BoxFault) {
        func fault(_ problem: String) -> BoxFault {
            BoxFault(
                description: problem + ": give west,south,east,north in degrees, such as 24.9,60.1,25.0,60.2")
        }
        // A blank shows the parser of the command line that a negative number is no option.
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        let degrees = parts.compactMap { Double($0) }.filter(\.isFinite)
        guard parts.count == 4, degrees.count == 4 else { throw fault("a box has four numbers") }
        let west = degrees[0], south = degrees[1], east = degrees[2], north = degrees[3]
        guard abs(south) <= 90, abs(north) <= 90 else { throw fault("latitudes are between -90 and 90") }
        guard abs(west) <= 180, abs(east) <= 180 else { throw fault("longitudes are between -180 and 180") }
        let numbers = degrees.map { Int32(($0 * 1e7).rounded()) }
        self.init(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
        guard minY != maxY, minX != maxX else { throw fault("the box is a line") }
        guard minY < maxY else { throw fault("south and north are swapped") }
        // The other way round, a box of a town with swapped sides would be all of the Earth but that town.
        guard longitudeSpan <= Longitude.halfTurnE7 || !isOverAntimeridian else {
            throw fault("west and east are swapped")
        }
    }

    /// The box as `west,south,east,north` in degrees.
    var text: String { [minX, minY, maxX, maxY].map { Self.degrees($0) }.joined(separator: ",") }

    private static func degrees(_ number: Int32) -> String {
        let (whole, part) = number.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        var digits = String(part)
        digits = String(repeating: "0", count: 7 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return (number < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
    }
}
