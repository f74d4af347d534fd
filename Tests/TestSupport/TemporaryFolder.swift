import Foundation

/// A folder of its own for one test, inside the build folder unless another is named; removed with it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init(in parent: String? = nil) throws {
        let parent = parent.map { URL(filePath: $0) } ?? Repository.root.appending(path: ".build/test-folders")
        let folder = parent.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of `name` in the folder, whether or not there is such a file.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file below the folder and returns its path.
    @discardableResult
    package func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: file)
        return file.path
    }

    /// The names of all files in the folder, hidden ones too.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    package func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file(name)))) }
}

/// This repository on disk.
package enum Repository {
    package static var path: String { root.path }
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
