import Atlas
import Foundation
import GeoCore
import TestSupport
import Testing
import TileArchives
import Tiles

/// Archives of an atlas with three lines across a few tiles of zoom 14, and one feature far away at zoom 14 only.
@Suite struct VectorTileArchiveTests {
    /// The atlas's bytes. Its lines are on the grid of each band, around tile (8000, 8000) of zoom 14.
    private static func atlas() -> [UInt8] {
        var content = TileContent(layers: [
            .init(
                name: StringID(rawValue: 1), geometry: .line, minimumZoom: 3,
                fields: [.init(name: StringID(rawValue: 2), type: .truth, minimumZoom: 0)])
        ])
        let set = content.addSet([])
        for band in TileFormat.bandZooms.indices {
            let shift = Int32(14 - TileFormat.bandZooms[band]), corner = Int32(8000 * 4096)
            var column = ShapeColumn()
            var lines: [[GridPoint]] = (0..<3).map { line in
                (0..<5).map { step in GridPoint(x: corner + 3000 * step, y: corner + 5000 * line + 900 * step) }
            }
            // Within the buffer of the next tile, but not in it.
            lines.append([GridPoint(x: corner - 20_000, y: corner - 1), GridPoint(x: corner - 10_000, y: corner - 1)])
            if band == 4 { lines.append([GridPoint(x: 5000, y: 5000), GridPoint(x: 6000, y: 6000)]) }
            for line in lines {
                column.addLine(line.map { GridPoint(x: $0.x >> shift, y: $0.y >> shift) })
                _ = column.endFeature()
            }
            for index in 0..<column.count {
                content.bands[band].append(
                    layer: 0, order: index, minimumZoom: max(3, TileFormat.firstZoom(ofBand: band)), set: set,
                    shape: index, of: column)
            }
        }
        var writer = AtlasWriter()
        content.add(to: &writer)
        StringTable.add(["", "streets", "oneway"], to: &writer)
        let bounds = IntBox(minX: -42_000_000, minY: 40_000_000, maxX: -40_000_000, maxY: 42_000_000)
        AtlasInfo(name: "Låt", bounds: bounds, timestamp: nil, nodes: 1, ways: 1, relations: 0).add(to: &writer)
        return writer.finish()
    }

    @Test func `an archive has every tile with content, with its bytes, and no other`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles"), memory = AtlasMemory(Self.atlas())
        let source = try TileSource(memory.view())
        try source.check()
        var shares: [Double] = []
        let header = try VectorTileArchive(memory.view()).write(to: path) { shares.append($0) }

        // The oracle: every tile of the shallow zooms, and of the deep ones around the lines and the far feature.
        var workspace = TileWorkspace(), count = 0
        for zoom in 0...14 {
            let middle = 8000 >> (14 - zoom), far = 0...min(3, (1 << zoom) - 1)
            let near = max(0, middle - 20)...min((1 << zoom) - 1, middle + 20)
            let places = zoom <= 6 ? Set(0..<(1 << zoom)) : Set(near).union(far)
            for x in places {
                for y in places {
                    let bytes = try #require(source.tile(TileID(zoom: zoom, x: x, y: y)!, with: &workspace))
                    guard !bytes.isEmpty else { continue }
                    count += 1
                    try folder.write("\(zoom)-\(x)-\(y)", bytes)
                }
            }
        }
        let answer = try PMTilesOracle.read(
            path, content: "data if gzip.decompress(data) == file(z, x, y) else None")
        #expect(answer.faults == [])
        #expect(answer.tiles == count && count > 20)
        #expect(header.zooms == 3...14)
        #expect(shares.first == 0 && shares == shares.sorted() && shares.last! < 1)
    }

    @Test func `the metadata list the layers, and the header the place`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles"), memory = AtlasMemory(Self.atlas())
        try VectorTileArchive(memory.view()).write(to: path)
        let reader = try PMTilesReader(path: path)
        #expect(reader.header.bounds == [-42_000_000, 40_000_000, -40_000_000, 42_000_000])
        #expect(reader.header.center == [-41_000_000, 41_000_000])
        #expect(reader.header.content == .vector && reader.header.tileCompression == .gzip)
        struct Metadata: Decodable {
            struct Layer: Decodable {
                let id: String, minzoom: Int, maxzoom: Int, fields: [String: String]
            }
            let name: String, attribution: String
            let vector_layers: [Layer]
        }
        let metadata = try JSONDecoder().decode(Metadata.self, from: Data(reader.metadata()))
        #expect(metadata.name == "Låt" && metadata.attribution == "© OpenStreetMap contributors")
        let layer = try #require(metadata.vector_layers.first)
        #expect(layer.id == "streets" && layer.minzoom == 3 && layer.maxzoom == 14)
        #expect(layer.fields == ["oneway": "Boolean"])
    }

    @Test func `what the progress throws ends the writing`() throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder(), memory = AtlasMemory(Self.atlas())
        let archive = try VectorTileArchive(memory.view())
        #expect(throws: Stop.self) { try archive.write(to: folder.file("a")) { _ in throw Stop() } }
    }
}
