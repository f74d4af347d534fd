import GeoCore

/// Reads packed columns, which are nearly all of a file's bytes.
///
/// The length of the next number is unpredictable, so a branch on it would be mispredicted half of the time. Instead, a
/// number is read as one word, and the end is checked once for several numbers.
extension WireReader {
    /// Whether eight bytes are readable wherever a number begins: nearly always, because the block continues after most
    /// columns.
    private var isInside: Bool { @inline(__always) get { unsafe limit - end >= 8 } }

    /// Reads a number of at most ten bytes; it may extend beyond `end`, which the caller must check.
    @inline(__always)
    private mutating func number(isInside: Bool) throws(WireError) -> UInt64 {
        isInside ? unsafe try Self.numberOfWord(&position, end) : try varint()
    }

    /// Reads a number in its stored form, if it has at most four bytes. The caller must ensure that four bytes are
    /// readable.
    @inline(__always)
    @unsafe
    private mutating func shortNumber() -> UInt32? {
        let word = unsafe UInt32(littleEndian: position.loadUnaligned(as: UInt32.self))
        let lastBytes = ~word & 0x8080_8080
        guard lastBytes != 0 else { return nil }
        unsafe position += lastBytes.trailingZeroBitCount &>> 3 &+ 1
        return word
    }

    /// Reads a number that rarely has more than four bytes; it may extend beyond `end`, which the caller must check.
    @inline(__always)
    private mutating func shortNumber(isInside: Bool) throws(WireError) -> UInt64 {
        guard isInside, let word = unsafe shortNumber() else { return try varint() }
        return UInt64(ShortNumbers.unpacked(word))
    }

    /// Reads the rest as a column of differences and appends their running sums, which wrap.
    @inline(__always)
    mutating func readSums(into list: inout BlockColumn<Int64>) throws(WireError) {
        // No number is shorter than a byte.
        try unsafe list.append(atMost: remaining) { (output) throws(WireError) in
            var sum: Int64 = 0
            let isInside = isInside
            while unsafe position < end {
                sum &+= Self.signed(try number(isInside: isInside))
                unsafe output.initialize(to: sum)
                unsafe output += 1
            }
            guard isAtEnd else { throw error(.truncated) }
        }
    }

    /// Does the same as `readSums`, for a long column of mostly small differences.
    @inline(__always)
    mutating func readIDs(into list: inout BlockColumn<Int64>) throws(WireError) {
        // No number is shorter than a byte.
        try unsafe list.append(atMost: remaining) { (output) throws(WireError) in
            var sum: Int64 = 0
            while remaining >= 16 {
                if let small = eightSmallNumbers() {
                    for index in 0..<8 {
                        sum &+= Self.signed(small >> UInt64(index * 8) & 0xff)
                        unsafe output[index] = sum
                    }
                    unsafe output += 8
                    continue
                }
                let start = unsafe position
                guard let first = unsafe shortNumber(), let second = unsafe shortNumber(),
                    let third = unsafe shortNumber(), let fourth = unsafe shortNumber()
                else {
                    unsafe position = unsafe start
                    sum &+= Self.signed(try varint())
                    unsafe output.initialize(to: sum)
                    unsafe output += 1
                    continue
                }
                var sums = ShortNumbers(first, second, third, fourth).signed
                sums &+= SIMD4(0, sums[0], sums[1], sums[2])
                sums &+= SIMD4(0, 0, sums[0], sums[1])
                for index in 0..<4 { unsafe output[index] = sum &+ Int64(sums[index]) }
                sum &+= Int64(sums[3])
                unsafe output += 4
            }
            while !isAtEnd {
                sum &+= Self.signed(try varint())
                unsafe output.initialize(to: sum)
                unsafe output += 1
            }
        }
    }

    /// Reads the rest of two columns of coordinate differences in E7 degrees, and appends the points; returns whether
    /// all are on Earth. If not, the appended points are useless.
    @inline(__always)
    static func readPoints(
        _ latitudes: inout WireReader, _ longitudes: inout WireReader, into points: inout BlockColumn<PointE7>
    ) throws(WireError) -> Bool {
        var outside = SIMDMask<SIMD4<Int32>>(repeating: false)
        // No number is shorter than a byte.
        try unsafe points.append(atMost: latitudes.remaining) { (output) throws(WireError) in
            var latest = SIMD4<Int32>()
            while unsafe latitudes.position < latitudes.end, unsafe longitudes.position < longitudes.end {
                let north = unsafe latitudes.position, east = unsafe longitudes.position
                if latitudes.remaining >= 8, longitudes.remaining >= 8,
                    let north1 = unsafe latitudes.shortNumber(), let east1 = unsafe longitudes.shortNumber(),
                    let north2 = unsafe latitudes.shortNumber(), let east2 = unsafe longitudes.shortNumber()
                {
                    // Two points at once. For points on Earth, 32 bits can hold the result of two differences of 28
                    // bits.
                    var two = ShortNumbers(north1, east1, north2, east2).signed
                    two &+= SIMD4(0, 0, two[0], two[1])
                    two &+= latest
                    unsafe UnsafeMutableRawPointer(output).storeBytes(of: two, as: SIMD4<Int32>.self)
                    unsafe output += 2
                    outside .|= (two .> highest) .| (two .< lowest)
                    latest = SIMD4(two[2], two[3], two[2], two[3])
                    continue
                }
                unsafe (latitudes.position, longitudes.position) = unsafe (north, east)
                let latitude = Int64(latest[0]) &+ signed(try latitudes.varint())
                let longitude = Int64(latest[1]) &+ signed(try longitudes.varint())
                let point = SIMD2(Int32(truncatingIfNeeded: latitude), Int32(truncatingIfNeeded: longitude))
                if Int64(point[0]) != latitude || Int64(point[1]) != longitude { outside = .init(repeating: true) }
                latest = SIMD4(point[0], point[1], point[0], point[1])
                outside .|= (latest .> highest) .| (latest .< lowest)
                unsafe output.initialize(to: PointE7(latitudeE7: point[0], longitudeE7: point[1]))
                unsafe output += 1
            }
        }
        guard latitudes.isAtEnd, longitudes.isAtEnd else { throw latitudes.error(.unequalColumns) }
        return !any(outside)
    }

    private static var highest: SIMD4<Int32> { SIMD4(900_000_000, 1_800_000_000, 900_000_000, 1_800_000_000) }
    private static var lowest: SIMD4<Int32> { SIMD4(-900_000_000, -1_800_000_000, -900_000_000, -1_800_000_000) }

    /// Reads the rest of two parallel columns, of tags' keys and values, and appends the pairs; returns the largest
    /// number of both.
    @inline(__always)
    static func readPairs(
        _ keys: inout WireReader, _ values: inout WireReader, into pairs: inout BlockColumn<TagTable.Pair>
    ) throws(WireError) -> UInt64 {
        var highest: UInt64 = 0
        // No number is shorter than a byte.
        try unsafe pairs.append(atMost: keys.remaining) { (output) throws(WireError) in
            let areInside = keys.isInside && values.isInside
            while unsafe keys.position < keys.end, unsafe values.position < values.end {
                let key = try keys.shortNumber(isInside: areInside)
                let value = try values.shortNumber(isInside: areInside)
                highest = max(highest, key, value)
                unsafe output.initialize(
                    to: TagTable.Pair(key: UInt32(truncatingIfNeeded: key), value: UInt32(truncatingIfNeeded: value)))
                unsafe output += 1
            }
        }
        guard keys.isAtEnd, values.isAtEnd else { throw values.error(.unequalColumns) }
        return highest
    }

    /// Reads the next eight numbers, one in each byte, if all of them are below 128.
    @inline(__always)
    private mutating func eightSmallNumbers() -> UInt64? {
        guard remaining >= 8 else { return nil }
        let word = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
        guard word & 0x8080_8080_8080_8080 == 0 else { return nil }
        unsafe position += 8
        return word
    }

    /// Skips the next eight numbers if all of them are zero: most nodes have no tags.
    @inline(__always)
    mutating func skipEightZeros() -> Bool {
        guard remaining >= 8, unsafe position.loadUnaligned(as: UInt64.self) == 0 else { return false }
        unsafe position += 8
        return true
    }
}

/// Four numbers of at most four bytes each, in their stored form; the bytes after them in their words do not matter.
private struct ShortNumbers {
    private let words: SIMD4<UInt32>

    @inline(__always)
    init(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32) {
        words = SIMD4(first, second, third, fourth)
    }

    /// The numbers, decoded from zigzag encoding.
    var signed: SIMD4<Int32> {
        @inline(__always) get {
            let lastBytes = ~words & SIMD4(repeating: 0x8080_8080)
            // Ones up to the end of the first number; the groups of seven bits are then moved together in pairs and
            // fours.
            var numbers = words & (lastBytes &- 1)
            numbers =
                numbers & SIMD4(repeating: 0x007f_007f) | (numbers & SIMD4(repeating: 0x7f00_7f00)) &>> 1
            numbers =
                numbers & SIMD4(repeating: 0x0000_3fff) | (numbers & SIMD4(repeating: 0x3fff_0000)) &>> 2
            return SIMD4(truncatingIfNeeded: numbers &>> 1 ^ (0 &- numbers & SIMD4(repeating: 1)))
        }
    }

    /// Returns one number in the same way; only the bytes up to its end matter.
    @inline(__always)
    static func unpacked(_ word: UInt32) -> UInt32 {
        let lastBytes = ~word & 0x8080_8080
        var number = word & (lastBytes &- 1)
        number = number & 0x007f_007f | (number & 0x7f00_7f00) &>> 1
        return number & 0x0000_3fff | (number & 0x3fff_0000) &>> 2
    }
}
