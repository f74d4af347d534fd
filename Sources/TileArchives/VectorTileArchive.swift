package import Atlas
import GeoCore
import Tiles

/// Writes all vector tiles of an atlas into a PMTiles archive.
package struct VectorTileArchive {
    private let source: TileSource
    private let info: AtlasInfo
    private let identity: UInt64

    /// Increases when the same tiles give an archive with other bytes.
    package static let revision = 1

    /// Makes the archive of an atlas; `view` must have been verified. Throws `AtlasError` when it lacks sections.
    package init(_ view: AtlasView) throws(AtlasError) {
        source = try TileSource(view)
        info = try AtlasInfo(view)
        identity = view.identity
    }

    /// Changes with the atlas, with the format of its tiles and with that of the archive.
    package var version: String {
        let digits = String(identity, radix: 16)
        let padding = String(repeating: "0", count: 16 - digits.count)
        return "\(padding)\(digits)-\(TileFormat.revision)-\(Self.revision)"
    }

    /// Writes the tiles of zooms 0 to 14 that have content to the file at `path`, each with the bytes that the server
    /// sends. The same atlas gives the same file.
    ///
    /// `progress` gets the completed share, from 0 to 1, before each tile; its errors end the writing. Throws
    /// `TileArchiveError` when the file cannot be written, or the atlas has nothing to draw.
    @discardableResult
    package func write(to path: String, progress: (Double) throws -> Void = { _ in }) throws -> PMTilesHeader {
        var writer = try PMTilesWriter(path: path)
        // Finding the tiles is quick beside making them, and the number tells how far the work is.
        var count = 0
        for zoom in Self.zooms { source.forEachTile(ofZoom: zoom) { _ in count += 1 } }
        let gzip = GzipPacker()
        var workspace = TileWorkspace(), done = 0, last: Int?, first: Int?
        for zoom in Self.zooms {
            try source.forEachTile(ofZoom: zoom) { tile in
                try progress(Double(done) / Double(count))
                done += 1
                guard let bytes = source.tile(tile, with: &workspace), !bytes.isEmpty else { return }
                if first == nil { first = zoom }
                last = zoom
                try writer.add(gzip.pack(bytes), at: tile)
            }
        }
        return try writer.finish(header(zooms: (first ?? 0)...(last ?? 0)), metadata: metadata)
    }

    private static let zooms = 0...TileFormat.maximumZoom

    private func header(zooms: ClosedRange<Int>) -> PMTilesHeader {
        var header = PMTilesHeader()
        let box = info.tileBounds, middle = info.bounds.middle
        (header.content, header.tileCompression) = (.vector, .gzip)
        header.zooms = zooms
        header.bounds = [box.minX, box.minY, box.maxX, box.maxY]
        header.centerZoom = info.zoomOfWhole
        header.center = [middle.longitudeE7, middle.latitudeE7]
        return header
    }

    /// The metadata: the layers as in TileJSON, and what map programs show of the source.
    private var metadata: [UInt8] {
        var json = JSONWriter()
        func member(_ name: StaticString, _ text: String) {
            json.key(name)
            json.value(text)
        }
        json.beginObject()
        member("name", info.name)
        member("attribution", info.credit)
        member("type", "baselayer")
        member("format", "pbf")
        member("version", version)
        member("generator", "hereabouts")
        json.key("vector_layers")
        json.beginArray()
        for layer in source.layers { json.add(layer) }
        json.endArray()
        json.endObject()
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func add(_ layer: TileLayer) {
        beginObject()
        key("id")
        value(layer.name)
        key("minzoom")
        value(layer.minimumZoom)
        key("maxzoom")
        value(TileFormat.maximumZoom)
        key("fields")
        beginObject()
        for field in layer.fields {
            key(utf8: field.name.utf8Span.span)
            value(field.type.tileJSONName)
        }
        endObject()
        endObject()
    }
}

extension IntBox {
    /// The middle of a box in degrees × 10⁷, which may lead over the antimeridian.
    fileprivate var middle: PointE7 {
        PointE7(
            latitudeE7: Int32((Int64(minY) + Int64(maxY)) / 2),
            longitudeE7: longitude(eastOfWestSide: longitudeSpan / 2))
    }
}
