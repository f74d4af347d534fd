import Community
import FoundationEssentials
import Logging
import OSMImport
import Server
import ServiceLifecycle
import Subprocess
import SystemPackage

/// Applies the change files that appear in a folder to the kept extract, makes a new atlas of it and has it served.
///
/// The work is done by another process of this program, `hereabouts update`, so its memory is not the server's, and it
/// gets the processor when nobody else wants it. Applied files are removed. After a failure everything stays as it was.
struct MapUpdating: Service {
    struct Sources: Sendable {
        let extract: String
        let changes: String
        let atlas: String
        let within: String?
        let cut: CutRule
    }

    let sources: Sources
    let logger: Logger
    /// Has the new atlas served.
    let reload: @Sendable () -> Void

    /// Between two looks at the folder.
    private static let interval = Duration.seconds(5)
    /// A file is complete once it has been the same for so long.
    private static let settling = Duration.seconds(10)
    /// How long the same files wait after a failure.
    private static let pause = Duration.seconds(3600)
    /// The most bytes of errors that are read.
    private static let errorBytes = 1 << 16

    func run() async throws {
        // It ends when it is cancelled, together with the server; that ends an update under way, which changes nothing.
        try? await cancelWhenGracefulShutdown {
            var seen = Seen()
            while true {
                try await Task.sleep(for: Self.interval)
                let files = files()
                guard let files, seen.areComplete(files, after: Self.settling) else { continue }
                seen.failed = await update(with: files) ? nil : (files, .now + Self.pause)
            }
        }
    }

    /// What the last looks found.
    private struct Seen {
        private var files: [String: FileStamp] = [:]
        private var since = ContinuousClock.now
        /// The files of an update that failed, and when they are tried again.
        var failed: (files: [String: FileStamp], again: ContinuousClock.Instant)?

        /// Whether there are files, the same for a while, that are worth a try.
        mutating func areComplete(_ found: [String: FileStamp], after settling: Duration) -> Bool {
            if found != files { (files, since) = (found, .now) }
            guard !found.isEmpty, ContinuousClock.now >= since + settling else { return false }
            return failed.map { $0.files != found || ContinuousClock.now >= $0.again } ?? true
        }
    }

    /// Returns the change files in the folder by their paths; `nil` if it cannot be read.
    private func files() -> [String: FileStamp]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: sources.changes) else { return nil }
        let paths = names.filter(Self.isChangeFile).map { "\(sources.changes)/\($0)" }
        return Dictionary(uniqueKeysWithValues: paths.compactMap { path in FileStamp(path: path).map { (path, $0) } })
    }

    /// Whether a file with this name is applied; a program may write it under a hidden name, or another, at first.
    static func isChangeFile(_ name: String) -> Bool {
        !name.hasPrefix(".") && [".osc", ".osc.gz", ".osc.bz2"].contains { name.hasSuffix($0) }
    }

    /// Makes an atlas with the files, and removes them; returns whether that succeeded.
    private func update(with files: [String: FileStamp]) async -> Bool {
        let start = ContinuousClock.now, count = files.count == 1 ? "one change file" : "\(files.count) change files"
        do {
            let result = try await Subprocess.run(
                .path(FilePath(ProgramFile.program)), arguments: .init(arguments(files.keys.sorted())),
                output: .discarded, error: .string(limit: Self.errorBytes))
            let lines = result.standardError.split(whereSeparator: \.isNewline)
            guard result.terminationStatus.isSuccess else {
                let reason = lines.last.map(String.init) ?? "hereabouts update ended with \(result.terminationStatus)"
                logger.error("the map was not updated with \(count) in \(sources.changes): \(reason)")
                return false
            }
            for line in lines { logger.warning("updating the map: \(line)") }
        } catch {
            logger.error("the map was not updated with \(count) in \(sources.changes): \(error.inLog)")
            return false
        }
        var remain = 0
        for (path, stamp) in files where FileStamp(path: path) == stamp {
            do { try FileManager.default.removeItem(atPath: path) } catch { remain += 1 }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        logger.notice("made a new map with \(count) in \(Int(seconds.rounded(.up))) s")
        reload()
        guard remain > 0 else { return true }
        // The same files would be applied again and again.
        logger.error(
            "\(remain) applied files cannot be removed from \(sources.changes); let the server's user write there")
        return false
    }

    private func arguments(_ files: [String]) -> [String] {
        // Beside its name, so that a negative number is no option.
        let region = sources.within.map { ["--within=\($0)"] } ?? []
        let options = ["--background", "--quiet", "--cut", sources.cut.rawValue, "--atlas", sources.atlas]
        return ["update"] + options + region + [sources.extract] + files
    }
}
