import FoundationEssentials
import Glibc
package import GeoCore
import Synchronization

/// Keeps pictures of another server on disk, bounded in bytes and by age. One file for each picture,
/// `<folder>/<zoom>-<x>-<y>`; the folder belongs to one template.
///
/// A class because all requests share the sizes that it counts.
package final class PictureCache: Sendable {
    private struct State {
        /// The size of each picture by its file's name, and its place in `order`.
        var kept: [String: (size: Int, turn: Int)] = [:]
        /// The names, the oldest first; a name whose picture was replaced stands at a later turn, too.
        var order: [String] = []
        /// How many names at the beginning of `order` are no longer in use.
        var removed = 0
        var bytes = 0
    }

    private let folder: String
    private let capacity: Int
    private let now: @Sendable () -> Int
    private let state = Mutex(State())

    /// Pictures are asked for again after 30 days, in seconds.
    private static let oldest = 30 * 24 * 3600
    /// What a file takes beside its content: its block and its entry, in bytes.
    private static let overhead = 4096

    /// Opens the cache in `folder`, makes the folder if it is missing, and counts its pictures. Throws when it cannot.
    /// `now` is in seconds since 1970.
    package init(
        folder: String, capacity: Int, now: @escaping @Sendable () -> Int = { time(nil) }
    ) throws {
        self.folder = folder
        self.capacity = capacity
        self.now = now
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var found: [(name: String, time: Int, size: Int)] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            var status = stat()
            guard unsafe lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            // A file of a killed process.
            guard !name.hasPrefix("draft-") else {
                _ = unsafe unlink("\(folder)/\(name)")
                continue
            }
            found.append((name, status.st_mtim.tv_sec, Int(status.st_size)))
        }
        found.sort { ($0.time, $0.name) < ($1.time, $1.name) }
        state.withLock { state in
            for file in found { Self.add(file.name, file.size, &state) }
        }
        evict()
    }

    /// The disk space that the pictures take, in bytes.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// Returns a picture; `nil` if there is none, or it is too old.
    package func picture(of tile: TileID) -> [UInt8]? {
        let name = Self.name(of: tile), path = "\(folder)/\(name)"
        guard state.withLock({ $0.kept[name] != nil }) else { return nil }
        var status = stat()
        guard unsafe stat(path, &status) == 0, now() - status.st_mtim.tv_sec < Self.oldest else { return nil }
        // A file that cannot be read, or that another server removed meanwhile, counts as not kept: it is fetched again.
        return (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
    }

    /// Keeps a picture, and removes the oldest ones if there is no room. A full disk keeps none: then every picture is
    /// asked for again.
    package func keep(_ bytes: [UInt8], of tile: TileID) {
        guard bytes.count + Self.overhead <= capacity else { return }
        let name = Self.name(of: tile), draft = "\(folder)/draft-\(hexadecimal(.random(in: 0 ... .max)))"
        // The reason, such as a full disk, changes nothing for this picture: its reader has it already.
        guard (try? Data(bytes).write(to: URL(filePath: draft))) != nil,
            unsafe rename(draft, "\(folder)/\(name)") == 0
        else {
            _ = unsafe unlink(draft)
            return
        }
        state.withLock { Self.add(name, bytes.count, &$0) }
        evict()
    }

    private func evict() {
        state.withLock { state in
            while state.bytes > capacity, state.removed < state.order.count {
                let name = state.order[state.removed], turn = state.removed
                state.removed += 1
                // A picture that was replaced has a later turn.
                guard let picture = state.kept[name], picture.turn == turn else { continue }
                state.kept[name] = nil
                state.bytes -= picture.size + Self.overhead
                _ = unsafe unlink("\(folder)/\(name)")
            }
            if state.order.count > 2 * state.kept.count + 1000 {
                let names = state.kept.sorted { $0.value.turn < $1.value.turn }.map(\.key)
                for (turn, name) in names.enumerated() { state.kept[name]?.turn = turn }
                (state.order, state.removed) = (names, 0)
            }
        }
    }

    /// Gives a picture the last turn.
    private static func add(_ name: String, _ size: Int, _ state: inout State) {
        let before = state.kept.updateValue((size, state.order.count), forKey: name)
        state.order.append(name)
        state.bytes += size + overhead
        if let before { state.bytes -= before.size + overhead }
    }

    private static func name(of tile: TileID) -> String { "\(tile.zoom)-\(tile.x)-\(tile.y)" }
}
