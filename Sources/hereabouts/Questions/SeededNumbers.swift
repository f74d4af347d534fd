import GeoCore

/// Random choices that are the same in every run (SplitMix64: Steele, Lea and Flood, OOPSLA 2014, doi 10.1145/2660193.2660195).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number from 0 to `count` − 1; 0 when there is none.
    mutating func index(below count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

    /// A point of `box`, E7 degrees.
    mutating func point(in box: IntBox) -> PointE7 {
        let width = Int64(box.maxX) - Int64(box.minX), height = Int64(box.maxY) - Int64(box.minY)
        return PointE7(
            latitudeE7: Int32(Int64(box.minY) + Int64(index(below: Int(height) + 1))),
            longitudeE7: Int32(Int64(box.minX) + Int64(index(below: Int(width) + 1))))
    }

    /// `text` with one letter left out, doubled, swapped with the next or replaced.
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
