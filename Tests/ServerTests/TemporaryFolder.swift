import Foundation

/// A folder of its own for one test, inside the build folder; removed with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.appending(path: ".build/test-folders/\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file below the folder and returns its path.
    @discardableResult
    func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: file)
        return file.path
    }
}
