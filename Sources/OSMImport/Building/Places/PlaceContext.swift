import Atlas
import GeoCore

/// The context for judging an object's tags: the extract's strings and their meaning as keys.
struct PlaceContext: Sendable {
    private let strings: [String]
    private let pairs: [TagTable.Pair]
    let keys: PlaceKeys
    private let isEmptyValue: [Bool]
    private let placeRelationTypes: Set<String> = ["multipolygon", "boundary", "site", "building", "place", "cluster"]
    private let walkedRoutes: Set<String> = [
        "hiking", "foot", "walking", "bicycle", "mtb", "horse", "ski", "piste", "canoe",
    ]

    init(_ data: OSMData) {
        strings = data.tags.strings
        pairs = data.tags.pairs
        keys = PlaceKeys(strings, usedAs: pairs)
        isEmptyValue = strings.map { $0.utf8.count <= 4 && PlaceKind.emptyValues.contains($0) }
    }

    func text(_ index: UInt32) -> String { index == PlaceFacts.none ? "" : strings[Int(index)] }

    /// Returns a value as a number; 0 if there is none.
    func number(_ index: UInt32) -> Int { index == PlaceFacts.none ? 0 : Int(strings[Int(index)]) ?? 0 }

    /// Returns the index of a key; `nil` if the extract does not use it.
    func index(of key: String) -> UInt32? { strings.firstIndex(of: key).map { UInt32($0) } }

    /// Returns the value of a key, by the key's index, or `nil`.
    func value(_ key: UInt32, of tags: TagRange) -> UInt32? { pairs(tags).first { $0.key == key }?.value }

    func pairs(_ tags: TagRange) -> ArraySlice<TagTable.Pair> { pairs[tags.indices] }

    func read(_ facts: inout PlaceFacts, _ tags: TagRange) { facts.read(pairs(tags), keys, isEmptyValue: isEmptyValue) }

    /// Whether an object is worth finding: by its name, its house number or its kind.
    func isPlace(_ facts: PlaceFacts) -> Bool {
        if facts.has(.name) || facts.has(.brand) || facts.has(.houseNumber) || facts.has(.houseName) { return true }
        guard facts.key != PlaceFacts.none else { return false }
        let key = text(facts.key)
        if key == "boundary" { return facts.has(.postalCode) }
        if key == "highway" || key == "route" || isSpace(facts) { return facts.has(.ref) }
        return PlaceKind.isFindable(key: key, value: text(facts.value)) && text(facts[.access]) != "private"
    }

    /// Whether an object's kind is that of a room, a corridor or an area of a building.
    private func isSpace(_ facts: PlaceFacts) -> Bool {
        facts.key != PlaceFacts.none && (text(facts.key) == "room" || text(facts.key) == "indoor")
            && facts.has(.indoor) && ["room", "corridor", "area"].contains(text(facts[.indoor]))
    }

    /// Whether a way is part of a line that several ways may form: a street, a river, a railway.
    func isLine(_ facts: PlaceFacts, isClosed: Bool) -> Bool {
        guard facts.key != PlaceFacts.none else { return false }
        switch text(facts.key) {
        case "highway": return !["rest_area", "services", "platform", "elevator"].contains(text(facts.value))
        case "waterway": return !isClosed && text(facts.value) != "dam"
        case "railway": return !isClosed && text(facts.value) != "platform" && text(facts.value) != "station"
        case "route": return !isClosed
        default: return false
        }
    }

    /// Whether a relation is a thing at a place, rather than a restriction, a bus line or a list of other things.
    func isPlaceRelation(_ facts: PlaceFacts) -> Bool {
        let type = text(facts[.type])
        return placeRelationTypes.contains(type) || (type == "route" && walkedRoutes.contains(text(facts[.route])))
    }

    /// Makes the draft of an object, or `nil` for an object that nobody searches for.
    func draft(
        _ kind: PlaceRef.Kind, _ id: Int64, _ tags: TagRange, _ facts: PlaceFacts, at point: PointE7
    ) -> PlaceDraft? {
        guard isPlace(facts), let ref = PlaceRef(kind, id) else { return nil }
        let key = text(facts.key), value = text(facts.value)
        var name = [facts[.name], facts[.brand], facts[.houseName]].first { $0 != PlaceFacts.none } ?? PlaceFacts.none
        if key == "boundary", value == "postal_code", facts.has(.postalCode) { name = facts[.postalCode] }
        if name == PlaceFacts.none, key == "highway" || key == "route" || isSpace(facts) { name = facts[.ref] }
        let isNamed = name != PlaceFacts.none
        var type = PlaceType.place
        if isNamed, ZoneMeaning.isArea(key: key, value: value) { type = .area }
        if !isNamed, !PlaceKind.isFindable(key: key, value: value) {
            guard facts.has(.houseNumber) else { return nil }
            type = .address
        }
        let rank =
            type == .address
            ? PlaceRank.address
            : PlaceRank.rank(
                key: key, value: value, isNamed: isNamed, isNotable: facts.has(.wikidata),
                population: number(facts[.population]), adminLevel: number(facts[.adminLevel]))
        var draft = PlaceDraft(
            ref: ref, type: type, key: facts.key, value: facts.value, name: name, point: point, rank: rank, tags: tags)
        draft.takeAddress(facts)
        return draft
    }
}

extension PlaceContext {
    /// Whether addresses may be on streets with this `highway` value, which excludes paths.
    func isRoad(_ value: UInt32) -> Bool {
        !["footway", "path", "cycleway", "track", "steps", "bridleway", "motorway", "motorway_link", "raceway"]
            .contains(
                text(value))
    }
}
