import Atlas
package import GeoCore

/// The house numbers of streets, the streets that cross them and the localities that they pass through.
///
/// ```
/// search.streets    PlaceID, ascending: streets, and areas whose houses are numbered without streets
/// search.housesAt   UInt32 by street, and one more; ascending
/// search.houses     PlaceID: the places with a house number on the street, by number, then by place
/// search.houseNos   UInt32 by house: a number that its house number begins with or stands for; 0 for none
/// search.crossesAt  UInt32 by street, and one more; ascending
/// search.crosses    PlaceID: the street that crosses or meets this one
/// search.crossings  PointE7: where they cross or meet
/// search.stretchAt  UInt32 by street, and one more; ascending. A street that lies in one locality has no stretches
/// search.stretchIn  UInt32 by stretch: bits 0–30 the index in place.towns; stretches in one locality are neighbours,
///                   and the locality with the longest part of the street comes first. Bit 31 is set if the
///                   address of a house is the only source
/// search.stretches  PointE7 by stretch: the middle of a part of one of the street's ways there, the longest first,
///                   or 2 m beside it on a border; or the position of that house
/// ```
struct StreetTable: Sendable {
    static var streetsID: SectionID { "search.streets" }
    static var houseStartsID: SectionID { "search.housesAt" }
    static var housesID: SectionID { "search.houses" }
    static var houseNumbersID: SectionID { "search.houseNos" }
    static var crossStartsID: SectionID { "search.crossesAt" }
    static var crossesID: SectionID { "search.crosses" }
    static var crossingsID: SectionID { "search.crossings" }
    static var stretchStartsID: SectionID { "search.stretchAt" }
    static var stretchTownsID: SectionID { "search.stretchIn" }
    static var stretchPointsID: SectionID { "search.stretches" }

    private let streets: Packed<PlaceID>
    private let houseStarts: Packed<UInt32>
    private let houses: Packed<PlaceID>
    private let houseNumbers: Packed<UInt32>
    private let crossStarts: Packed<UInt32>
    private let crosses: Packed<PlaceID>
    private let crossings: Packed<PointE7>
    private let stretchStarts: Packed<UInt32>
    private let stretchTowns: Packed<UInt32>
    private let stretchPoints: Packed<PointE7>

    init(_ atlas: AtlasView) throws(AtlasError) {
        streets = try atlas.packed(Self.streetsID, of: PlaceID.self)
        houseStarts = try atlas.packed(Self.houseStartsID, of: UInt32.self)
        houses = try atlas.packed(Self.housesID, of: PlaceID.self)
        houseNumbers = try atlas.packed(Self.houseNumbersID, of: UInt32.self)
        crossStarts = try atlas.packed(Self.crossStartsID, of: UInt32.self)
        crosses = try atlas.packed(Self.crossesID, of: PlaceID.self)
        crossings = try atlas.packed(Self.crossingsID, of: PointE7.self)
        stretchStarts = try atlas.packed(Self.stretchStartsID, of: UInt32.self)
        stretchTowns = try atlas.packed(Self.stretchTownsID, of: UInt32.self)
        stretchPoints = try atlas.packed(Self.stretchPointsID, of: PointE7.self)
        guard houseStarts.count == streets.count + 1, crossStarts.count == streets.count + 1,
            stretchStarts.count == streets.count + 1
        else {
            throw .invalid(Self.streetsID, index: Int64(streets.count), rule: "not one entry for each street")
        }
        guard houses.count == houseNumbers.count, crosses.count == crossings.count,
            stretchTowns.count == stretchPoints.count
        else {
            throw .invalid(Self.housesID, index: Int64(houses.count), rule: "columns of different length")
        }
    }

    /// Returns the positions of the houses of a street or an area, for `house(at:)` and `number(at:)`; empty for any
    /// other place.
    func houseRange(_ street: PlaceID) -> Range<Int> {
        guard let index = index(of: street) else { return 0..<0 }
        return Int(houseStarts[index])..<Int(houseStarts[index + 1])
    }
    func house(at position: Int) -> PlaceID { houses[position] }
    func number(at position: Int) -> UInt32 { houseNumbers[position] }

    /// Returns the positions of a street's crossings, for `crossing(at:)`; empty for any other place.
    func crossingRange(_ street: PlaceID) -> Range<Int> {
        guard let index = index(of: street) else { return 0..<0 }
        return Int(crossStarts[index])..<Int(crossStarts[index + 1])
    }
    func crossing(at position: Int) -> (street: PlaceID, point: PointE7) { (crosses[position], crossings[position]) }

    /// Returns the positions of a street's stretches, for `stretch(at:)`; empty for a street in one locality and for
    /// any other place.
    func stretchRange(_ street: PlaceID) -> Range<Int> {
        guard let index = index(of: street) else { return 0..<0 }
        return Int(stretchStarts[index])..<Int(stretchStarts[index + 1])
    }
    func stretch(at position: Int) -> (locality: Int, point: PointE7) {
        (Int(stretchTowns[position] & ~StreetStretch.isSaid), stretchPoints[position])
    }
    /// Whether the address of a house is the only source for this stretch.
    func isSaid(stretch position: Int) -> Bool { stretchTowns[position] & StreetStretch.isSaid != 0 }

    private func index(of street: PlaceID) -> Int? {
        let index = streets.partitionPoint { $0 < street }
        return index < streets.count && streets[index] == street ? index : nil
    }

    /// Verifies the order, that houses are on their street, that crossings lead to streets, and stretches through
    /// localities.
    func check(_ places: PlaceTable) throws(AtlasError) {
        func isStreet(_ place: PlaceID) -> Bool { place.index < places.count && places.type(place) == .street }
        func mayHaveHouses(_ place: PlaceID) -> Bool {
            isStreet(place) || place.index < places.count && places.type(place) == .area
        }
        for index in streets.indices {
            guard mayHaveHouses(streets[index]), index == 0 || streets[index - 1] < streets[index] else {
                throw .invalid(Self.streetsID, index: Int64(index), rule: "streets do not ascend")
            }
        }
        try houseStarts.checkStarts(Self.houseStartsID, spanning: houses.count)
        try crossStarts.checkStarts(Self.crossStartsID, spanning: crosses.count)
        for index in streets.indices {
            let isArea = places.type(streets[index]) == .area
            for position in Int(houseStarts[index])..<Int(houseStarts[index + 1]) {
                guard houses[position].index < places.count,
                    isArea || places.street(houses[position]) == streets[index]
                else {
                    throw .invalid(Self.housesID, index: Int64(position), rule: "a house on another street")
                }
                let isFirst = position == Int(houseStarts[index])
                guard houseNumbers[position] < HouseNumber.limit,
                    isFirst || houseNumbers[position - 1] <= houseNumbers[position]
                else {
                    throw .invalid(
                        Self.houseNumbersID, index: Int64(position), rule: "a street's numbers do not ascend")
                }
            }
        }
        try stretchStarts.checkStarts(Self.stretchStartsID, spanning: stretchTowns.count)
        for position in stretchTowns.indices {
            guard stretch(at: position).locality < places.localityCount, stretchPoints[position].isOnEarth else {
                throw .invalid(Self.stretchTownsID, index: Int64(position), rule: "not a stretch in a locality")
            }
        }
        for position in crosses.indices {
            guard isStreet(crosses[position]), crossings[position].isOnEarth else {
                throw .invalid(Self.crossesID, index: Int64(position), rule: "not a crossing with a street")
            }
        }
    }
}

/// A stretch of a street in one of the localities that it passes through.
package struct StreetStretch: Sendable {
    /// The index of the locality, with `isSaid`.
    let locality: UInt32
    let point: PointE7

    static var isSaid: UInt32 { 1 << 31 }

    /// Makes a stretch; with `isSaid`, the address of the house at `point` is the only source.
    package init(locality: UInt32, point: PointE7, isSaid: Bool) {
        self.locality = isSaid ? locality | Self.isSaid : locality
        self.point = point
    }
}
