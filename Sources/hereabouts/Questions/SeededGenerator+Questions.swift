import GeoCore

extension SeededGenerator {
    /// Returns a point of `box`, in E7 degrees.
    mutating func point(in box: IntBox) -> PointE7 {
        let width = Int64(box.maxX) - Int64(box.minX), height = Int64(box.maxY) - Int64(box.minY)
        return PointE7(
            latitudeE7: Int32(Int64(box.minY) + Int64(index(below: Int(height) + 1))),
            longitudeE7: Int32(Int64(box.minX) + Int64(index(below: Int(width) + 1))))
    }

    /// Returns `text` with one letter left out, doubled, swapped with the next or replaced.
    mutating func misspelt(_ text: String) -> String {
        var letters = Array(text.unicodeScalars)
        guard letters.count > 1 else { return text }
        let at = index(below: letters.count - 1)
        switch index(below: 4) {
        case 0: letters.remove(at: at)
        case 1: letters.insert(letters[at], at: at)
        case 2: letters.swapAt(at, at + 1)
        default: letters[at] = "e"
        }
        return String(String.UnicodeScalarView(letters))
    }
}
