package import GeoCore

/// Everything searchable from the map: places, addresses, streets, areas. Columns by place, the most important place
/// first.
///
/// ```
/// place.refs       PlaceRef, ascending: each OpenStreetMap object that is a place or part of one (a way of a street)
/// place.owners     PlaceID by reference: the place it is (part of)
/// place.ref        UInt32 by place: its own reference, a position in place.refs. A place that is known only
///                  from addresses is no object itself and has the reference of an address
/// place.points     PointE7 by place: inside the area, on the line
/// place.names      StringID by place: empty for a place without a name
/// place.kinds      UInt16 by place: which of place.kindKeys
/// place.types      UInt8 by place: PlaceType
/// place.ranks      UInt8 by place: importance, descending
/// place.streets    PlaceID by place: the street of its address, or none
/// place.numbers    StringID by place: its house number, or empty
/// place.localities UInt32 by place: which of place.towns
/// place.kindKeys   StringID by kind: the OpenStreetMap key, `amenity`
/// place.kindValues StringID by kind: its value, `cafe`
/// place.towns      StringID × 7 by locality: neighbourhood, suburb, city, postcode, county, state, country; empty where
///                  unknown
/// place.townPlaces PlaceID × 7 by locality: the area or settlement of each name, or none
/// place.detailsAt  UInt32 by place, and one more: where its details begin; ascending
/// place.detailKeys UInt16 by detail: which of place.keys
/// place.details    StringID by detail: the value
/// place.keys       StringID: `opening_hours`, `name:fi`, …
/// place.shapesAt   UInt32 by place, and one more: where its shape begins in place.shapes; ascending
/// place.shapes     UInt8: PlaceShape
/// place.settings   UInt32 × 1: bit 0 is set where house numbers come before the street's name
/// ```
package struct PlaceTable: Sendable {
    package let text: StringTable
    package let count: Int

    let refs: Packed<PlaceRef>
    let owners: Packed<PlaceID>
    let ownRefs: Packed<UInt32>
    let points: Packed<PointE7>
    let names: Packed<StringID>
    let kinds: Packed<UInt16>
    let types: Packed<UInt8>
    let ranks: Packed<UInt8>
    let streets: Packed<PlaceID>
    let numbers: Packed<StringID>
    let localities: Packed<UInt32>
    let kindKeys: Packed<StringID>
    let kindValues: Packed<StringID>
    let towns: Packed<StringID>
    let townPlaces: Packed<PlaceID>
    let detailStarts: Packed<UInt32>
    let detailKeys: Packed<UInt16>
    let details: Packed<StringID>
    let keys: Packed<StringID>
    let shapeStarts: Packed<UInt32>
    let shapes: Packed<UInt8>
    let settings: Packed<UInt32>

    /// Opens the table. Its lengths agree with each other afterwards; its content is `check()`'s to judge.
    package init(_ atlas: AtlasView) throws(AtlasError) {
        text = try StringTable(atlas)
        refs = try atlas.packed(Section.refs, of: PlaceRef.self)
        owners = try atlas.packed(Section.owners, of: PlaceID.self)
        ownRefs = try atlas.packed(Section.ownRefs, of: UInt32.self)
        points = try atlas.packed(Section.points, of: PointE7.self)
        names = try atlas.packed(Section.names, of: StringID.self)
        kinds = try atlas.packed(Section.kinds, of: UInt16.self)
        types = try atlas.packed(Section.types, of: UInt8.self)
        ranks = try atlas.packed(Section.ranks, of: UInt8.self)
        streets = try atlas.packed(Section.streets, of: PlaceID.self)
        numbers = try atlas.packed(Section.numbers, of: StringID.self)
        localities = try atlas.packed(Section.localities, of: UInt32.self)
        kindKeys = try atlas.packed(Section.kindKeys, of: StringID.self)
        kindValues = try atlas.packed(Section.kindValues, of: StringID.self)
        towns = try atlas.packed(Section.towns, of: StringID.self)
        townPlaces = try atlas.packed(Section.townPlaces, of: PlaceID.self)
        detailStarts = try atlas.packed(Section.detailStarts, of: UInt32.self)
        detailKeys = try atlas.packed(Section.detailKeys, of: UInt16.self)
        details = try atlas.packed(Section.details, of: StringID.self)
        keys = try atlas.packed(Section.keys, of: StringID.self)
        shapeStarts = try atlas.packed(Section.shapeStarts, of: UInt32.self)
        shapes = try atlas.packed(Section.shapes, of: UInt8.self)
        settings = try atlas.packed(Section.settings, of: UInt32.self)
        count = points.count
        try checkLengths()
    }

    package var indices: Range<Int> { 0..<count }
    /// The number of kinds; kinds are `0..<kindCount`.
    package var kindCount: Int { kindKeys.count }
    /// The number of localities; localities are `0..<localityCount`.
    package var localityCount: Int { towns.count / Locality.width }
    /// Whether addresses are written `12 Main Street` here, not `Hauptstraße 12`.
    package var numbersComeFirst: Bool { settings[0] & 1 != 0 }

    package func ref(_ place: PlaceID) -> PlaceRef { refs[ownRefs[place.rawValue]] }
    /// Whether the place is an object of OpenStreetMap, rather than known from addresses, one of which its reference
    /// is.
    package func isObject(_ place: PlaceID) -> Bool { owners[Int(ownRefs[place.rawValue])] == place }
    package func point(_ place: PlaceID) -> PointE7 { points[place.rawValue] }
    package func name(_ place: PlaceID) -> StringID { names[place.rawValue] }
    package func kind(_ place: PlaceID) -> Int { Int(kinds[place.rawValue]) }
    package func type(_ place: PlaceID) -> PlaceType { PlaceType(rawValue: types[place.rawValue]) ?? .place }
    /// How important the place is, 0 ... 255; larger is more.
    package func rank(_ place: PlaceID) -> UInt8 { ranks[place.rawValue] }
    package func street(_ place: PlaceID) -> PlaceID? { streets[place.rawValue].orNil }
    package func houseNumber(_ place: PlaceID) -> StringID { numbers[place.rawValue] }
    package func localityIndex(_ place: PlaceID) -> Int { Int(localities[place.rawValue]) }
    package func locality(_ place: PlaceID) -> Locality { locality(at: localityIndex(place)) }

    /// The OpenStreetMap key of a kind, such as `amenity`.
    package func kindKey(_ kind: Int) -> StringID { kindKeys[kind] }
    /// The OpenStreetMap value of a kind, such as `cafe`.
    package func kindValue(_ kind: Int) -> StringID { kindValues[kind] }

    package func locality(at index: Int) -> Locality {
        let base = index * Locality.width
        func part(_ position: Int) -> LocalityPart {
            LocalityPart(towns[base + position], townPlaces[base + position].orNil)
        }
        return Locality(
            neighbourhood: part(0), suburb: part(1), city: part(2), postcode: part(3), county: part(4), state: part(5),
            country: part(6))
    }

    /// Finds the place of `ref`, or the place that it is part of, by binary search.
    package func place(_ ref: PlaceRef) -> PlaceID? {
        let index = refs.partitionPoint { $0.rawValue < ref.rawValue }
        return index < refs.count && refs[index] == ref ? owners[index] : nil
    }

    /// The positions of a place's details, for `detailKey(at:)` and `detail(at:)`.
    package func detailRange(_ place: PlaceID) -> Range<Int> {
        Int(detailStarts[place.index])..<Int(detailStarts[place.index + 1])
    }
    package func detailKey(at position: Int) -> StringID { keys[Int(detailKeys[position])] }
    package func detail(at position: Int) -> StringID { details[position] }

    /// The numbers that stand for `key` in this atlas, for `detail(_:key:)`: several when it occurs in capital and in
    /// small ASCII letters, none when no place has such a detail.
    package func keyIndices(_ key: Span<UInt8>) -> [Int] {
        var found: [Int] = []
        for index in keys.indices where text.equalsIgnoringCase(keys[index], key) { found.append(index) }
        return found
    }

    /// The value of one detail of a place.
    package func detail(_ place: PlaceID, key: Int) -> StringID? {
        for position in detailRange(place) where Int(detailKeys[position]) == key { return details[position] }
        return nil
    }

    /// The lines or rings of a place, or `nil` for one that is only a point.
    package func shape(_ place: PlaceID) -> PlaceShape? {
        let range = Int(shapeStarts[place.index])..<Int(shapeStarts[place.index + 1])
        return range.isEmpty ? nil : PlaceShape(bytes: shapes, range: range, origin: point(place))
    }

    /// The box around a place's shape; its point's for one without.
    package func bounds(_ place: PlaceID) -> IntBox {
        if let shape = shape(place) { return shape.bounds }
        var box = IntBox.empty
        box.include(point(place))
        return box
    }

    /// One line of a street's shape, by the position that `PlaceShape.append` gave.
    package func part(of place: PlaceID, at offset: Int) -> PlaceShape.Part {
        PlaceShape.Part(bytes: shapes, offset: offset, origin: point(place))
    }

    /// The sections' names, for reader, writer and checker.
    enum Section {
        static var refs: SectionID { "place.refs" }
        static var owners: SectionID { "place.owners" }
        static var ownRefs: SectionID { "place.ref" }
        static var points: SectionID { "place.points" }
        static var names: SectionID { "place.names" }
        static var kinds: SectionID { "place.kinds" }
        static var types: SectionID { "place.types" }
        static var ranks: SectionID { "place.ranks" }
        static var streets: SectionID { "place.streets" }
        static var numbers: SectionID { "place.numbers" }
        static var localities: SectionID { "place.localities" }
        static var kindKeys: SectionID { "place.kindKeys" }
        static var kindValues: SectionID { "place.kindValues" }
        static var towns: SectionID { "place.towns" }
        static var townPlaces: SectionID { "place.townPlaces" }
        static var detailStarts: SectionID { "place.detailsAt" }
        static var detailKeys: SectionID { "place.detailKeys" }
        static var details: SectionID { "place.details" }
        static var keys: SectionID { "place.keys" }
        static var shapeStarts: SectionID { "place.shapesAt" }
        static var shapes: SectionID { "place.shapes" }
        static var settings: SectionID { "place.settings" }
    }
}

/// The sort of a place, for people who look for one.
package enum PlaceType: UInt8, Sendable {
    /// Something to go to: a café, a station, a hill.
    case place
    /// A house number.
    case address
    /// A street, all its connected pieces together.
    case street
    /// A town, suburb or administrative area.
    case area
}
