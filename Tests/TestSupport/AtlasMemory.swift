package import Atlas

/// An atlas's bytes at an address of their own, aligned as a mapped file is.
///
/// A class because engines read the memory that it frees.
package final class AtlasMemory {
    package let bytes: [UInt8]
    private let buffer: UnsafeMutableRawBufferPointer

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        unsafe buffer = .allocate(byteCount: max(1, bytes.count), alignment: 64)
        unsafe buffer.copyBytes(from: bytes)
    }

    deinit { unsafe buffer.deallocate() }

    /// Opens the atlas; the view lives no longer than this object.
    package func view() throws(AtlasError) -> AtlasView {
        try unsafe AtlasView(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count]))
    }
}
