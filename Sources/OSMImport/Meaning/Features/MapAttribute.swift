/// The names of attributes, apart from `name_XX`.
enum MapField: String, CaseIterable, Sendable {
    case kind, name, ref, population, dummy, height, rail, tunnel, bridge, link, oneway, surface, service
    case motorcar, bicycle, foot, horse, maritime, disputed, iata, atm
    case amenity, leisure, tourism, shop, historic, emergency, highway, office
    case cuisine, sport, vending, information, religion, denomination
    case wayArea = "way_area"
    case adminLevel = "admin_level"
    case minHeight = "min_height"
    case houseName = "housename"
    case houseNumber = "housenumber"
    case onewayReverse = "oneway_reverse"
    case trackType = "tracktype"
    case refRows = "ref_rows"
    case refColumns = "ref_cols"
    case manMade = "man_made"
    case towerType = "tower:type"
    case recyclingGlassBottles = "recycling:glass_bottles"
    case recyclingPaper = "recycling:paper"
    case recyclingClothes = "recycling:clothes"
    case recyclingScrapMetal = "recycling:scrap_metal"
}

/// An attribute of a feature: its name and value.
struct MapAttribute: Hashable, Sendable {
    enum Key: Hashable, Sendable {
        case field(MapField)
        /// `name_XX`, with the language's code.
        case localName(String)
    }

    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int32)
        case real(Float)
        case truth(Bool)
    }

    let key: Key
    let value: Value

    static func text(_ field: MapField, _ text: String) -> Self { Self(key: .field(field), value: .text(text)) }
    static func integer(_ field: MapField, _ number: Int32) -> Self {
        Self(key: .field(field), value: .integer(number))
    }
    static func real(_ field: MapField, _ number: Double) -> Self {
        Self(key: .field(field), value: .real(Float(number)))
    }
    static func truth(_ field: MapField, _ isTrue: Bool) -> Self { Self(key: .field(field), value: .truth(isTrue)) }
    static func kind(_ kind: String) -> Self { .text(.kind, kind) }
}

extension [MapAttribute] {
    /// Appends the value of a tag if it exists.
    mutating func append(_ field: MapField, tag key: String, of tags: Tags) {
        if let value = tags[key], !value.isEmpty { append(.text(field, value)) }
    }
}
