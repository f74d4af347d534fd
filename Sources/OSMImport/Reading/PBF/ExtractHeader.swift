import GeoCore

/// The statements of a PBF file about itself: its `HeaderBlock`.
struct ExtractHeader {
    /// The stated area in E7 degrees; `nil` if there is none or it is not an area on Earth.
    private(set) var bounds: IntBox?
    /// The state of the data, seconds since 1970.
    private(set) var timestamp: Int64?
    /// Required features that this program does not support, so that it must stop.
    private(set) var unknownFeatures: [String] = []

    private static let knownFeatures = ["OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"]

    /// Reads an inflated header block.
    @unsafe
    init(_ block: UnsafeRawBufferPointer) throws(WireError) {
        var reader = unsafe WireReader(block)
        while let field = try reader.field() {
            switch field.number {
            case 1: bounds = try Self.box(try reader.message(field))
            case 4:
                let name = unsafe String(decoding: try reader.message(field).bytes, as: UTF8.self)
                if !Self.knownFeatures.contains(name) { unknownFeatures.append(name) }
            case 32: timestamp = Int64(bitPattern: try reader.number(field))
            default: try reader.skip(field)
            }
        }
    }

    private static func box(_ message: WireReader) throws(WireError) -> IntBox? {
        var message = message
        var left: Int64 = 0, right: Int64 = 0, top: Int64 = 0, bottom: Int64 = 0
        while let field = try message.field() {
            switch field.number {
            case 1: left = WireReader.signed(try message.number(field))
            case 2: right = WireReader.signed(try message.number(field))
            case 3: top = WireReader.signed(try message.number(field))
            case 4: bottom = WireReader.signed(try message.number(field))
            default: try message.skip(field)
            }
        }
        let nanodegrees = CoordinateScale(granularity: 1)
        guard let low = nanodegrees.point(latitude: bottom, longitude: left),
            let high = nanodegrees.point(latitude: top, longitude: right)
        else { return nil }
        let box = IntBox(
            minX: low.longitudeE7, minY: low.latitudeE7, maxX: high.longitudeE7, maxY: high.latitudeE7)
        return box.isArea ? box : nil
    }
}
