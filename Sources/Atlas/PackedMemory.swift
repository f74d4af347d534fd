/// Owns arrays that were built in memory. The owner of the packed arrays over them must keep this object, too.
///
/// A class because its end frees the memory.
@safe
package final class PackedMemory<Element: PackedElement>: @unchecked Sendable {
    // Written once, before anybody else sees it.
    private let base: UnsafeMutablePointer<Element>
    private let count: Int

    package init(_ elements: [Element]) {
        count = elements.count
        unsafe base = .allocate(capacity: max(1, count))
        for (index, element) in elements.enumerated() { unsafe (base + index).initialize(to: element) }
    }

    deinit { unsafe base.deallocate() }

    /// The array, for as long as this object lives.
    package var packed: Packed<Element> { unsafe Packed(base: UnsafePointer(base), count: count) }
}
