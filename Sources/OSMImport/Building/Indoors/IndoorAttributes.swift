import Atlas
import GeoCore
import Tiles

/// Numbers the attributes of indoor things: distinct values and distinct sets once each.
struct IndoorAttributes {
    private(set) var valueNumbers: [TileContent.Value: UInt32] = [:]
    private var setNumbers: [[UInt64]: UInt32] = [:]
    var content: TileContent

    init(_ text: inout StringInterner) {
        var layers: [TileContent.Layer] = []
        for layer in IndoorLayer.allCases {
            var fields: [TileContent.Layer.Field] = []
            for field in IndoorLayer.Field.allCases {
                fields.append(
                    .init(
                        name: text.id(of: "\(field)"), type: field.type, minimumZoom: TileFamily.indoor.minimumZoom))
            }
            layers.append(
                .init(
                    name: text.id(of: layer.name), geometry: layer.geometry,
                    minimumZoom: TileFamily.indoor.minimumZoom, fields: fields))
        }
        content = TileContent(layers: layers, for: .indoor)
    }

    /// Returns the number of the attributes of a thing on one of its levels.
    mutating func set(
        of thing: IndoorThing, at level: Level, in layer: IndoorLayer, building: PlaceRef?, _ tags: Tags,
        _ text: inout StringInterner
    ) -> UInt32 {
        let first = layer.rawValue * IndoorLayer.Field.allCases.count
        var pairs: [UInt64] = []
        for field in IndoorLayer.Field.allCases {
            let value: TileContent.Value
            if field == .level {
                value = .hundredths(level.hundredths)
            } else {
                let word = Self.text(field, thing, building, tags)
                guard !word.isEmpty else { continue }
                value = .text(text.id(of: word))
            }
            pairs.append(UInt64(first + field.rawValue) << 32 | UInt64(number(of: value)))
        }
        if let known = setNumbers[pairs] { return known }
        let number = content.addSet(pairs.map { (UInt16($0 >> 32), UInt32(truncatingIfNeeded: $0)) })
        setNumbers[pairs] = number
        return number
    }

    private static func text(
        _ field: IndoorLayer.Field, _ thing: IndoorThing, _ building: PlaceRef?, _ tags: Tags
    ) -> String {
        switch field {
        case .class: return thing.kind.word
        case .building:
            guard let building else { return "" }
            var bytes: [UInt8] = []
            building.append(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        case .kind: return IndoorMeaning.use(of: tags, thing.kind)
        case .ref, .name, .access, .wheelchair: return tags["\(field)"] ?? ""
        case .level: return ""
        }
    }

    private mutating func number(of value: TileContent.Value) -> UInt32 {
        if let known = valueNumbers[value] { return known }
        let number = UInt32(content.values.count)
        valueNumbers[value] = number
        content.values.append(value)
        return number
    }
}
