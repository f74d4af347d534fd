package import Atlas
import GeoCore

/// Makes vector tiles (Mapbox Vector Tile 2.1) from an atlas: any tile, at any time, in any order.
///
/// The import defines the schema of the content; this module knows layers, attributes and shapes, not streets.
package struct TileSource: Sendable {
    /// The features for a range of zoom levels.
    struct Band: Sendable {
        let tree: BoxTree
        let items: Packed<FeatureRecord>
        let shapes: Packed<UInt8>

        init(_ atlas: AtlasView, _ family: TileFamily, _ band: Int) throws(AtlasError) {
            items = try atlas.packed(family.items(ofBand: band), of: FeatureRecord.self)
            shapes = try atlas.packed(family.shapes(ofBand: band), of: UInt8.self)
            tree = try BoxTree(atlas, family.boxes(ofBand: band), itemCount: items.count)
        }

        /// Returns the range of the shape of feature `index` in `shapes`.
        func shape(of index: Int) -> Range<Int> {
            let start = Int(truncatingIfNeeded: items[index].shapeStart)
            let end = index + 1 < items.count ? Int(truncatingIfNeeded: items[index + 1].shapeStart) : shapes.count
            return start..<end
        }
    }

    package let family: TileFamily
    let text: StringTable
    let layerRecords: Packed<LayerRecord>
    let fields: Packed<FieldRecord>
    let values: Packed<ValueRecord>
    let sets: Packed<UInt32>
    let setFields: Packed<UInt16>
    let setValues: Packed<UInt32>
    let bands: [Band]

    /// Opens the sections. Throws if a section is missing. Call `check()` before the first tile of an atlas of unknown
    /// origin.
    package init(_ atlas: AtlasView, _ family: TileFamily = .map) throws(AtlasError) {
        self.family = family
        text = try StringTable(atlas)
        layerRecords = try atlas.packed(family.layers, of: LayerRecord.self)
        fields = try atlas.packed(family.fields, of: FieldRecord.self)
        values = try atlas.packed(family.values, of: ValueRecord.self)
        sets = try atlas.packed(family.sets, of: UInt32.self)
        setFields = try atlas.packed(family.setFields, of: UInt16.self)
        setValues = try atlas.packed(family.setValues, of: UInt32.self)
        var bands: [Band] = []
        for band in 0..<family.bandCount { bands.append(try Band(atlas, family, band)) }
        self.bands = bands
    }

    /// Opens the tiles of the inside of buildings; `nil` if the atlas has none.
    package static func indoor(_ atlas: AtlasView) throws(AtlasError) -> TileSource? {
        atlas.contains(TileFamily.indoor.layers) ? try TileSource(atlas, .indoor) : nil
    }

    /// The possible layers of tiles with their attributes, in the order of TileJSON's `vector_layers`.
    package var layers: [TileLayer] {
        var layers: [TileLayer] = []
        for index in layerRecords.indices {
            let record = layerRecords[index]
            var layerFields: [TileLayer.Field] = []
            let first = Int(truncatingIfNeeded: record.firstField), count = Int(truncatingIfNeeded: record.fieldCount)
            for field in first..<(first + count) {
                let type = TileFieldType(rawValue: fields[field].type) ?? .text
                layerFields.append(TileLayer.Field(name: text.string(fields[field].name), type: type))
            }
            layers.append(
                TileLayer(
                    name: text.string(record.name), minimumZoom: Int(truncatingIfNeeded: record.minimumZoom),
                    fields: layerFields))
        }
        return layers
    }
}

/// A layer of the tiles, described for clients.
package struct TileLayer: Sendable {
    package struct Field: Sendable {
        package let name: String
        package let type: TileFieldType
    }

    package let name: String
    /// The first zoom with any content of the layer.
    package let minimumZoom: Int
    package let fields: [Field]
}
