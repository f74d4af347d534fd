package import Foundation
import Glibc

/// Stores renditions as files, `FOLDER/ab/ID-SIZE.webp`, where `ab` are the last two digits of the id. Its calls wait for
/// the disk, so the server makes them on threads of their own.
package struct PictureFolder: RenditionStore {
    private let path: String

    /// Makes the folder at `path` if it is missing; the error names it.
    package init(path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes the renditions of picture `id`, which is a name without separators; returns once they are on disk. Throws
    /// if the disk does not take all of them, and then leaves none.
    package func keep(_ renditions: [Rendition], as id: String) throws {
        let folder = folder(of: id)
        do {
            if unsafe mkdir(folder, 0o700) == 0 {
                try Self.synchronize(path)
            } else if errno != EEXIST {
                throw PictureFolderError(path: folder)
            }
            for rendition in renditions { try write(rendition.bytes, to: file(id, rendition.size)) }
            try Self.synchronize(folder)
        } catch {
            try? remove(id)
            throw error
        }
    }

    /// Whether any rendition of picture `id` exists.
    package func holds(_ id: String) -> Bool {
        PictureSize.allCases.contains { unsafe access(file(id, $0), R_OK) == 0 }
    }

    package func held(among ids: Set<String>) -> Set<String> { ids.filter(holds) }

    /// Returns a rendition of picture `id`: of `size`, or the largest below it; `nil` if there is none.
    package func bytes(of id: String, _ size: PictureSize) -> [UInt8]? {
        let sizes = PictureSize.allCases.filter { $0.longestSide <= size.longestSide }
        for size in sizes.reversed() {
            if let bytes = FileManager.default.contents(atPath: file(id, size)) { return [UInt8](bytes) }
        }
        return nil
    }

    /// Removes all renditions of picture `id`; the error names the first file that remains.
    package func remove(_ id: String) throws {
        for size in PictureSize.allCases where unsafe unlink(file(id, size)) != 0 && errno != ENOENT {
            throw PictureFolderError(path: file(id, size))
        }
    }

    /// Removes all renditions of pictures, as many as it can; the error names the first file that remains.
    package func remove(_ ids: Set<String>) throws {
        var fault: (any Error)?
        for id in ids {
            do { try remove(id) } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
    }

    /// Returns the ids of the pictures stored before `date`.
    package func ids(keptBefore date: Date) -> Set<String> {
        var ids: Set<String> = []
        let files = FileManager.default.enumerator(atPath: path)
        while let name = files?.nextObject() as? String {
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            guard attributes?[.type] as? FileAttributeType == .typeRegular,
                let changed = attributes?[.modificationDate] as? Date, changed < date
            else { continue }
            let file = name.split(separator: "/").last ?? ""
            if let dash = file.lastIndex(of: "-") { ids.insert(String(file[..<dash])) }
        }
        return ids
    }

    private func folder(of id: String) -> String { "\(path)/\(id.suffix(2))" }

    private func file(_ id: String, _ size: PictureSize) -> String { "\(folder(of: id))/\(id)-\(size.rawValue).webp" }

    private func write(_ bytes: [UInt8], to file: String) throws {
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PictureFolderError(path: file) }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            // Inside: `start` is below the count.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress! + start, bytes.count - start)
            }
            guard count > 0 else { throw PictureFolderError(path: file) }
            start += count
        }
        guard fsync(descriptor) == 0 else { throw PictureFolderError(path: file) }
    }

    private static func synchronize(_ folder: String) throws {
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw PictureFolderError(path: folder) }
    }
}

/// The disk did not take a file.
package struct PictureFolderError: Error, CustomStringConvertible {
    let path: String
    private let cause = unsafe String(cString: strerror(errno))

    package var description: String {
        "\(path) cannot be written: \(cause); free some space, or give the program write access to the folder"
    }
}
