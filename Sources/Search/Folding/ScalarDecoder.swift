/// Reads Unicode scalars from UTF-8; each byte that is no part of one reads as a space.
struct ScalarDecoder<Bytes: IteratorProtocol<UInt8>> {
    private var bytes: Bytes
    private var rest: Int
    /// A byte that was read but belongs to the next scalar.
    private var pending: UInt8?

    /// Reads at most `limit` bytes of `bytes`.
    init(_ bytes: Bytes, limit: Int) {
        self.bytes = bytes
        rest = limit
    }

    mutating func next() -> UInt32? {
        guard let lead = pending ?? nextByte() else { return nil }
        pending = nil
        guard lead >= 0x80 else { return UInt32(lead) }
        guard lead >= 0xc2, lead < 0xf5 else { return Folding.separator }
        let length = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
        var scalar = UInt32(lead) & (length == 1 ? 0x1f : length == 2 ? 0x0f : 0x07)
        for _ in 0..<length {
            guard let byte = nextByte() else { return Folding.separator }
            guard byte & 0xc0 == 0x80 else {
                pending = byte
                return Folding.separator
            }
            scalar = scalar << 6 | UInt32(byte & 0x3f)
        }
        let smallest: UInt32 = length == 1 ? 0x80 : length == 2 ? 0x800 : 0x10000
        guard scalar >= smallest, scalar < 0x110000, !(0xd800..<0xe000).contains(scalar) else {
            return Folding.separator
        }
        return scalar
    }

    private mutating func nextByte() -> UInt8? {
        guard rest > 0 else { return nil }
        rest -= 1
        return bytes.next()
    }
}
