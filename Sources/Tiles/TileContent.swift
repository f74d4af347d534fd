package import Atlas

/// The content of all tile sections before they are written.
package struct TileContent: Sendable {
    package struct Layer: Sendable {
        package struct Field: Sendable {
            package var name: StringID
            package var type: TileFieldType
            /// Tiles above this zoom leave the attribute out.
            package var minimumZoom: Int

            package init(name: StringID, type: TileFieldType, minimumZoom: Int) {
                self.name = name
                self.type = type
                self.minimumZoom = minimumZoom
            }
        }

        package var name: StringID
        package var geometry: TileGeometry
        package var minimumZoom: Int
        package var fields: [Field]

        package init(name: StringID, geometry: TileGeometry, minimumZoom: Int, fields: [Field]) {
            self.name = name
            self.geometry = geometry
            self.minimumZoom = minimumZoom
            self.fields = fields
        }
    }

    /// An attribute's value.
    package enum Value: Hashable, Sendable {
        case text(StringID)
        case integer(Int32)
        case real(Float)
        case truth(Bool)
        /// A decimal fraction; tiles hold it as the nearest double, or as an integer if it is one.
        case hundredths(Int32)
    }

    private let family: TileFamily
    package var layers: [Layer]
    package var values: [Value] = []
    /// Sets of attributes: `setFields[i]`, counted over all layers, has the value `setValues[i]`; one more start than
    /// sets.
    package private(set) var setStarts: [UInt32] = [0]
    package private(set) var setFields: [UInt16] = []
    package private(set) var setValues: [UInt32] = []
    /// The features for each band of the set.
    package var bands: [TileBandContent]

    package init(layers: [Layer], for family: TileFamily = .map) {
        self.family = family
        self.layers = layers
        bands = []
        for _ in 0..<family.bandCount { bands.append(TileBandContent()) }
    }

    /// Appends a set of attributes, fields ascending, and returns its number.
    package mutating func addSet(_ attributes: [(field: UInt16, value: UInt32)]) -> UInt32 {
        for (field, value) in attributes {
            setFields.append(field)
            setValues.append(value)
        }
        setStarts.append(UInt32(setFields.count))
        return UInt32(setStarts.count - 2)
    }

    /// Whether offsets and numbers fit into their fields; `add` traps if they do not.
    package var isWithinLimits: Bool {
        setStarts.count <= 1 << FeatureRecord.setBits && bands.allSatisfy { $0.isWithinLimits }
    }

    /// Adds all sections.
    package func add(to writer: inout AtlasWriter) {
        var records: [LayerRecord] = [], fields: [FieldRecord] = []
        for layer in layers {
            records.append(
                LayerRecord(
                    name: layer.name, geometry: layer.geometry.rawValue, minimumZoom: UInt32(layer.minimumZoom),
                    firstField: UInt32(fields.count), fieldCount: UInt32(layer.fields.count)))
            for field in layer.fields {
                fields.append(
                    FieldRecord(name: field.name, type: field.type.rawValue, minimumZoom: UInt32(field.minimumZoom)))
            }
        }
        writer.add(family.layers, records)
        writer.add(family.fields, fields)
        writer.add(family.values, values.map(ValueRecord.init))
        writer.add(family.sets, setStarts)
        writer.add(family.setFields, setFields)
        writer.add(family.setValues, setValues)
        for (band, content) in bands.enumerated() { content.add(asBand: band, of: family, to: &writer) }
    }
}

extension ValueRecord {
    fileprivate init(_ value: TileContent.Value) {
        switch value {
        case .text(let string): self.init(kind: Self.text, bits: string.rawValue)
        case .integer(let number): self.init(kind: Self.integer, bits: UInt32(bitPattern: number))
        case .real(let number): self.init(kind: Self.real, bits: number.bitPattern)
        case .truth(let isTrue): self.init(kind: Self.truth, bits: isTrue ? 1 : 0)
        case .hundredths(let number): self.init(kind: Self.hundredths, bits: UInt32(bitPattern: number))
        }
    }
}
