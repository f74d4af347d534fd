import Glibc

/// A reusable column of a block's objects: like an array, without the cost of sharing and copying arrays for each
/// element. The C library grows the memory, and moves large blocks without touching them.
@safe
struct BlockColumn<Element: BitwiseCopyable>: ~Copyable {
    private var elements = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    private(set) var count = 0

    init() {}

    deinit { unsafe free(elements.baseAddress) }

    /// Removes all elements and keeps the memory.
    mutating func removeAll() { count = 0 }

    mutating func removeLast(_ number: Int) {
        precondition(number >= 0 && number <= count)
        count -= number
    }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return unsafe elements[index]
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if unsafe count == elements.count { grow(by: 1) }
        // The line above ensures the space.
        unsafe elements.baseAddress.unsafelyUnwrapped[count] = element
        count &+= 1
    }

    /// Appends the elements that `fill` writes, at most `more`; `fill` moves the pointer past them. They stay if it
    /// throws.
    @inline(__always)
    @unsafe
    mutating func append<Failure: Error>(
        atMost more: Int, _ fill: (inout UnsafeMutablePointer<Element>) throws(Failure) -> Void
    ) throws(Failure) {
        guard more > 0 else { return }
        if unsafe elements.count - count < more { grow(by: more) }
        let start = unsafe elements.baseAddress.unsafelyUnwrapped + count
        var output = unsafe start
        unsafe try fill(&output)
        precondition(unsafe output - start <= more)
        count += unsafe output - start
    }

    /// Returns the elements in memory of exactly their size.
    func array() -> [Element] { unsafe Array(UnsafeBufferPointer(rebasing: elements[..<count])) }

    @inline(never)
    private mutating func grow(by more: Int) {
        let capacity = unsafe max(count + more, 2 * elements.count, 64)
        let size = capacity * MemoryLayout<Element>.stride
        guard let memory = unsafe realloc(elements.baseAddress, size) else {
            preconditionFailure("no memory for \(size) bytes of a block")
        }
        unsafe elements = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: Element.self, capacity: capacity), count: capacity)
    }
}
