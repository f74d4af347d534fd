import Atlas
import FoundationEssentials
import GeoCore
import Logging
import Server

/// Opens the pictures behind the style *satellite*.
enum Imagery {
    /// Returns the source that `settings` name; `nil` if they name none. Throws when a file cannot be used.
    static func source(
        _ settings: ServerSettings, around area: IntBox, _ logger: Logger
    ) throws -> (any ImagerySource)? {
        let cache = cache(settings, logger), faults = ImageryFaults { fault in logger.warning("\(fault)") }
        switch settings.satellite {
        case nil: return nil
        case .file(let path):
            return try ArchivedImagery(path: path, credit: settings.satelliteCredit, faults: faults)
        case .server(let template):
            return RemoteImagery(
                template, try ImageryServer(template), zooms: settings.satelliteZooms, bounds: area,
                credit: settings.satelliteCredit ?? "", cache: cache, faults: faults)
        }
    }

    /// Opens the cache of the named server, and removes those of others: their terms may demand it. A cache that cannot
    /// be opened is none.
    private static func cache(_ settings: ServerSettings, _ logger: Logger) -> PictureCache? {
        guard let folder = settings.cacheFolder.map({ $0 + "/satellite" }) else { return nil }
        var name: String?
        if case .server(let template) = settings.satellite, settings.satelliteCacheBytes > 0 {
            let hash = Array(template.text.utf8).withUnsafeBytes { XXHash64.hash($0) }
            name = String(hash, radix: 16)
        }
        for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where other != name {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(other)")
        }
        guard let name else { return nil }
        do {
            return try PictureCache(folder: "\(folder)/\(name)", capacity: settings.satelliteCacheBytes)
        } catch {
            logger.warning("satellite pictures are not kept: \(folder) cannot be used (\(error))")
            return nil
        }
    }
}
