package import Community
import Foundation

/// Keeps the set-up code in a file of the data folder, so that a command can make one while the server runs: only the
/// server may have the databases open.
package struct SetUpCodeFile: SetUpCodeStore {
    package let path: String
    private let folder: String
    /// More than a code takes.
    private static let maximumLength = 4096

    package init(dataFolder: String) {
        folder = dataFolder
        path = dataFolder + "/set-up-code.json"
    }

    /// Throws `StoreError` for a file that somebody besides its owner may write, that belongs neither to this user nor
    /// to the folder's owner, or that holds no code.
    package func code() throws -> KeptSetUpCode? {
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
            let code = try? JSONDecoder().decode(KeptSetUpCode.self, from: bytes)
        else { throw StoreError("\(path) holds no set-up code; \(remedy)") }
        return code
    }

    /// Replaces the file in one step. It belongs to the owner of the folder, also when the superuser makes it.
    package func keep(_ code: KeptSetUpCode?) throws {
        guard let code else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                throw Self.fault("\(path) cannot be removed", remedy)
            }
            return
        }
        let temporary = "\(path).\(getpid())"
        _ = unsafe unlink(temporary)
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Self.fault(
                "\(temporary) cannot be made", "run this as the user who runs the server, with its data folder")
        }
        defer { close(file) }
        do {
            var about = stat()
            if geteuid() == 0, unsafe stat(folder, &about) == 0, fchown(file, about.st_uid, about.st_gid) != 0 {
                throw Self.fault("\(temporary) cannot be given to the owner of \(folder)", remedy)
            }
            try FileHandle(fileDescriptor: file, closeOnDealloc: false).write(contentsOf: JSONEncoder().encode(code))
            guard fsync(file) == 0, unsafe rename(temporary, path) == 0 else {
                throw Self.fault("\(path) cannot be written", remedy)
            }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    private var remedy: String { "remove it, and make another code with `hereabouts account code`" }

    private static func fault(_ what: String, _ remedy: String) -> StoreError {
        let cause = unsafe String(cString: strerror(errno))
        return StoreError("\(what): \(cause); \(remedy)")
    }
}
