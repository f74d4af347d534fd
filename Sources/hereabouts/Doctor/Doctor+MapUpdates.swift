import Foundation

extension Doctor {
    /// Checks whether the map follows the change files that appear in a folder; nothing if it is not to.
    func mapUpdates() -> [Finding] {
        do throws(any Error) {
            guard let sources = try configuration.mapUpdates.sources(atlas: configuration.atlas) else { return [] }
            let manager = FileManager.default
            for file in [sources.extract, sources.atlas] {
                let folder = URL(filePath: file).deletingLastPathComponent().relativePath
                guard access(file, R_OK) == 0, access(folder, W_OK) == 0 else {
                    return [
                        .fault(
                            "updates of the map cannot replace \(file)",
                            "let the server's user read it, and write to the folder \(folder)")
                    ]
                }
            }
            guard access(sources.changes, R_OK | W_OK) == 0 else {
                return [
                    .fault(
                        "the folder of change files \(sources.changes) cannot be used: \(cause)",
                        "make it, and let the server's user read and write it")
                ]
            }
            let waiting = try manager.contentsOfDirectory(atPath: sources.changes).filter(MapUpdating.isChangeFile)
            let times = waiting.compactMap { name in
                try? manager.attributesOfItem(atPath: "\(sources.changes)/\(name)")[.modificationDate] as? Date
            }
            guard let oldest = times.min(), oldest < .now - Self.oldestChanges else {
                return [.good("the map follows change files in \(sources.changes); \(waiting.count) wait there")]
            }
            return [
                .fault(
                    "\(waiting.count) change files wait in \(sources.changes), the oldest since \(oldest.formatted(.iso8601))",
                    "the server's log says why the map was not updated")
            ]
        } catch {
            return [.fault("the map cannot be updated: \(error)", "set what is missing, or leave out map-changes")]
        }
    }

    /// In seconds: an update that failed is tried again each hour.
    private static let oldestChanges = 3 * 3600.0
}
