import CZip
import Synchronization

/// Reads a zip file in memory. The file is untrusted: nothing larger than the caller's limit is unpacked, and names are
/// only compared.
///
/// A class because it owns the library's open file.
@safe
package final class ZipArchive: @unchecked Sendable {
    // Code touches the library's state only while it holds `reading`, and in `init` and `deinit`, which have exclusive
    // access.
    private let archive: OpaquePointer
    private let reading = Mutex(())
    /// The memory that the library reads; it must stay in place.
    private let bytes: UnsafeMutableRawBufferPointer

    /// The maximum number of files.
    package static let maximumFiles = 65_536

    /// Opens the file; `nil` if it is not a zip file, or has more than `maximumFiles`.
    package init?(_ file: [UInt8]) {
        // The library takes empty input for an empty archive.
        guard !file.isEmpty else { return nil }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 16)
        unsafe bytes.copyBytes(from: file)
        var error = unsafe zip_error_t()
        guard let source = unsafe zip_source_buffer_create(bytes.baseAddress, UInt64(file.count), 0, &error) else {
            unsafe bytes.deallocate()
            return nil
        }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            unsafe zip_source_free(source)
            unsafe bytes.deallocate()
            return nil
        }
        unsafe self.archive = archive
        unsafe self.bytes = bytes
        // From here on all members are set, and `deinit` closes the archive.
        guard unsafe zip_get_num_entries(archive, 0) <= Self.maximumFiles else { return nil }
    }

    deinit {
        unsafe zip_discard(archive)
        unsafe bytes.deallocate()
    }

    /// Returns the name of the first file that `isWanted` accepts; `nil` if there is none.
    package func name(where isWanted: (String) -> Bool) -> String? {
        reading.withLock { _ in
            for index in 0..<UInt64(max(0, unsafe zip_get_num_entries(archive, 0))) {
                guard let bytes = unsafe zip_get_name(archive, index, 0) else { continue }
                let name = unsafe String(cString: bytes)
                if isWanted(name) { return name }
            }
            return nil
        }
    }

    /// Returns the content of the file `name`; `nil` if there is none, or if it is damaged, encrypted, or larger than
    /// `limit` bytes.
    package func content(of name: String, upTo limit: Int) -> [UInt8]? {
        // The library would end the name there.
        guard !name.utf8.contains(0) else { return nil }
        return reading.withLock { _ in read(name, upTo: limit) }
    }

    private func read(_ name: String, upTo limit: Int) -> [UInt8]? {
        var status = unsafe zip_stat_t()
        guard unsafe zip_stat(archive, name, 0, &status) == 0, unsafe status.valid & UInt64(ZIP_STAT_SIZE) != 0,
            unsafe status.size <= UInt64(limit), let file = unsafe zip_fopen(archive, name, 0)
        else { return nil }
        defer { unsafe zip_fclose(file) }
        // One byte more than the header claims: a file with more bytes has a false header.
        let size = unsafe Int(status.size)
        var content = [UInt8](repeating: 0, count: size + 1)
        var count = 0
        while count <= size {
            let got = unsafe content.withUnsafeMutableBytes { buffer in
                unsafe zip_fread(file, buffer.baseAddress! + count, UInt64(size + 1 - count))
            }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            count += Int(got)
        }
        guard count == size else { return nil }
        content.removeLast()
        return content
    }
}
