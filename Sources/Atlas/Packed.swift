public import GeoCore

/// An element of a packed array: fixed width, no padding, no pointers, little endian in the file and in memory.
@usableFromInline
package protocol PackedElement: BitwiseCopyable, Sendable {}
extension UInt8: PackedElement {}
extension UInt16: PackedElement {}
extension UInt32: PackedElement {}
extension UInt64: PackedElement {}
extension Int32: PackedElement {}
extension Int64: PackedElement {}
extension PointE7: PackedElement {}
extension IntBox: PackedElement {}

/// A read-only array inside an atlas: a pointer and a count, nothing copied.
///
/// The maker promises that the memory outlives every use and that nobody writes to it. `AtlasView` makes sections; the
/// holder of its bytes (a mapped file, the browser's buffer) outlives the engines over it. Each subscript is
/// bounds-checked, so a damaged file can stop a query but never read outside.
@frozen
@usableFromInline
@safe
package struct Packed<Element: PackedElement>: @unchecked Sendable {
    @usableFromInline let base: UnsafePointer<Element>
    @usableFromInline package let count: Int

    @inlinable
    @unsafe
    package init(base: UnsafePointer<Element>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    @inlinable package var isEmpty: Bool { count == 0 }
    @inlinable package var indices: Range<Int> { unsafe Range(uncheckedBounds: (0, count)) }

    @inlinable
    package subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count, "index outside a packed array")
        // Inside: the line above.
        return unsafe base[index]
    }

    @inlinable package subscript(index: UInt32) -> Element { self[Int(truncatingIfNeeded: index)] }

    /// Calls `body` with the elements of `range` in place; an empty buffer when the range leaves the array.
    @inlinable
    package func withElements<Result>(in range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result) -> Result
    {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
        }
        // Inside: the guard above.
        return unsafe body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// The first index whose element does not come before the target, in an array sorted so that `isBefore` is true,
    /// then false.
    @inlinable
    package func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Packed where Element == UInt8 {
    /// The first index from `start` on whose element is below `bound`; `count` when there is none.
    ///
    /// For elements and bounds up to 127: eight are compared at once, by the top bit that stays of each when `bound` is
    /// taken from it.
    package func firstIndex(from start: Int, below bound: UInt8) -> Int {
        let tops: UInt64 = 0x8080_8080_8080_8080, bounds = UInt64(bound & 0x7f) &* 0x0101_0101_0101_0101
        var index = min(max(0, start), count)
        while index + 32 <= count {
            // Inside: the line above.
            let block = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
            let differences = (block | SIMD4(repeating: tops)) &- SIMD4(repeating: bounds)
            guard differences[0] & differences[1] & differences[2] & differences[3] & tops == tops else { break }
            index += 32
        }
        while index < count, self[index] >= bound { index += 1 }
        return index
    }
}
