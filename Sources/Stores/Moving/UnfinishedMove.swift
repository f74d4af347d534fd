import Foundation
import Glibc

/// The mark of a data folder to which a move is under way, or ended early: what is there is not the whole place.
package struct UnfinishedMove {
    private let folder: String
    private var path: String { folder + "/unfinished-move" }

    package init(in folder: String) { self.folder = folder }

    /// Throws `StoreError` if the folder has the mark.
    package static func check(_ folder: String) throws {
        guard UnfinishedMove(in: folder).isThere else { return }
        throw StoreError(
            "a move of a place to \(folder) is under way, or ended early; let it end, or repeat `hereabouts move`")
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    /// Makes the mark, on the disk.
    func make() throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, fsync(file) == 0, close(file) == 0 else { throw fault("made") }
        try keepFolder()
    }

    /// Removes the mark, on the disk, after all other names are there.
    func remove() throws {
        try keepFolder()
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw fault("removed") }
        try keepFolder()
    }

    /// Brings the names in the folder to the disk.
    private func keepFolder() throws {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, fsync(descriptor) == 0, close(descriptor) == 0 else { throw fault("written") }
    }

    private func fault(_ what: String) -> StoreError {
        let cause = unsafe String(cString: strerror(errno))
        return StoreError("\(path) cannot be \(what): \(cause); make room, or name a folder where you may write")
    }
}
