import CDeflate

/// Compresses pieces of an atlas, with its working memory, for one thread at a time.
///
/// ```
/// 0   1  form, see PieceForm          4   4  length of the piece in bytes
/// 1   1  width of an element          8      the arranged bytes, deflated (RFC 1951)
/// 2   2  zero
/// ```
/// Little endian. An object says itself how to decode it, so that its address may keep its content for good, whichever
/// form the server chose.
///
/// A class because it owns memory of the C library and frees it with the last reference.
@safe
package final class PiecePacker: @unchecked Sendable {
    // `Pool` lends an instance to one caller at a time, so two threads never use the library's states at once.
    private let quick: OpaquePointer
    private let thorough: OpaquePointer

    /// The fastest level compares the forms. Level 9 of 12 makes the object, once for all devices; level 12 takes ten
    /// times as long for another two percent.
    package init() {
        guard let quick = unsafe libdeflate_alloc_compressor(1), let thorough = unsafe libdeflate_alloc_compressor(9)
        else { fatalError("no memory for a compressor") }
        unsafe self.quick = quick
        unsafe self.thorough = thorough
    }

    deinit {
        unsafe libdeflate_free_compressor(quick)
        unsafe libdeflate_free_compressor(thorough)
    }

    /// Returns the form that makes `piece` smallest, judged by a quick compression.
    @unsafe
    package func bestForm(of piece: UnsafeRawBufferPointer, width: Int) -> PieceForm {
        var best = PieceForm.plain, size = Int.max
        for form in PieceForm.allCases where width > 1 || form != .planes {
            let packed = unsafe deflate(form.arrange(piece, width: width), quick, after: [])
            if packed.count < size { (best, size) = (form, packed.count) }
        }
        return best
    }

    /// Returns the object of `piece`, which has at most 2³² - 1 bytes, in a form. The same piece and form give the same
    /// bytes.
    @unsafe
    package func pack(_ piece: UnsafeRawBufferPointer, width: Int, as form: PieceForm) -> [UInt8] {
        let count = UInt32(piece.count)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        let header = [form.rawValue, UInt8(width), 0, 0] + length
        return unsafe deflate(form.arrange(piece, width: width), thorough, after: header)
    }

    private func deflate(
        _ bytes: borrowing [UInt8], _ compressor: OpaquePointer, after header: [UInt8]
    ) -> [UInt8] {
        let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: header.count + bound) { output, count in
            for byte in header {
                unsafe output.initializeElement(at: count, to: byte)
                count += 1
            }
            unsafe bytes.withUnsafeBytes { input in
                // Never 0: the library promises that `bound` bytes suffice.
                count += unsafe libdeflate_deflate_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress! + header.count, bound)
            }
        }
    }
}
