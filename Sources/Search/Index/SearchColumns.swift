package import Atlas
package import GeoCore

/// The columns of a search index before they become sections. The tables that read them define their meaning.
package struct SearchColumns: Sendable {
    package var folding = Folding(entries: [])
    /// Distinct folded words, ascending.
    package var words: [[UInt8]] = []
    package var uses: [WordUses] = []
    /// By word, ascending.
    package var lists: [[PlaceID]] = []
    package var nameStarts: [UInt32] = [0]
    package var names: [NameWord] = []
    /// All names in the order of their words, each as a place and the number of the name there.
    package var order: [(place: PlaceID, name: Int)] = []
    /// Names that only a part of a street has: where they begin in `names`, ascending, and the point of that part.
    package var parts: [(position: Int, point: PointE7)] = []
    package var townStarts: [UInt32] = [0]
    package var towns: [UInt32] = []
    package var kindStarts: [UInt32] = [0]
    package var kinds: [UInt32] = []
    /// By searchable kind, its places in Hilbert order, each with its point.
    package var spots: [[(place: PlaceID, point: PointE7)]] = []
    package var streets: [PlaceID] = []
    package var houseStarts: [UInt32] = [0]
    package var houses: [PlaceID] = []
    package var houseNumbers: [UInt32] = []
    package var crossStarts: [UInt32] = [0]
    package var crosses: [PlaceID] = []
    package var crossings: [PointE7] = []
    package var stretchStarts: [UInt32] = [0]
    package var stretches: [StreetStretch] = []

    /// The maximum number of a place's names in `order`.
    package static var maximumOrderedNames: Int { NameOrder.maximumNames }

    package init() {}

    /// Adds the index's sections.
    package func add(to writer: inout AtlasWriter) {
        folding.add(to: &writer)
        WordDictionary.add(words, to: &writer)
        Postings.add(lists, uses: uses, to: &writer)
        writer.add(NameTable.nameStartsID, nameStarts)
        writer.add(NameTable.namesID, names.map { $0.rawValue })
        writer.add(NameOrder.section, order.map { NameOrder.entry($0.place, name: $0.name) })
        writer.add(PartNames.positionsID, parts.map { UInt32($0.position) })
        writer.add(PartNames.pointsID, parts.map { $0.point })
        writer.add(NameTable.townStartsID, townStarts)
        writer.add(NameTable.townsID, towns)
        writer.add(NameTable.kindStartsID, kindStarts)
        writer.add(NameTable.kindsID, kinds)
        KindSpots.add(spots, to: &writer)
        writer.add(StreetTable.streetsID, streets)
        writer.add(StreetTable.houseStartsID, houseStarts)
        writer.add(StreetTable.housesID, houses)
        writer.add(StreetTable.houseNumbersID, houseNumbers)
        writer.add(StreetTable.crossStartsID, crossStarts)
        writer.add(StreetTable.crossesID, crosses)
        writer.add(StreetTable.crossingsID, crossings)
        writer.add(StreetTable.stretchStartsID, stretchStarts)
        writer.add(StreetTable.stretchTownsID, stretches.map { $0.locality })
        writer.add(StreetTable.stretchPointsID, stretches.map { $0.point })
    }
}
