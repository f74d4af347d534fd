import Atlas
import GeoCore

/// Reads the shape of a feature: runs of vertices as differences, zigzag varints, x before y.
///
/// A line has any number of runs, each a count and that many vertices. A polygon has any number of rings, each a header
/// (count × 2, plus 1 for a hole) and its vertices, the first not repeated; a hole follows its outer ring. The first
/// ring is always an outer ring: a 1 in its header says that no two rings of the polygon touch, at any zoom that shows
/// it. The very first vertex is relative to the north-west corner of the feature's box, every other vertex to the one
/// before. A point has no bytes: it is that corner.
@safe
struct ShapeReader {
    /// Valid up to `end`: memory of the atlas, which the caller holds.
    private let bytes: UnsafePointer<UInt8>
    private var offset = 0
    private let end: Int
    private(set) var x: Int32
    private(set) var y: Int32

    init(_ bytes: Packed<UInt8>, from start: Int, to end: Int, x: Int32, y: Int32) {
        // An empty range is never read, so any address will do.
        (unsafe self.bytes, self.end) = unsafe bytes.withElements(in: start..<end) { bytes in
            unsafe (bytes.baseAddress ?? UnsafePointer(bitPattern: 64).unsafelyUnwrapped, bytes.count)
        }
        self.x = x
        self.y = y
    }

    var isAtEnd: Bool { offset >= end }
    /// The number of bytes left; negative after a read beyond the end.
    var remaining: Int { end - offset }

    /// Reads an unsigned number. Beyond the end it reads zeros and `remaining` becomes negative, which the checker
    /// tests.
    @inline(__always)
    mutating func number() -> UInt32 {
        guard offset < end else {
            offset = end + 1
            return 0
        }
        // Inside: the guard above.
        let first = unsafe bytes[offset]
        offset += 1
        guard first >= 0x80 else { return UInt32(first) }
        guard offset < end, unsafe bytes[offset] < 0x80 else { return longNumber(first) }
        offset += 1
        return unsafe UInt32(first & 0x7f) | UInt32(bytes[offset - 1]) << 7
    }

    private mutating func longNumber(_ first: UInt8) -> UInt32 {
        var value = UInt32(first & 0x7f), shift: UInt32 = 7
        while offset < end, shift < 35 {
            // Inside: the line above.
            let byte = unsafe bytes[offset]
            offset += 1
            value |= UInt32(byte & 0x7f) &<< shift
            if byte < 0x80 { return value }
            shift += 7
        }
        offset = end + 1
        return 0
    }

    /// Moves to the next vertex.
    @inline(__always)
    mutating func advance() {
        x &+= ShapeReader.signed(number())
        y &+= ShapeReader.signed(number())
    }

    @inline(__always)
    private static func signed(_ zigzag: UInt32) -> Int32 {
        Int32(bitPattern: zigzag >> 1) ^ -Int32(bitPattern: zigzag & 1)
    }
}
