/// Positions along the Hilbert curve, for packing neighbours on the map next to each other in a file.
package enum Hilbert {
    /// Returns the position of (x, y) on the curve of order 16, both in `0...65535`.
    package static func position(x: UInt32, y: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: position(x: x, y: y, order: 16))
    }

    /// Returns the position of (x, y) on the curve of an order of `0...32`, both below 2^`order`; higher bits do not
    /// count.
    ///
    /// Bitwise walk from the coarsest quadrant to the finest; the classic construction (Hilbert 1891), O(`order`).
    package static func position(x: UInt32, y: UInt32, order: Int) -> UInt64 {
        var x = x, y = y, position: UInt64 = 0, side: UInt32 = order > 0 ? 1 << (UInt32(order) - 1) : 0
        while side > 0 {
            let right: UInt64 = x & side != 0 ? 1 : 0, lower: UInt64 = y & side != 0 ? 1 : 0
            position = position << 2 | ((3 &* right) ^ lower)
            if lower == 0 {
                if right == 1 {
                    x = ~x
                    y = ~y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }
}
