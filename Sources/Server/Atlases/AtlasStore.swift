package import Atlas
import FoundationEssentials
import Glibc

/// Keeps a private copy of the served atlas in the data folder, with a record of its verification.
///
/// It copies first and verifies the copy, so that no later change of the original file reaches verified content: the
/// operator may overwrite or delete it. If the next start finds the same stamps, it maps the copy without verifying it.
///
/// ```
/// <data>/atlas/<identity>.atlas   the copy; the identity has 16 hexadecimal digits
/// <data>/atlas/verified.json      the path of the original, the stamps of the copied file and of the copy, the verifier
/// ```
package struct AtlasStore: Sendable {
    private struct Record: Codable, Equatable {
        let sourcePath: String
        let source: FileStamp
        let copyName: String
        let copy: FileStamp
        /// The set of rules that verified the copy: another program may check more.
        let verifier: String
    }

    private let folder: String
    private let verifier: String
    private let verify: @Sendable (AtlasView) throws -> Void

    /// Keeps copies in `dataFolder`. `verify` throws when an atlas breaks a rule; `verifier` names the set of rules.
    package init(
        dataFolder: String, verifier: String, verify: @escaping @Sendable (AtlasView) throws -> Void
    ) {
        folder = dataFolder + "/atlas"
        self.verifier = verifier
        self.verify = verify
    }

    /// Returns the verified copy of the atlas at `path`, or, without a path, of the atlas in the record.
    ///
    /// Throws `AtlasStoreError` when there is no such file or record, or the folder is not writable, and what `verify`
    /// throws, such as `AtlasError`, when the file is not an intact atlas.
    package func open(_ path: String?) throws -> MappedFile {
        let record = lastRecord()
        guard let path else {
            guard let record, let copy = FileStamp(path: folder + "/" + record.copyName) else {
                throw AtlasStoreError("\(folder) holds no atlas yet; name one with --atlas")
            }
            if record.verifier == verifier, record.copy == copy {
                return try MappedFile(path: folder + "/" + record.copyName)
            }
            // A copy from a backup, or one that another program verified, is as unverified as the operator's own file.
            return try adopt(folder + "/" + record.copyName, absolutePath: record.sourcePath)
        }
        let absolute = URL(filePath: path).standardizedFileURL.path
        if let record, record.sourcePath == absolute, record.source == FileStamp(path: path), isCurrent(record) {
            return try MappedFile(path: folder + "/" + record.copyName)
        }
        return try adopt(path, absolutePath: absolute)
    }

    private func isCurrent(_ record: Record) -> Bool {
        record.verifier == verifier && record.copy == FileStamp(path: folder + "/" + record.copyName)
    }

    private func lastRecord() -> Record? {
        // Where the operator names the file, a missing or damaged record only costs another verification.
        guard let data = try? Data(contentsOf: URL(filePath: folder + "/verified.json")) else { return nil }
        return try? JSONDecoder().decode(Record.self, from: data)
    }

    /// Copies the file at `path`, verifies the copy, and records it as that of `absolutePath`.
    private func adopt(_ path: String, absolutePath: String) throws -> MappedFile {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw AtlasStoreError("cannot make the folder \(folder); check who may write to the data folder")
        }
        // The name is random: two servers may share the folder, and containers may have the same process ids.
        let draft = "\(folder)/draft-\(hexadecimal(.random(in: 0 ... .max)))"
        var isDraft = true
        defer { if isDraft { _ = unsafe unlink(draft) } }
        let source = try FileCopy.copy(from: path, to: draft)
        let file = try MappedFile(path: draft)
        let view = try unsafe AtlasView(bytes: file.bytes)
        try view.verifyChecksums()
        try verify(view)

        let name = hexadecimal(view.identity) + ".atlas"
        guard unsafe rename(draft, folder + "/" + name) == 0, let copy = FileStamp(path: folder + "/" + name) else {
            throw AtlasStoreError(path: folder + "/" + name, doing: "write")
        }
        isDraft = false
        let record = Record(
            sourcePath: absolutePath, source: source, copyName: name, copy: copy, verifier: verifier)
        try JSONEncoder().encode(record).write(to: URL(filePath: folder + "/verified.json"), options: .atomic)
        removeCopies(except: name)
        return file
    }

    /// Whether the file is the unfinished copy of a killed process: no copy takes a day.
    private func isAbandoned(_ name: String) -> Bool {
        var status = stat()
        guard name.hasPrefix("draft-"), unsafe stat(folder + "/" + name, &status) == 0 else { return false }
        return time(nil) - status.st_mtim.tv_sec > 24 * 3600
    }

    /// Removes all other copies and abandoned drafts. A process that still maps a removed copy can go on reading it.
    private func removeCopies(except name: String) {
        // A copy that cannot be removed only takes disk space.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for other in names where (other.hasSuffix(".atlas") && other != name) || isAbandoned(other) {
            _ = unsafe unlink(folder + "/" + other)
        }
    }
}

/// Why the data folder could not provide an atlas.
package struct AtlasStoreError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// Describes the failure of the last system call.
    init(path: String, doing verb: String) {
        // `strerror` gives a static string for the errors of file calls.
        description = unsafe "cannot \(verb) \(path): \(String(cString: strerror(errno)))"
    }
}
