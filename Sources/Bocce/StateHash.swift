extension Motion {
    /// The hash of everything that a later throw depends on: FNV-1a (Fowler, Noll and Vo, 64 bits) over the state and
    /// the coordinates of each ball, as the bits of IEEE numbers from the lowest byte on.
    package var hash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for ball in balls {
            add(ball.state.rawValue)
            for coordinate in [ball.x, ball.y] {
                let bits = coordinate.bitPattern
                for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
        }
        return hash
    }
}
