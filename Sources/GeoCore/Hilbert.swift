/// Positions along the Hilbert curve, for packing neighbours on the map next to each other in a file.
package enum Hilbert {
    /// Returns the position of (x, y) on the curve of order 16, both in `0...65535`.
    ///
    /// Bitwise walk from the coarsest quadrant to the finest; the classic construction (Hilbert 1891), O(16).
    package static func position(x: UInt32, y: UInt32) -> UInt32 {
        var x = x & 0xffff, y = y & 0xffff, position: UInt32 = 0, side: UInt32 = 0x8000
        while side > 0 {
            let right: UInt32 = x & side != 0 ? 1 : 0, lower: UInt32 = y & side != 0 ? 1 : 0
            position = position << 2 | ((3 &* right) ^ lower)
            if lower == 0 {
                if right == 1 {
                    x = 0xffff - x
                    y = 0xffff - y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }
}
