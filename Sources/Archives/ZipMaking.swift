import CZip
import Glibc

/// Makes a zip file in memory.
package enum ZipMaking {
    /// Returns a zip file of `files`, by name; packed but for pictures, which are packed already. Returns `nil` when memory runs out.
    package static func zip(_ files: [(name: String, content: [UInt8])]) -> [UInt8]? {
        var error = unsafe zip_error_t()
        guard let source = unsafe zip_source_buffer_create(nil, 0, 0, &error) else { return nil }
        // Kept beyond closing, which hands the archive's own reference back.
        unsafe zip_source_keep(source)
        defer { unsafe zip_source_free(source) }
        guard let archive = unsafe zip_open_from_source(source, ZIP_TRUNCATE, &error) else {
            unsafe zip_source_free(source)
            return nil
        }
        for (name, content) in files {
            // The library frees what it is given once it has written it.
            let copy = unsafe malloc(max(content.count, 1))
            unsafe copy?.copyMemory(from: content, byteCount: content.count)
            guard let copy = unsafe copy,
                let file = unsafe zip_source_buffer(archive, copy, UInt64(content.count), 1)
            else {
                unsafe zip_discard(archive)
                return nil
            }
            let index = unsafe zip_file_add(archive, name, file, UInt32(ZIP_FL_ENC_UTF_8))
            guard index >= 0 else {
                unsafe zip_source_free(file)
                unsafe zip_discard(archive)
                return nil
            }
            let isPacked = name.hasSuffix(".webp")
            _ = unsafe zip_set_file_compression(
                archive, UInt64(index), isPacked ? Int32(ZIP_CM_STORE) : Int32(ZIP_CM_DEFLATE), 0)
            // The same guide makes the same bytes.
            _ = unsafe zip_file_set_mtime(archive, UInt64(index), 0, 0)
        }
        guard unsafe zip_close(archive) == 0 else {
            unsafe zip_discard(archive)
            return nil
        }
        return unsafe bytes(of: source)
    }

    private static func bytes(of source: OpaquePointer) -> [UInt8]? {
        var status = unsafe zip_stat_t()
        guard unsafe zip_source_stat(source, &status) == 0, unsafe zip_source_open(source) == 0 else { return nil }
        defer { unsafe zip_source_close(source) }
        let size = unsafe Int(status.size)
        var bytes = [UInt8](repeating: 0, count: size)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe zip_source_read(source, $0.baseAddress, UInt64(size)) }
        return count == size ? bytes : nil
    }
}
