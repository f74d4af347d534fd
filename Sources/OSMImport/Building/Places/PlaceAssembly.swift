import Atlas
import GeoCore
import Search

/// Puts drafts into the order of the atlas and their facts into its columns.
struct PlaceAssembly {
    let data: OSMData
    let context: PlaceContext
    let drafts: PlaceDrafts
    /// By draft, the draft of its street.
    let streets: [Int?]
    /// From this draft on, drafts are lines: `lines.members[i]` belongs to draft `firstLine + i`.
    let firstLine: Int
    let lines: LineCollector.Lines

    /// Drafts by place: the most important first, neighbours near each other.
    let order: [Int]
    /// Places by draft.
    let places: [PlaceID]

    private(set) var columns = PlaceColumns()
    private(set) var reverse = ReverseColumns()
    /// By locality, its names.
    private(set) var localities: [LocalityFinder.Names] = []
    /// By street in several localities, the number of each, and a point of the street in it.
    private(set) var stretches: [PlaceID: [StreetStretch]] = [:]
    /// By kind, its key and value.
    private(set) var kinds: [(key: String, value: String)] = []

    private var localityNumbers: [LocalityFinder.Names: UInt32] = [:]
    private var kindNumbers: [KindID: UInt16] = [:]

    private struct KindID: Hashable {
        let key: UInt32
        let value: UInt32
        let type: PlaceType
    }

    init(
        data: OSMData, context: PlaceContext, drafts: PlaceDrafts, streets: [Int?], firstLine: Int,
        lines: LineCollector.Lines
    ) {
        self.data = data
        self.context = context
        self.drafts = drafts
        self.streets = streets
        self.firstLine = firstLine
        self.lines = lines
        let grid = HilbertGrid(data.bounds)
        // 8 bits of importance, 32 of position, 24 of input order: one word sorts fast and leaves nothing to chance.
        let keys = drafts.all.indices.map { index in
            let draft = drafts.all[index]
            return UInt64(255 - draft.rank) << 56 | UInt64(grid.position(of: draft.point)) << 24 | UInt64(index)
        }
        order = keys.sorted().map { Int($0 & 0xff_ffff) }
        var places = [PlaceID](repeating: .none, count: order.count)
        for (place, draft) in order.enumerated() { places[draft] = PlaceID(place) }
        self.places = places
    }

    /// Fills the place table and the items of the reverse index.
    mutating func addColumns(
        localities found: [LocalityFinder.Names], stretches: StreetStretches, names: StreetNames,
        text: inout StringInterner
    ) {
        var strings = ExtractStrings(data.tags.strings)
        var details = DetailColumns()
        for draft in order {
            addPlace(draft, locality: found[draft], &strings, &text)
            if !stretches[draft].isEmpty {
                self.stretches[places[draft]] = stretches[draft].map {
                    StreetStretch(locality: number(of: $0.locality), point: $0.point, isSaid: $0.isSaid)
                }
            }
            details.add(drafts.all[draft], context, &columns, &strings, &text)
        }
        details.finish(&columns, &strings, &text)
        columns.towns = localities.map { names in
            var locality = Locality()
            for use in ZoneUse.allCases {
                let part = names[use]
                locality[use] = LocalityPart(strings.id(part.name, &text), part.draft.map { places[$0] })
            }
            return locality
        }
        columns.kindKeys = kinds.map { text.id(of: $0.key) }
        columns.kindValues = kinds.map { text.id(of: $0.value) }
        columns.numbersComeFirst = NumberOrder.numbersComeFirst(drafts.all, data.tags.strings)
        addRefs()
        for zone in drafts.zones {
            reverse.zones.append((place: places[zone.draft], use: zone.use, box: drafts.all[zone.draft].box))
        }
    }

    /// Returns the tags of all objects of a draft.
    func tags(ofDraft index: Int) -> [TagRange] {
        let ways = ways(ofDraft: index)
        return ways.isEmpty ? [drafts.all[index].tags] : ways.map { data.ways.tags[$0] }
    }

    /// Returns the ways of a draft, as indices into the data; none for a draft that is not a line.
    func ways(ofDraft index: Int) -> [Int] {
        let line = index - firstLine
        return line >= 0 && line < lines.members.count ? lines.members[line] : []
    }

    private mutating func addPlace(
        _ index: Int, locality: LocalityFinder.Names, _ strings: inout ExtractStrings, _ text: inout StringInterner
    ) {
        let draft = drafts.all[index], place = places[index]
        let street = draft.type == .street ? nil : streets[index]
        let hasAddress = street != nil && draft.houseNumber != PlaceFacts.none
        columns.points.append(draft.point)
        columns.names.append(strings.id(draft.name, &text))
        columns.kinds.append(kind(of: draft))
        columns.types.append(draft.type.rawValue)
        columns.ranks.append(draft.rank)
        columns.streets.append(street.map { places[$0] } ?? .none)
        columns.numbers.append(hasAddress ? strings.id(draft.houseNumber, &text) : .empty)
        columns.localities.append(number(of: locality))
        addShape(index, draft, place)
        columns.shapeStarts.append(UInt32(columns.shapes.count))
        if hasAddress { reverse.houses.append((place: place, box: draft.box)) }
        // Nobody stands at a river or railway, and its large box would slow down all others.
        if draft.type == .place, draft.name != PlaceFacts.none, index < firstLine {
            reverse.spots.append((place: place, box: draft.box))
        }
    }

    private mutating func addShape(_ index: Int, _ draft: PlaceDraft, _ place: PlaceID) {
        guard index >= firstLine, index - firstLine < lines.parts.count else {
            columns.shapes.append(contentsOf: drafts.shapes[draft.shape])
            return
        }
        let parts = lines.parts[index - firstLine]
        let offsets = PlaceShape.append(parts, isArea: false, origin: draft.point, to: &columns.shapes)
        guard draft.type == .street else { return }
        for (part, offset) in zip(parts, offsets) {
            let box = PlaceShape.bounds([part], origin: draft.point)
            reverse.roads.append((street: place, part: offset, box: box))
        }
    }

    /// Adds each object's reference; for a street those of all its ways.
    private mutating func addRefs() {
        var owners: [(ref: PlaceRef, place: PlaceID)] = []
        for (index, draft) in drafts.all.enumerated() where !draft.isMade {
            let ways = ways(ofDraft: index)
            if ways.isEmpty { owners.append((draft.ref, places[index])) }
            for way in ways {
                if let ref = PlaceRef(.way, data.ways.ids[way]) { owners.append((ref, places[index])) }
            }
        }
        owners.sort { ($0.ref.rawValue, $0.place) < ($1.ref.rawValue, $1.place) }
        columns.refs = owners.map(\.ref)
        columns.owners = owners.map(\.place)
        let refs = columns.refs
        columns.ownRefs = order.map { draft in
            let wanted = drafts.all[draft].ref.rawValue
            var low = 0, high = refs.count
            while low < high {
                let middle = (low + high) / 2
                if refs[middle].rawValue < wanted { low = middle + 1 } else { high = middle }
            }
            return UInt32(low)
        }
    }

    private mutating func number(of locality: LocalityFinder.Names) -> UInt32 {
        if let known = localityNumbers[locality] { return known }
        let number = UInt32(localities.count)
        localityNumbers[locality] = number
        localities.append(locality)
        return number
    }

    /// Returns the number of a draft's kind. Beyond 65 000 kinds, more than OpenStreetMap uses, all share one.
    private mutating func kind(of draft: PlaceDraft) -> UInt16 {
        let isKnown = draft.key != PlaceFacts.none
        // For a place without a known kind, its type decides.
        let id = KindID(key: draft.key, value: draft.value, type: isKnown ? .place : draft.type)
        if let known = kindNumbers[id] { return known }
        guard kinds.count < 65_000 else { return 0 }
        let number = UInt16(kinds.count)
        kindNumbers[id] = number
        if isKnown {
            kinds.append((context.text(draft.key), context.text(draft.value)))
        } else {
            switch draft.type {
            case .street: kinds.append(("highway", "road"))
            case .address: kinds.append(("place", "house"))
            case .place, .area: kinds.append(("place", "yes"))
            }
        }
        return number
    }
}

/// The atlas's ids of an extract's strings, each interned once.
struct ExtractStrings {
    private let strings: [String]
    private var ids: [UInt32]

    init(_ strings: [String]) {
        self.strings = strings
        ids = [UInt32](repeating: .max, count: strings.count)
    }

    mutating func id(_ index: UInt32, _ text: inout StringInterner) -> StringID {
        guard index != PlaceFacts.none else { return .empty }
        if ids[Int(index)] == .max { ids[Int(index)] = text.id(of: strings[Int(index)]).rawValue }
        return StringID(rawValue: ids[Int(index)])
    }
}
