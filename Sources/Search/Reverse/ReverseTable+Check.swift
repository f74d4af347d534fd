import Atlas
import GeoCore

extension ReverseTable {
    /// Verifies the trees, and that each item has the right type and is listed once with exactly its own box.
    ///
    /// A forged list could otherwise name one large area a million times, or hide a house in a wrong place.
    func check() throws(AtlasError) {
        try houseTree.check(Self.houseBoxesID)
        try roadTree.check(Self.roadBoxesID)
        try spotTree.check(Self.spotBoxesID)
        try zoneTree.check(Self.zoneBoxesID)
        try check(houses, Self.housesID, houseTree, Self.houseBoxesID) { places.street($0) != nil }
        try check(spots, Self.spotsID, spotTree, Self.spotBoxesID) { _ in true }
        try checkRoads()
        try checkZones()
    }

    private func check(
        _ items: Packed<PlaceID>, _ section: SectionID, _ tree: BoxTree, _ boxes: SectionID,
        isOne: (PlaceID) -> Bool
    ) throws(AtlasError) {
        var isListed = [Bool](repeating: false, count: places.count)
        for item in items.indices {
            let place = items[item]
            guard place.index < places.count, isOne(place) else {
                throw .invalid(section, index: Int64(item), rule: "not a place of the right type")
            }
            guard !isListed[place.index] else { throw .invalid(section, index: Int64(item), rule: "listed twice") }
            isListed[place.index] = true
            try checkBox(of: item, in: tree, boxes, is: places.bounds(place))
        }
    }

    private func checkRoads() throws(AtlasError) {
        // Shapes lie in the order of their places, so this list of all lines ascends.
        var lines: [(offset: Int, street: PlaceID, isListed: Bool)] = []
        for place in places.indices where places.type(PlaceID(place)) == .street {
            places.shape(PlaceID(place))?.forEachPart { lines.append(($0.offset, PlaceID(place), false)) }
        }
        for item in roads.indices {
            var low = 0, high = lines.count
            while low < high {
                let middle = (low + high) / 2
                if Int64(lines[middle].offset) < Int64(roadParts[item]) { low = middle + 1 } else { high = middle }
            }
            guard low < lines.count, Int64(lines[low].offset) == Int64(roadParts[item]),
                lines[low].street == roads[item]
            else { throw .invalid(Self.roadPartsID, index: Int64(item), rule: "not a line of its street") }
            guard !lines[low].isListed else {
                throw .invalid(Self.roadPartsID, index: Int64(item), rule: "listed twice")
            }
            lines[low].isListed = true
            var box = IntBox.empty
            places.part(of: roads[item], at: lines[low].offset).forEachPoint { box.include($0) }
            try checkBox(of: item, in: roadTree, Self.roadBoxesID, is: box)
        }
    }

    private func checkZones() throws(AtlasError) {
        // An area may have several uses, each of them once.
        let uses = ZoneUse.allCases.count
        var isListed = [Bool](repeating: false, count: places.count * uses)
        for item in zones.indices {
            let place = zones[item]
            guard let use = ZoneUse(rawValue: zoneUses[item]) else {
                throw .invalid(Self.zoneUsesID, index: Int64(item), rule: "no such use")
            }
            guard place.index < places.count, places.type(place) == .area else {
                throw .invalid(Self.zonesID, index: Int64(item), rule: "not a place of the right type")
            }
            let entry = place.index * uses + Int(use.rawValue)
            guard !isListed[entry] else { throw .invalid(Self.zonesID, index: Int64(item), rule: "listed twice") }
            isListed[entry] = true
            try checkBox(of: item, in: zoneTree, Self.zoneBoxesID, is: places.bounds(place))
        }
    }

    private func checkBox(
        of item: Int, in tree: BoxTree, _ section: SectionID, is box: IntBox
    ) throws(AtlasError) {
        guard tree.box(item) == box else {
            throw .invalid(section, index: Int64(item), rule: "not the box of what it stands for")
        }
    }
}
