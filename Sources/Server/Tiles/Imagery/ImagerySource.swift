import Fairness
package import GeoCore
import HereaboutsAPI
package import TileArchives

/// The pictures behind the map's style *satellite*.
package protocol ImagerySource: Sendable {
    var description: RasterDescription { get }
    /// Changes with the pictures, if they never change under the same version; `nil` if they may.
    var version: String? { get }
    /// Returns the picture of a tile, and its form; `nil` if there is none.
    func picture(of tile: TileID, _ workers: WorkerPool) async throws -> (bytes: [UInt8], format: RasterFormat)?
}

/// Where the pictures come from, as an operator names it.
package enum SatelliteSource: Sendable, Equatable {
    /// A file of this machine, MBTiles or PMTiles.
    case file(String)
    /// Another server.
    case server(ImageryTemplate)

    /// Reads an address with `{z}`, `{x}` and `{y}`, or a path that ends in `.mbtiles` or `.pmtiles`; `nil` for
    /// anything else.
    package init?(_ text: String) {
        if text.hasSuffix(".mbtiles") || text.hasSuffix(".pmtiles") {
            self = .file(text)
        } else if let template = ImageryTemplate(text) {
            self = .server(template)
        } else {
            return nil
        }
    }

    /// The source as text; for another server without the query, which may hold a key.
    package var text: String {
        switch self {
        case .file(let path): path
        case .server(let template): template.textWithoutKey
        }
    }
}

/// Pictures in a file of this machine.
package struct ArchivedImagery: ImagerySource {
    private let archive: any RasterArchive
    private let path: String
    private let faults: ImageryFaults
    package let description: RasterDescription
    package let version: String?

    /// Opens the MBTiles or PMTiles file at `path`. Throws when it cannot be read, or has no pictures.
    package init(path: String, credit: String? = nil, faults: ImageryFaults) throws {
        self.path = path
        self.faults = faults
        archive =
            path.hasSuffix(".mbtiles") ? try MBTilesReader(path: path) : try PMTilesReader(ofPictures: path)
        var description = archive.description
        description.credit = credit ?? description.credit
        self.description = description
        // Another file at the path gets other addresses, so that browsers do not show its predecessor's pictures.
        version = FileStamp(path: path).map { hexadecimal(UInt64(bitPattern: $0.size &* 31 &+ $0.modifiedNanoseconds)) }
    }

    package func picture(
        of tile: TileID, _ workers: WorkerPool
    ) async throws -> (bytes: [UInt8], format: RasterFormat)? {
        do {
            let bytes = try await workers.run(costing: .usual) { [archive] in try archive.picture(of: tile) }
            guard let bytes, let format = RasterFormat(firstBytesOf: bytes) else { return nil }
            return (bytes, format)
        } catch let error as TileArchiveError {
            faults.report(ImageryFault("a satellite picture in \(path) cannot be read: \(error)"))
            throw ErrorBody(.unavailable, "this satellite picture cannot be read")
        }
    }
}
