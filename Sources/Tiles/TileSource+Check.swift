package import Atlas
import GeoCore

extension TileSource {
    /// Verifies every index, offset, order and number in the tile sections. Afterwards no tile can trap or loop.
    ///
    /// Expects a checked string table. Throws at the first fault. Reads every byte once.
    package func check() throws(AtlasError) {
        try checkSchema()
        try checkAttributes()
        for band in bands.indices { try check(bands[band], band) }
    }

    private func checkSchema() throws(AtlasError) {
        var nextField: Int64 = 0
        guard layerRecords.count <= 32 else {
            throw .invalid(family.layers, index: 32, rule: "more than 32 layers")
        }
        guard fields.count <= 1 << 16 else {
            throw .invalid(family.fields, index: 1 << 16, rule: "more than 65 536 fields")
        }
        for index in layerRecords.indices {
            let layer = layerRecords[index]
            guard isName(layer.name), TileGeometry(rawValue: layer.geometry) != nil,
                layer.minimumZoom <= UInt32(family.maximumZoom)
            else { throw .invalid(family.layers, index: Int64(index), rule: "unknown name, geometry or zoom") }
            guard Int64(layer.firstField) == nextField else {
                throw .invalid(
                    family.layers, index: Int64(index), rule: "its fields do not follow the last layer's")
            }
            nextField += Int64(layer.fieldCount)
        }
        guard nextField == Int64(fields.count) else {
            throw .invalid(family.fields, index: nextField, rule: "not the number of fields the layers have")
        }
        for index in fields.indices {
            let field = fields[index]
            guard isName(field.name), TileFieldType(rawValue: field.type) != nil,
                field.minimumZoom <= UInt32(family.maximumZoom)
            else { throw .invalid(family.fields, index: Int64(index), rule: "unknown name, type or zoom") }
        }
    }

    /// Whether a string may be a name. Names are short, because tiles repeat them.
    private func isName(_ string: StringID) -> Bool {
        has(string) && !string.isEmpty && text.utf8Count(string) <= 255
    }

    private func has(_ string: StringID) -> Bool { Int64(string.rawValue) < Int64(text.count) }

    private func checkAttributes() throws(AtlasError) {
        // Each text may be a value only once: a tile could otherwise repeat a long text listed under many numbers.
        var isValue = [Bool](repeating: false, count: text.count)
        for index in values.indices {
            let value = values[index]
            let isKnown =
                switch value.kind {
                case ValueRecord.text: has(StringID(rawValue: value.bits)) && !isValue[Int(value.bits)]
                case ValueRecord.integer: true
                case ValueRecord.real: Float(bitPattern: value.bits).isFinite
                case ValueRecord.truth: value.bits <= 1
                case ValueRecord.hundredths: family == .indoor
                default: false
                }
            guard isKnown else {
                throw .invalid(family.values, index: Int64(index), rule: "unknown kind or content")
            }
            if value.kind == ValueRecord.text { isValue[Int(value.bits)] = true }
        }
        guard setFields.count == setValues.count else {
            throw .invalid(family.setValues, index: Int64(setFields.count), rule: "not one value for each field")
        }
        try sets.checkStarts(family.sets, spanning: setFields.count)
        for index in setFields.indices {
            guard Int(setFields[index]) < fields.count, Int64(setValues[index]) < Int64(values.count) else {
                throw .invalid(family.setFields, index: Int64(index), rule: "unknown field or value")
            }
        }
        try checkSets()
    }

    /// Verifies that fields ascend within a set, so that none occurs twice.
    private func checkSets() throws(AtlasError) {
        for set in 0..<(sets.count - 1) {
            for pair in Int(sets[set])..<Int(sets[set + 1])
            where pair > Int(sets[set]) && setFields[pair] <= setFields[pair - 1] {
                throw .invalid(family.setFields, index: Int64(pair), rule: "fields of a set do not ascend")
            }
        }
    }

    private func check(_ band: Band, _ number: Int) throws(AtlasError) {
        try band.tree.check(family.boxes(ofBand: number))
        let section = family.items(ofBand: number)
        let lastZoom = UInt32(family.zoom(ofBand: number) - family.firstZoom(ofBand: number))
        var end: Int64 = 0, attributes: Int64 = 0
        for index in band.items.indices {
            let record = band.items[index]
            guard record.layer < layerRecords.count else {
                throw .invalid(section, index: Int64(index), rule: "unknown layer")
            }
            guard record.firstZoomInBand <= record.lastZoomInBand, record.lastZoomInBand <= lastZoom else {
                throw .invalid(section, index: Int64(index), rule: "zooms outside the band")
            }
            let start = Int64(record.shapeStart)
            guard start >= end, start <= Int64(band.shapes.count), index > 0 || start == 0 else {
                throw .invalid(section, index: Int64(index), rule: "its shape does not follow the last one's")
            }
            end = start
            try checkSet(of: record, section, index)
            attributes += Int64(sets[record.set + 1]) - Int64(sets[record.set])
        }
        // A few places have names in hundreds of languages. If all features had that many, tiles could outgrow any
        // file.
        guard attributes <= 1 << 16 + 32 * Int64(band.items.count) else {
            throw .invalid(section, index: 0, rule: "more than 32 attributes a feature")
        }
        guard !band.items.isEmpty || band.shapes.isEmpty else {
            throw .invalid(family.shapes(ofBand: number), index: 0, rule: "shapes without features")
        }
        for index in band.items.indices { try checkShape(of: index, band, number) }
    }

    private func checkSet(of record: FeatureRecord, _ section: SectionID, _ index: Int) throws(AtlasError) {
        guard record.set < sets.count - 1 else {
            throw .invalid(section, index: Int64(index), rule: "unknown attributes")
        }
        let layer = layerRecords[record.layer], first = Int(sets[record.set]), last = Int(sets[record.set + 1]) - 1
        guard first <= last else { return }
        // Fields ascend, so testing the first and the last is enough.
        guard UInt32(setFields[first]) >= layer.firstField,
            UInt32(setFields[last]) < layer.firstField + layer.fieldCount
        else { throw .invalid(section, index: Int64(index), rule: "attributes of another layer") }
    }

    /// Reads a shape: it must end where it should, stay on the grid, and have exactly the stored box.
    private func checkShape(of index: Int, _ band: Band, _ number: Int) throws(AtlasError) {
        let section = family.shapes(ofBand: number), bytes = band.shape(of: index), stored = band.tree.box(index)
        let side = family.side(ofBand: number)
        let geometry = TileGeometry(rawValue: layerRecords[band.items[index].layer].geometry)
        func invalid(_ rule: String) -> AtlasError { .invalid(section, index: Int64(bytes.lowerBound), rule: rule) }
        guard !stored.isEmpty, side.contains(stored.minX), side.contains(stored.minY), side.contains(stored.maxX),
            side.contains(stored.maxY)
        else {
            throw invalid("its box leaves the grid")
        }
        guard geometry != .point else {
            guard bytes.isEmpty, stored.minX == stored.maxX, stored.minY == stored.maxY else {
                throw invalid("a point with a shape")
            }
            return
        }
        var box = IntBox.empty
        var shape = ShapeReader(
            band.shapes, from: bytes.lowerBound, to: bytes.upperBound, x: stored.minX, y: stored.minY)
        while !shape.isAtEnd {
            let header = shape.number(), isPolygon = geometry == .polygon
            let count = isPolygon ? header >> 1 : header
            guard count >= (isPolygon ? 3 : 2), Int64(count) * 2 <= Int64(shape.remaining) else {
                throw invalid("a count of vertices that does not fit")
            }
            for _ in 0..<count {
                shape.advance()
                guard stored.contains(x: shape.x, y: shape.y) else { throw invalid("a vertex outside the box") }
                box.include(x: shape.x, y: shape.y)
            }
        }
        guard shape.remaining == 0, box == stored else { throw invalid("a shape that ends early or a box too large") }
    }
}
