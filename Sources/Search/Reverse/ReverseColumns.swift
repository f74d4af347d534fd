package import Atlas
package import GeoCore

/// Collects the items of the reverse index and writes them in the order of its trees.
package struct ReverseColumns: Sendable {
    package var houses: [(place: PlaceID, box: IntBox)] = []
    package var roads: [(street: PlaceID, part: Int, box: IntBox)] = []
    package var spots: [(place: PlaceID, box: IntBox)] = []
    package var zones: [(place: PlaceID, use: ZoneUse, box: IntBox)] = []

    package init() {}

    package func add(to writer: inout AtlasWriter) {
        let houses = Self.ordered(houses) { $0.box }
        writer.add(ReverseTable.housesID, houses.map { $0.place })
        BoxTreeWriter.add(houses.map { $0.box }, as: ReverseTable.houseBoxesID, to: &writer)
        let roads = Self.ordered(roads) { $0.box }
        writer.add(ReverseTable.roadsID, roads.map { $0.street })
        writer.add(ReverseTable.roadPartsID, roads.map { UInt32($0.part) })
        BoxTreeWriter.add(roads.map { $0.box }, as: ReverseTable.roadBoxesID, to: &writer)
        let spots = Self.ordered(spots) { $0.box }
        writer.add(ReverseTable.spotsID, spots.map { $0.place })
        BoxTreeWriter.add(spots.map { $0.box }, as: ReverseTable.spotBoxesID, to: &writer)
        let zones = Self.ordered(zones) { $0.box }
        writer.add(ReverseTable.zonesID, zones.map { $0.place })
        writer.add(ReverseTable.zoneUsesID, zones.map { $0.use.rawValue })
        BoxTreeWriter.add(zones.map { $0.box }, as: ReverseTable.zoneBoxesID, to: &writer)
    }

    private static func ordered<Item>(_ items: [Item], _ box: (Item) -> IntBox) -> [Item] {
        BoxTreeWriter.order(items.map(box)).map { items[$0] }
    }
}
