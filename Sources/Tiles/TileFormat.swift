import Atlas

/// The map features of an atlas: projected and generalised, in five bands of zoom levels. `TileFamily.indoor` has the
/// same sections under other names.
///
/// ```
/// tiles.layers    LayerRecord          in the order in which tiles list them
/// tiles.fields    FieldRecord          attribute names of all layers, layer by layer
/// tiles.values    ValueRecord          distinct attribute values
/// tiles.sets      UInt32 × (sets + 1)  where each set of attributes begins in the next two
/// tiles.setfields UInt16               index into tiles.fields
/// tiles.setvalues UInt32               index into tiles.values
/// ```
/// and for each band b, named by its deepest zoom (5, 8, 11, 13, 14):
/// ```
/// tiles.b.boxes   BoxTree over the features' boxes, on the band's grid
/// tiles.b.items   FeatureRecord        in the tree's order
/// tiles.b.shapes  UInt8                the features' shapes, see `ShapeReader`
/// ```
/// The grid of band b has 2^(b + 12) units a side: one unit of a tile of zoom b with extent 4096. Shallower zooms of
/// the band drop low bits, so making a tile is integer arithmetic and gives the same bytes on every machine.
package enum TileFormat {
    /// Increases when the same atlas gives different tiles: clients must then reload their cached tiles.
    package static let revision = 2
    /// The deepest zoom of tiles; clients magnify beyond it.
    package static let maximumZoom = 14
    /// The number of units along a tile's side.
    package static let extent: Int32 = 4096
    static let extentBits = 12
    /// The number of units beyond its sides that a tile includes, so that strokes and outlines meet across sides.
    package static let buffer: Int32 = 64

    /// The deepest zoom of each band.
    package static var bandZooms: [5 of Int] { [5, 8, 11, 13, 14] }

    /// Returns the band that serves `zoom`, 0 ... 14.
    package static func band(forZoom zoom: Int) -> Int {
        var band = 0
        while bandZooms[band] < zoom { band += 1 }
        return band
    }

    /// Returns the shallowest zoom that `band` serves.
    package static func firstZoom(ofBand band: Int) -> Int { band == 0 ? 0 : bandZooms[band - 1] + 1 }

    static let layers: SectionID = "tiles.layers"
    static let fields: SectionID = "tiles.fields"
    static let values: SectionID = "tiles.values"
    static let sets: SectionID = "tiles.sets"
    static let setFields: SectionID = "tiles.setfields"
    static let setValues: SectionID = "tiles.setvalues"

    static func boxes(ofBand band: Int) -> SectionID {
        switch band {
        case 0: "tiles.5.boxes"
        case 1: "tiles.8.boxes"
        case 2: "tiles.11.boxes"
        case 3: "tiles.13.boxes"
        default: "tiles.14.boxes"
        }
    }

    static func items(ofBand band: Int) -> SectionID {
        switch band {
        case 0: "tiles.5.items"
        case 1: "tiles.8.items"
        case 2: "tiles.11.items"
        case 3: "tiles.13.items"
        default: "tiles.14.items"
        }
    }

    static func shapes(ofBand band: Int) -> SectionID {
        switch band {
        case 0: "tiles.5.shapes"
        case 1: "tiles.8.shapes"
        case 2: "tiles.11.shapes"
        case 3: "tiles.13.shapes"
        default: "tiles.14.shapes"
        }
    }
}

/// The geometry of all features of a layer; raw values are those of vector tiles.
package enum TileGeometry: UInt32, Sendable {
    case point = 1
    case line = 2
    case polygon = 3
}

/// The type of an attribute; raw values are stored.
package enum TileFieldType: UInt32, Sendable {
    case text = 0
    case number = 1
    case truth = 2

    /// TileJSON's name of the type (TileJSON 3.0.0, §3.3.2).
    package var tileJSONName: String {
        switch self {
        case .text: "String"
        case .number: "Number"
        case .truth: "Boolean"
        }
    }
}

struct LayerRecord: PackedElement {
    var name: StringID
    /// Raw value of `TileGeometry`.
    var geometry: UInt32
    var minimumZoom: UInt32
    var firstField: UInt32
    var fieldCount: UInt32
}

struct FieldRecord: PackedElement {
    var name: StringID
    /// Raw value of `TileFieldType`.
    var type: UInt32
    /// Tiles above this zoom leave the attribute out.
    var minimumZoom: UInt32
}

/// The value of an attribute: `kind` gives the type of `bits`.
struct ValueRecord: PackedElement {
    static let text: UInt32 = 0
    static let integer: UInt32 = 1
    static let real: UInt32 = 2
    static let truth: UInt32 = 3
    static let hundredths: UInt32 = 4

    var kind: UInt32
    /// A `StringID`, an `Int32`'s or a `Float`'s bit pattern, 0 and 1, or an `Int32` of hundredths.
    var bits: UInt32
}

struct FeatureRecord: PackedElement {
    static let orderBits: UInt32 = 27
    static let setBits: UInt32 = 26
    static let zoomBits: UInt32 = 3

    /// Layer in the upper 5 bits, position among the layer's features in the lower 27: tiles list features by rank.
    var rank: UInt32
    /// First and last zoom that show it, counted from the band's first, in the upper 3 bits and the 3 below them;
    /// attribute set in the lower 26.
    var zoomsAndSet: UInt32
    /// The start of the shape; it ends where the next begins.
    var shapeStart: UInt32

    var layer: Int { Int(truncatingIfNeeded: rank &>> Self.orderBits) }
    var firstZoomInBand: UInt32 { zoomsAndSet &>> (Self.setBits + Self.zoomBits) }
    var lastZoomInBand: UInt32 { zoomsAndSet &>> Self.setBits & (1 &<< Self.zoomBits &- 1) }
    var set: Int { Int(truncatingIfNeeded: zoomsAndSet & (1 &<< Self.setBits &- 1)) }

    @inline(__always)
    func isShown(atZoomInBand zoom: UInt32) -> Bool { firstZoomInBand <= zoom && zoom <= lastZoomInBand }
}
