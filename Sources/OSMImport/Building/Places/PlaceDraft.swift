import Atlas
import GeoCore
import Search

/// A place on its way into the atlas. Texts are indices into the extract's strings, `PlaceFacts.none` for none.
struct PlaceDraft: Sendable {
    var ref: PlaceRef
    var type: PlaceType
    /// The key and value that say what it is.
    var key: UInt32
    var value: UInt32
    var name: UInt32
    var point: PointE7
    var rank: UInt8
    /// Further names and details come from here.
    var tags: TagRange
    /// A range of `PlaceDrafts.shapes`; empty for a place that is only a point.
    var shape: Range<Int> = 0..<0
    /// The box around the shape as it will be read, or around the point.
    var box: IntBox
    var houseNumber = PlaceFacts.none
    var street = PlaceFacts.none
    var suburb = PlaceFacts.none
    var city = PlaceFacts.none
    var postcode = PlaceFacts.none
    var state = PlaceFacts.none
    /// The two letters of the country that it says it is in.
    var country = PlaceFacts.none
    /// What it says about the addresses in it, if it is an area or a settlement, whether its outline is known or not.
    var use: ZoneUse?
    /// Whether no object is it: it is known from addresses, one of which `ref` is.
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

    /// Whether it is nothing but a house's number, and nothing says on which street.
    var isStreetless: Bool { type == .address && street == PlaceFacts.none }

    /// Takes the parts of the address from an object's tags. `addr:place` stands for a street where there are none.
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

/// Drafts of places with their shapes, the lines of streets, and the areas that say where other places lie.
struct PlaceDrafts: Sendable {
    var all: [PlaceDraft] = []
    /// Houses that will be in `all` if a street is near.
    private(set) var streetless: [PlaceDraft] = []
    /// Stored forms of shapes (`PlaceShape`).
    var shapes: [UInt8] = []
    var zones: [Zone] = []
    /// Settlements mapped as points: what is near one lies in it where no boundary says otherwise.
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
        /// How far its name reaches, in metres.
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

    /// Takes the houses for which nothing but `nearest` says on which street they are, and enters it in `streets`; the
    /// others are no places.
    mutating func placeStreetless(on nearest: [Int?], streets: inout [Int?]) {
        for (draft, street) in zip(streetless, nearest) where street != nil {
            all.append(draft)
            streets.append(street)
        }
        streetless = []
    }
}
