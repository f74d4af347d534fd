import Atlas

/// A layer of a tile under construction, with its lists of attributes.
///
/// The index of a name or value in the layer's lists is stored with the number of the layer. The next layer has another
/// number, so nothing must be cleared and no text is hashed.
struct LayerBuffers: Sendable {
    private struct Place {
        var round: UInt32 = 0
        var index: UInt32 = 0
    }

    /// Two keys and two numbers.
    private static let mostHeadBytes = 20

    private var features: [UInt8] = []
    private var names: [UInt8] = []
    private var values: [UInt8] = []
    private var nameCount: UInt32 = 0
    private var valueCount: UInt32 = 0
    private var round: UInt32 = 0
    private var namePlaces: [Place] = []
    private var valuePlaces: [Place] = []
    /// The current feature's attributes: indices of name and value, alternating.
    private var tags: [UInt8] = []

    /// Begins a layer of an atlas with these numbers of fields and values.
    mutating func begin(fieldCount: Int, valueCount: Int) {
        features.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        nameCount = 0
        self.valueCount = 0
        if namePlaces.count < fieldCount || valuePlaces.count < valueCount || round == .max {
            namePlaces = [Place](repeating: Place(), count: fieldCount)
            valuePlaces = [Place](repeating: Place(), count: valueCount)
            round = 0
        }
        round += 1
    }

    /// Begins a feature's list of attributes.
    mutating func beginTags() { tags.removeAll(keepingCapacity: true) }

    mutating func addTag(field: Int, named name: StringID, value: Int, _ record: ValueRecord, _ text: StringTable) {
        if namePlaces[field].round != round {
            namePlaces[field] = Place(round: round, index: nameCount)
            nameCount += 1
            names.append(field: 3, length: text.utf8Count(name))
            text.append(name, to: &names)
        }
        if valuePlaces[value].round != round {
            valuePlaces[value] = Place(round: round, index: valueCount)
            valueCount += 1
            append(record, text)
        }
        tags.append(varint: namePlaces[field].index)
        tags.append(varint: valuePlaces[value].index)
    }

    private mutating func append(_ value: ValueRecord, _ text: StringTable) {
        switch value.kind {
        case ValueRecord.text:
            let string = StringID(rawValue: value.bits), length = text.utf8Count(string)
            values.append(field: 4, length: 1 + varintLength(UInt32(length)) + length)
            values.append(field: 1, length: length)
            text.append(string, to: &values)
        case ValueRecord.real:
            values.append(field: 4, length: 5)
            values.append(2 << 3 | 5)
            values.append(littleEndian: value.bits)
        case ValueRecord.integer: append(Int32(bitPattern: value.bits))
        case ValueRecord.hundredths:
            let hundredths = Int32(bitPattern: value.bits)
            if hundredths % 100 == 0 { return append(hundredths / 100) }
            values.append(field: 4, length: 9)
            values.append(3 << 3 | 1)
            values.append(littleEndian: (Double(hundredths) / 100).bitPattern)
        default:
            values.append(field: 4, length: 2)
            values.append(field: 7, number: value.bits)
        }
    }

    private mutating func append(_ integer: Int32) {
        let zigzag = UInt32(bitPattern: integer << 1 ^ integer >> 31)
        values.append(field: 4, length: 1 + varintLength(zigzag))
        values.append(field: 6, number: zigzag)
    }

    /// Appends a feature with the attributes added since `beginTags`.
    mutating func addFeature(_ geometry: TileGeometry, _ commands: borrowing GeometryCommands) {
        var length = 3 + varintLength(UInt32(commands.bytes.count)) + commands.bytes.count
        if !tags.isEmpty { length += 1 + varintLength(UInt32(tags.count)) + tags.count }
        let tagCount = UInt32(tags.count), commandCount = UInt32(commands.bytes.count)
        features.append(addingCapacity: Self.mostHeadBytes) { output in
            output.append(varint: 2 << 3 | 2)
            output.append(varint: UInt32(length))
            guard tagCount > 0 else { return }
            output.append(varint: 2 << 3 | 2)
            output.append(varint: tagCount)
        }
        // Borrowed, not passed: reference counting takes longer than copying so few bytes.
        unsafe tags.withUnsafeBufferPointer { unsafe features.append(contentsOf: $0) }
        features.append(addingCapacity: Self.mostHeadBytes) { output in
            output.append(varint: 3 << 3)
            output.append(varint: geometry.rawValue)
            output.append(varint: 4 << 3 | 2)
            output.append(varint: commandCount)
        }
        unsafe commands.bytes.withUnsafeBufferPointer { unsafe features.append(contentsOf: $0) }
    }

    /// Appends the layer to a tile, unless it has no feature.
    func write(named name: StringID, _ text: StringTable, to tile: inout [UInt8]) {
        guard !features.isEmpty else { return }
        var head: [UInt8] = [], tail: [UInt8] = []
        head.append(field: 15, number: 2)
        head.append(field: 1, length: text.utf8Count(name))
        text.append(name, to: &head)
        tail.append(field: 5, number: UInt32(TileFormat.extent))
        tile.append(field: 3, length: head.count + features.count + names.count + values.count + tail.count)
        tile.append(contentsOf: head)
        tile.append(contentsOf: features)
        tile.append(contentsOf: names)
        tile.append(contentsOf: values)
        tile.append(contentsOf: tail)
    }
}
