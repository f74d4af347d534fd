import Atlas
import GeoCore
import Search

/// A place before it enters the atlas. Texts are indices into the extract's strings, `PlaceFacts.none` for none.
struct PlaceDraft: Sendable {
    var ref: PlaceRef
    var type: PlaceType
    /// The key and value of its kind.
    var key: UInt32
    var value: UInt32
    var name: UInt32
    var point: PointE7
    var rank: UInt8
    /// The source of further names and details.
    var tags: TagRange
    /// A range of `PlaceDrafts.shapes`; empty for a point.
    var shape: Range<Int> = 0..<0
    /// The box around the stored shape, or around the point.
    var box: IntBox
    var houseNumber = PlaceFacts.none
    var street = PlaceFacts.none
    var suburb = PlaceFacts.none
    var city = PlaceFacts.none
    var postcode = PlaceFacts.none
    var state = PlaceFacts.none
    /// The two-letter country code in its own tags.
    var country = PlaceFacts.none
    /// Its part of the addresses inside it, if it is an area or a settlement, with or without a known outline.
    var use: ZoneUse?
    /// Whether it has no object of its own: addresses name it, and `ref` is one of them.
    var isMade = false

    init(
        ref: PlaceRef, type: PlaceType, key: UInt32, value: UInt32, name: UInt32, point: PointE7, rank: UInt8,
        tags: TagRange
    ) {
        self.ref = ref
        self.type = type
        self.key = key
        self.value = value
        self.name = name
        self.point = point
        self.rank = rank
        self.tags = tags
        box = IntBox.empty
        box.include(point)
    }

    /// Whether it is only a house number, without a tag for its street.
    var isStreetless: Bool { type == .address && street == PlaceFacts.none }

    /// Sets the parts of the address from an object's tags. `addr:place` replaces a missing street.
    mutating func takeAddress(_ facts: PlaceFacts) {
        houseNumber = facts[.houseNumber]
        street = facts.has(.street) ? facts[.street] : facts[.placeName]
        suburb = facts[.suburb]
        city = facts[.city]
        postcode = facts[.postcode]
        state = facts[.state]
        country = facts.has(.country) ? facts[.country] : facts[.countryCode]
    }
}

/// Drafts of places with their shapes, the lines of streets, and the areas that define localities.
struct PlaceDrafts: Sendable {
    var all: [PlaceDraft] = []
    /// Houses that join `all` if a street is near.
    private(set) var streetless: [PlaceDraft] = []
    /// Stored forms of shapes (`PlaceShape`).
    var shapes: [UInt8] = []
    var zones: [Zone] = []
    /// Settlements mapped as points: places near one lie in it unless a boundary decides otherwise.
    var settlements: [Settlement] = []

    /// An area that gives places inside it a city, a suburb or a postcode.
    struct Zone: Sendable {
        var use: ZoneUse
        var name: UInt32
        var box: IntBox
        var area: Area
        /// Index into `all`.
        var draft: Int
    }

    struct Settlement: Sendable {
        var use: ZoneUse
        var name: UInt32
        var point: PointE7
        /// The radius of its name, in metres.
        var radius: Double
        /// Index into `all`.
        var draft: Int
    }

    /// Appends `other`, as if it had been collected here.
    mutating func append(_ other: PlaceDrafts) {
        let firstDraft = all.count, firstByte = shapes.count
        func moved(_ draft: PlaceDraft) -> PlaceDraft {
            var moved = draft
            moved.shape = draft.shape.lowerBound + firstByte..<draft.shape.upperBound + firstByte
            return moved
        }
        all.append(contentsOf: other.all.map(moved))
        streetless.append(contentsOf: other.streetless.map(moved))
        shapes.append(contentsOf: other.shapes)
        zones.append(
            contentsOf: other.zones.map { zone in
                var moved = zone
                moved.draft += firstDraft
                return moved
            })
        settlements.append(
            contentsOf: other.settlements.map { settlement in
                var moved = settlement
                moved.draft += firstDraft
                return moved
            })
    }

    /// Adds a draft with the given rings.
    mutating func append(_ draft: PlaceDraft, rings parts: [[PointE7]] = []) {
        let start = shapes.count
        _ = PlaceShape.append(parts, isArea: true, origin: draft.point, to: &shapes)
        var placed = draft
        placed.shape = start..<shapes.count
        if !parts.isEmpty { placed.box = PlaceShape.bounds(parts, origin: draft.point) }
        if placed.isStreetless { streetless.append(placed) } else { all.append(placed) }
    }

    /// Adds the houses whose street only `nearest` gives, and enters it in `streets`; drops the others.
    mutating func placeStreetless(on nearest: [Int?], streets: inout [Int?]) {
        for (draft, street) in zip(streetless, nearest) where street != nil {
            all.append(draft)
            streets.append(street)
        }
        streetless = []
    }
}
