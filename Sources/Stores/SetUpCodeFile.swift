package import Community
import Foundation

/// Keeps the set-up code in a file of the data folder, so that a command can make one while the server runs: only the
/// server may have the databases open.
///
/// The server and the command need no lock. A code is taken by renaming the file, to a name that has the code's digest.
/// The command puts its file in place first and then removes what was taken; only then does anybody get to know its
/// code. So a code that was taken, and can still be given back, is always the newest.
package struct SetUpCodeFile: SetUpCodeStore {
    package let path: String
    private let folder: String
    private static let name = "set-up-code.json"
    /// What the name of a file begins with that was taken.
    private static let takenPrefix = name + ".taken-"
    /// More than a code takes.
    private static let maximumLength = 4096

    package init(dataFolder: String) {
        folder = dataFolder
        path = "\(dataFolder)/\(Self.name)"
    }

    /// Throws `StoreError` for a file that somebody besides its owner may write, that belongs neither to this user nor
    /// to the folder's owner, or that holds no code.
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
        else { throw StoreError("\(path) is not a file that the owner of its folder alone may write; \(remedy)") }
        let data = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard let bytes = try data.read(upToCount: Self.maximumLength),
            let code = try? JSONDecoder().decode(KeptSetUpCode.self, from: bytes), code.isValid
        else { throw StoreError("\(path) holds no set-up code; \(remedy)") }
        return code
    }

    /// Replaces the file in one step.
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

    /// Removes what was taken and not given back, also by a server that ended in between. A server may just have taken
    /// `newest`, by mistake for the one before it: it puts that back.
    private func removeTaken(but newest: KeptSetUpCode) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(Self.takenPrefix) {
            let taken = "\(folder)/\(name)"
            // One that cannot be read goes, too.
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
        // A newer code was put in place meanwhile.
        try giveBack(code)
        return false
    }

    package func giveBack(_ code: KeptSetUpCode) throws {
        let taken = takenPath(code)
        // Unlike a rename, a link replaces nothing. What was removed meanwhile is good no more.
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
