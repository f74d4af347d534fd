package import Community
import Foundation

/// Stores the set-up code in a file of the data folder, so that a command can make a code while the server runs: only
/// the server may have the databases open.
///
/// The server and the command need no lock. To take a code, the server renames the file; the new name contains the
/// code's digest. The command puts its new file in place first, then removes taken codes, and only then shows its code.
/// So a taken code that can still be given back is always the newest.
package struct SetUpCodeFile: SetUpCodeStore {
    package let path: String
    private let folder: String
    private static let name = "set-up-code.json"
    /// The beginning of a taken file's name.
    private static let takenPrefix = name + ".taken-"
    /// More than a code needs.
    private static let maximumLength = 4096

    package init(dataFolder: String) {
        folder = dataFolder
        path = "\(dataFolder)/\(Self.name)"
    }

    /// Returns the code; throws `StoreError` for a file that users other than its owner may write, that belongs neither
    /// to this user nor to the folder's owner, or that contains no code.
    package func code() throws -> KeptSetUpCode? { try read(path) }

    private func read(_ path: String) throws -> KeptSetUpCode? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.fault("\(path) cannot be read", remedy)
        }
        defer { close(file) }
        var about = stat(), place = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_mode & 0o022 == 0,
            unsafe stat(folder, &place) == 0, [geteuid(), 0, place.st_uid].contains(about.st_uid),
            about.st_size <= Self.maximumLength
        else { throw StoreError("\(path) is not a file that only the owner of its folder may write; \(remedy)") }
        let data = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard let bytes = try data.read(upToCount: Self.maximumLength),
            let code = try? JSONDecoder().decode(KeptSetUpCode.self, from: bytes), code.isValid
        else { throw StoreError("\(path) contains no set-up code; \(remedy)") }
        return code
    }

    /// Replaces the file atomically.
    package func keep(_ code: KeptSetUpCode) throws {
        let temporary = "\(path).\(getpid())"
        _ = unsafe unlink(temporary)
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Self.fault(
                "\(temporary) cannot be made", "run this as the user who runs the server, with its data folder")
        }
        defer { close(file) }
        do {
            try FileHandle(fileDescriptor: file, closeOnDealloc: false).write(contentsOf: JSONEncoder().encode(code))
            guard fsync(file) == 0, unsafe rename(temporary, path) == 0 else {
                throw Self.fault("\(path) cannot be written", remedy)
            }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        try removeTaken(but: code)
    }

    /// Removes taken codes that were not given back, also those of a server that ended in between. A server may have
    /// just taken `newest` by mistake for the code before; it puts that back.
    private func removeTaken(but newest: KeptSetUpCode) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(Self.takenPrefix) {
            let taken = "\(folder)/\(name)"
            // An unreadable code goes, too.
            if let code = try? read(taken), code == newest { continue }
            try remove(taken)
        }
    }

    package func take(_ code: KeptSetUpCode) throws -> Bool {
        let taken = takenPath(code)
        guard unsafe rename(path, taken) == 0 else {
            if errno == ENOENT { return false }
            throw Self.fault("\(path) cannot be renamed", remedy)
        }
        if try read(taken) == code { return true }
        // The command put a newer code in place meanwhile.
        try giveBack(code)
        return false
    }

    package func giveBack(_ code: KeptSetUpCode) throws {
        let taken = takenPath(code)
        // Unlike a rename, a link replaces nothing. A code removed meanwhile is no longer valid.
        guard unsafe link(taken, path) == 0 || errno == EEXIST || errno == ENOENT else {
            throw Self.fault("\(path) cannot be put back", remedy)
        }
        try remove(taken)
    }

    package func forget(_ code: KeptSetUpCode) throws { try remove(takenPath(code)) }

    private func takenPath(_ code: KeptSetUpCode) -> String { "\(folder)/\(Self.takenPrefix)\(code.digest)" }

    private func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Self.fault("\(path) cannot be removed", remedy) }
    }

    private var remedy: String { "remove it, and make another code with `hereabouts account code`" }

    private static func fault(_ what: String, _ remedy: String) -> StoreError {
        let cause = unsafe String(cString: strerror(errno))
        return StoreError("\(what): \(cause); \(remedy)")
    }
}
