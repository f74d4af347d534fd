import CDeflate
import Testing

/// The content of an object of a pack, unpacked by a reader of the tests' own.
enum PackedPiece {
    static func content(_ object: [UInt8]) throws -> [UInt8] {
        try #require(object.count > 8)
        let width = Int(object[1]), length = (0..<4).reduce(0) { $0 | Int(object[4 + $1]) << (8 * $1) }
        let arranged = try inflated(object.dropFirst(8), length)
        var content = [UInt8](repeating: 0, count: length)
        for (at, byte) in arranged.enumerated() {
            // The plane that the byte is in, and its place there.
            let count = length / width, (plane, index) = (at / count, at % count)
            switch object[0] {
            case 0: content[at] = byte
            case 1: content[index * width + plane] = byte
            case 2:
                let before = index > 0 ? content[(index - 1) * width + plane] : 0
                content[index * width + plane] = before &+ byte
            default: Issue.record("form \(object[0])")
            }
        }
        return content
    }

    private static func inflated(_ bytes: ArraySlice<UInt8>, _ length: Int) throws -> [UInt8] {
        let decompressor = try #require(libdeflate_alloc_decompressor())
        defer { libdeflate_free_decompressor(decompressor) }
        var plain = [UInt8](repeating: 0, count: length), written = 0
        let result = bytes.withUnsafeBytes { input in
            plain.withUnsafeMutableBytes { output in
                libdeflate_deflate_decompress(
                    decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &written)
            }
        }
        #expect(result == LIBDEFLATE_SUCCESS && written == length)
        return plain
    }
}
