/// Reads Unicode scalars from UTF-8; each invalid byte reads as a space.
struct ScalarDecoder {
    private var position = 0
    private let end: Int

    /// Makes a decoder for the first `end` bytes of the text that the caller passes to `next`.
    init(end: Int) { self.end = end }

    mutating func next(in text: Span<UInt8>) -> UInt32? {
        guard position < end else { return nil }
        let lead = text[position]
        position += 1
        guard lead >= 0x80 else { return UInt32(lead) }
        guard lead >= 0xc2, lead < 0xf5 else { return Folding.separator }
        let length = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
        var scalar = UInt32(lead) & (length == 1 ? 0x1f : length == 2 ? 0x0f : 0x07)
        for _ in 0..<length {
            guard position < end, text[position] & 0xc0 == 0x80 else { return Folding.separator }
            scalar = scalar << 6 | UInt32(text[position] & 0x3f)
            position += 1
        }
        let smallest: UInt32 = length == 1 ? 0x80 : length == 2 ? 0x800 : 0x10000
        guard scalar >= smallest, scalar < 0x110000, !(0xd800..<0xe000).contains(scalar) else {
            return Folding.separator
        }
        return scalar
    }

    /// Returns the scalars of `text`.
    static func scalars(of text: ArraySlice<UInt8>) -> [UInt32] {
        var scalars: [UInt32] = [], decoder = ScalarDecoder(end: text.count)
        scalars.reserveCapacity(text.count)
        while let scalar = decoder.next(in: text.span) { scalars.append(scalar) }
        return scalars
    }
}
