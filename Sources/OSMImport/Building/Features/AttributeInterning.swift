import Atlas
import Tiles

/// Numbers attributes: names as fields of their layer, values in one list without duplicates.
struct AttributeInterning {
    /// More languages than OpenStreetMap has names in. It bounds the number of fields for any file.
    static let maximumLanguages = 600

    private let sets: [AttributeSet]
    /// The languages of names in each layer, in the order of their codes.
    private let languages: [[String]]
    /// The number of each layer's first field, counted over all layers.
    private var firstFields: [Int] = []
    private var fieldNumbers: [[MapAttribute.Key: Int]] = []
    private var valueNumbers: [TileContent.Value: UInt32] = [:]
    /// The sets made so far, by their fields and values.
    private var setNumbers: [[UInt64]: UInt32] = [:]

    init(_ sets: [AttributeSet]) {
        self.sets = sets
        var languages = [Set<String>](repeating: [], count: MapLayer.allCases.count)
        for set in sets {
            let layer = Int(set.layer.rawValue)
            for attribute in set.attributes {
                guard case .localName(let language) = attribute.key, languages[layer].count < Self.maximumLanguages
                else { continue }
                languages[layer].insert(language)
            }
        }
        self.languages = languages.map { $0.sorted() }
    }

    /// Returns the layers with all their fields.
    mutating func layers(text: inout StringInterner) -> [TileContent.Layer] {
        var layers: [TileContent.Layer] = [], count = 0
        for layer in MapLayer.allCases {
            let schema = layer.schema
            var fields: [TileContent.Layer.Field] = [], numbers: [MapAttribute.Key: Int] = [:]
            for field in schema.fields {
                numbers[.field(field.field)] = count + fields.count
                fields.append(
                    .init(name: text.id(of: field.field.rawValue), type: field.type, minimumZoom: field.minimumZoom))
            }
            for language in languages[Int(layer.rawValue)] {
                numbers[.localName(language)] = count + fields.count
                fields.append(.init(name: text.id(of: "name_" + language), type: .text, minimumZoom: 0))
            }
            layers.append(
                .init(
                    name: text.id(of: schema.name), geometry: schema.geometry, minimumZoom: schema.minimumZoom,
                    fields: fields))
            firstFields.append(count)
            fieldNumbers.append(numbers)
            count += fields.count
        }
        return layers
    }

    /// Returns the numbers of all sets as seen at `zoom` and above it. Leaves out attributes that only appear deeper,
    /// so that lines without other differences can be joined.
    mutating func numbers(upTo zoom: Int, in content: inout TileContent, text: inout StringInterner) -> [UInt32] {
        sets.map { set in
            let schema = set.layer.schema, numbers = fieldNumbers[Int(set.layer.rawValue)]
            var pairs: [UInt64] = []
            for attribute in set.attributes {
                guard let field = numbers[attribute.key] else { continue }
                // A broken file may repeat a key; the first one counts, as everywhere.
                guard !pairs.contains(where: { $0 >> 32 == UInt64(field) }) else { continue }
                let place = field - firstFields[Int(set.layer.rawValue)]
                guard place >= schema.fields.count || schema.fields[place].minimumZoom <= zoom else { continue }
                pairs.append(UInt64(field) << 32 | UInt64(number(of: attribute.value, in: &content, text: &text)))
            }
            pairs.sort()
            if let known = setNumbers[pairs] { return known }
            let number = content.addSet(
                pairs.map { (UInt16($0 >> 32), UInt32(truncatingIfNeeded: $0)) })
            setNumbers[pairs] = number
            return number
        }
    }

    private mutating func number(
        of value: MapAttribute.Value, in content: inout TileContent, text: inout StringInterner
    ) -> UInt32 {
        let value: TileContent.Value =
            switch value {
            case .text(let string): .text(text.id(of: string))
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .truth(let isTrue): .truth(isTrue)
            }
        if let known = valueNumbers[value] { return known }
        let number = UInt32(content.values.count)
        valueNumbers[value] = number
        content.values.append(value)
        return number
    }
}
