import CZip
import Synchronization

/// Reads a zip file that lies in memory. It is not trusted: nothing larger than asked for is unpacked, and names are
/// only compared.
///
/// A class because it holds the library's open file.
@safe
package final class ZipArchive: @unchecked Sendable {
    // The library's state is only touched while `reading` is held, and in `init` and `deinit`, when nobody else has it.
    private let archive: OpaquePointer
    private let reading = Mutex(())
    /// What the library reads from; it must stay in place.
    private let bytes: UnsafeMutableRawBufferPointer

    /// The most files that are looked at.
    package static let maximumFiles = 65_536

    /// Opens the file; `nil` when it is no zip file, or has more than `maximumFiles`.
    package init?(_ file: [UInt8]) {
        // To the library, nothing is an archive of nothing.
        guard !file.isEmpty else { return nil }
        let bytes = unsafe UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 16)
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
        // From here on all members are set, and what was opened is closed by `deinit`.
        guard unsafe zip_get_num_entries(archive, 0) <= Self.maximumFiles else { return nil }
    }

    deinit {
        unsafe zip_discard(archive)
        unsafe bytes.deallocate()
    }

    /// The name of the first file that has a property; `nil` when none has.
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

    /// The content of the file `name`; `nil` when there is none, or it is damaged, encrypted, or larger than `limit`
    /// bytes.
    package func content(of name: String, upTo limit: Int) -> [UInt8]? {
        // To the library, a name ends there.
        guard !name.utf8.contains(0) else { return nil }
        return reading.withLock { _ in read(name, upTo: limit) }
    }

    private func read(_ name: String, upTo limit: Int) -> [UInt8]? {
        var status = unsafe zip_stat_t()
        guard unsafe zip_stat(archive, name, 0, &status) == 0, unsafe status.valid & UInt64(ZIP_STAT_SIZE) != 0,
            unsafe status.size <= UInt64(limit), let file = unsafe zip_fopen(archive, name, 0)
        else { return nil }
        defer { unsafe zip_fclose(file) }
        // One byte more than is claimed: a file that has more lies.
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
