import ArgumentParser
import FoundationEssentials
import GeoCore
import Tiles

/// Makes one tile.
struct TileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tile", abstract: "Write one vector tile, not compressed.")

    @Argument(help: "The tile: zoom/column/row.") var address: String
    @Option(name: .shortAndLong, help: "The file to write.") var output: String
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        let numbers = address.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 3, let tile = TileID(zoom: numbers[0], x: numbers[1], y: numbers[2]) else {
            throw ValidationError("'\(address)' is not a tile: zoom/column/row")
        }
        try atlas.with { view in
            var workspace = TileWorkspace()
            guard let bytes = try TileSource(view).tile(tile, with: &workspace) else {
                throw ValidationError("tiles have zooms 0 to \(TileFormat.maximumZoom)")
            }
            try Data(bytes).write(to: URL(filePath: output))
        }
    }
}
