import Atlas
import GeoCore
import Search

/// Builds the search index over assembled places: the words of all names, the places with each word, and the data of
/// streets.
struct WordIndexing {
    private let assembly: PlaceAssembly
    private(set) var columns = SearchColumns()
    private var reader: NameReader

    init(_ assembly: PlaceAssembly, folding: Folding, rooms: IndoorNames) throws {
        self.assembly = assembly
        reader = NameReader(assembly.data.tags.strings, folding: folding)
        columns.folding = folding
        // Words are numbered in order of first use until all are known.
        let isSearchable = assembly.kinds.map { PlaceKind.searchable.contains($0.key) }
        var kindWords = assembly.kinds.enumerated().map { index, kind in
            isSearchable[index] ? reader.words(ofKind: PlaceKind.words(key: kind.key, value: kind.value)) : []
        }
        var townWords = assembly.localities.map { names in
            let known = ZoneUse.allCases.flatMap { reader.names(names[$0].name).joined() }
            let country = Self.englishName(of: names[.country], assembly).map { Array(reader.names($0).joined()) } ?? []
            let postcode = reader.otherSpellings(ofPostcode: names[.postcode].name).joined()
            return known + country + postcode
                + reader.otherWords(ofState: names[.state].name, country: names[.country].name)
        }
        var names: [[NameReader.Name]] = assembly.order.map { draft in
            let place = assembly.drafts.all[draft]
            return reader.names(
                of: place, tags: assembly.tags(ofDraft: draft), assembly.context,
                alsoCalled: rooms.names(of: place.ref))
        }
        let parts = partPoints(names)
        guard reader.wordCount < 1 << 24 else { throw PlaceLimit(count: reader.wordCount, of: "words") }
        let (words, numbers) = reader.sorted()
        columns.words = words
        for index in kindWords.indices { kindWords[index] = kindWords[index].map { numbers[Int($0)] } }
        for index in townWords.indices { townWords[index] = townWords[index].map { numbers[Int($0)] } }
        for place in names.indices {
            for name in names[place].indices {
                names[place][name].words = names[place][name].words.map { numbers[Int($0)] }
            }
        }
        addNames(names, parts)
        addOrder(names)
        addKinds(kindWords)
        addTowns(townWords)
        addLists(names, kindWords)
        addSpots(kindWords)
    }

    /// The English name of a country, by which people elsewhere search for it.
    private static func englishName(of country: LocalityFinder.Part, _ assembly: PlaceAssembly) -> UInt32? {
        guard let draft = country.draft else { return nil }
        return assembly.context.pairs(assembly.drafts.all[draft].tags)
            .first { assembly.context.text($0.key) == "name:en" }?.value
    }

    private mutating func addNames(_ names: [[NameReader.Name]], _ parts: [PartName: PointE7]) {
        for (place, all) in names.enumerated() {
            for (index, name) in all.enumerated() {
                if let point = parts[PartName(place: place, name: index)] {
                    columns.parts.append((columns.names.count, point))
                }
                for (position, word) in name.words.enumerated() {
                    columns.names.append(
                        NameWord(word: Int(word), standing: name.standing, beginsName: position == 0))
                }
            }
            columns.nameStarts.append(UInt32(columns.names.count))
        }
        // Most house numbers come last and have no name: places without a name at the end need no entry.
        while columns.nameStarts.count > 1,
            columns.nameStarts[columns.nameStarts.count - 2] == columns.nameStarts[columns.nameStarts.count - 1]
        {
            columns.nameStarts.removeLast()
        }
    }

    /// One of the names of a place.
    private struct PartName: Hashable {
        let place: Int
        let name: Int
    }

    /// Returns the middle of the longest way with a further name, for names that not all ways of a street have.
    private mutating func partPoints(_ names: [[NameReader.Name]]) -> [PartName: PointE7] {
        var points: [PartName: PointE7] = [:]
        for (place, draft) in assembly.order.enumerated() where names[place].count > 1 {
            let ways = assembly.ways(ofDraft: draft)
            guard ways.count > 1 else { continue }
            let known = ways.map { way in
                reader.names(of: assembly.drafts.all[draft], tags: [assembly.data.ways.tags[way]], assembly.context)
            }
            for (index, name) in names[place].enumerated() where name.standing == .alternate {
                let bearers = ways.indices.filter { known[$0].contains { $0.words == name.words } }.map { ways[$0] }
                guard bearers.count < ways.count else { continue }
                let lines = bearers.map { LineGeometry(ofWay: $0, in: assembly.data) }
                points[PartName(place: place, name: index)] = lines.max { $0.length < $1.length }?.middle
            }
        }
        return points
    }

    private mutating func addOrder(_ names: [[NameReader.Name]]) {
        var entries: [(beginning: UInt64, place: Int, name: Int)] = []
        for (place, all) in names.enumerated() {
            for (name, words) in all.prefix(SearchColumns.maximumOrderedNames).enumerated() {
                // The first two words and most of the third nearly always decide.
                let first = (0..<3).map { $0 < words.words.count ? UInt64(words.words[$0]) + 1 : 0 }
                entries.append((first[0] << 40 | first[1] << 16 | first[2] >> 9, place, name))
            }
        }
        entries.sort { a, b in
            if a.beginning != b.beginning { return a.beginning < b.beginning }
            let one = names[a.place][a.name].words, two = names[b.place][b.name].words
            return one == two ? (a.place, a.name) < (b.place, b.name) : one.lexicographicallyPrecedes(two)
        }
        columns.order = entries.map { (PlaceID($0.place), $0.name) }
    }

    private mutating func addKinds(_ words: [[UInt32]]) {
        for kind in words {
            columns.kinds.append(contentsOf: kind)
            columns.kindStarts.append(UInt32(columns.kinds.count))
        }
    }

    private mutating func addTowns(_ words: [[UInt32]]) {
        for town in words {
            columns.towns.append(contentsOf: Set(town).sorted())
            columns.townStarts.append(UInt32(columns.towns.count))
        }
    }

    /// Lists the places of each searchable kind by their position.
    private mutating func addSpots(_ kindWords: [[UInt32]]) {
        let table = assembly.columns, grid = HilbertGrid(assembly.data.bounds)
        var spots = [[(position: UInt32, place: PlaceID)]](repeating: [], count: kindWords.count)
        for place in table.types.indices where table.types[place] == PlaceType.place.rawValue {
            let kind = Int(table.kinds[place])
            guard !kindWords[kind].isEmpty else { continue }
            spots[kind].append((grid.position(of: table.points[place]), PlaceID(place)))
        }
        columns.spots = spots.map { kind in
            kind.sorted { ($0.position, $0.place) < ($1.position, $1.place) }
                .map { ($0.place, table.points[$0.place.index]) }
        }
    }

    /// Lists each place under the words of its names and kind, and records the other uses of words.
    private mutating func addLists(_ names: [[NameReader.Name]], _ kindWords: [[UInt32]]) {
        var lists = [[PlaceID]](repeating: [], count: columns.words.count)
        var uses = [WordUses](repeating: [], count: columns.words.count)
        let table = assembly.columns
        for place in names.indices {
            let id = PlaceID(place), type = table.types[place]
            func add(_ word: UInt32) { if lists[Int(word)].last != id { lists[Int(word)].append(id) } }
            for name in names[place] {
                for word in name.words {
                    add(word)
                    if type == PlaceType.street.rawValue { uses[Int(word)].insert(.street) }
                }
            }
            guard type == PlaceType.place.rawValue else { continue }
            for word in kindWords[Int(table.kinds[place])] { add(word) }
        }
        for word in kindWords.joined() { uses[Int(word)].insert(.kind) }
        for word in columns.towns { uses[Int(word)].insert(.locality) }
        columns.lists = lists
        columns.uses = uses
    }

    /// Returns the areas of a house's conscription number: its part of the town, and the town.
    private func numberingAreas(of place: Int) -> [Int] {
        let names = assembly.localities[Int(assembly.columns.localities[place])]
        return [ZoneUse.suburb, .city].compactMap { names[$0].draft.map { assembly.places[$0].index } }.filter {
            assembly.columns.types[$0] == PlaceType.area.rawValue
        }
    }

    /// No house has more numbers than this.
    private static let maximumNumbers = 256

    /// Adds the house numbers of streets and their crossings.
    mutating func addStreets(_ crossings: Crossings) {
        let table = assembly.columns, houses = houses()
        var meetings = [[Crossings.Crossing]](repeating: [], count: assembly.order.count)
        for crossing in crossings.all {
            meetings[assembly.places[assembly.firstLine + crossing.street].index].append(crossing)
        }
        for (place, type) in table.types.enumerated() where type == PlaceType.street.rawValue || !houses[place].isEmpty
        {
            columns.streets.append(PlaceID(place))
            for house in houses[place].sorted(by: { ($0.number, $0.place) < ($1.number, $1.place) }) {
                columns.houses.append(house.place)
                columns.houseNumbers.append(house.number)
            }
            columns.houseStarts.append(UInt32(columns.houses.count))
            for meeting in meetings[place] {
                columns.crosses.append(assembly.places[assembly.firstLine + meeting.other])
                columns.crossings.append(assembly.data.nodes.points[Int(meeting.node)])
            }
            columns.crossStarts.append(UInt32(columns.crosses.count))
            columns.stretches += assembly.stretches[PlaceID(place)] ?? []
            columns.stretchStarts.append(UInt32(columns.stretches.count))
        }
    }

    /// A postcode with more numbers than this covers more than a street or a part of it. With fewer, a number
    /// identifies the house: "3512AE 11".
    private static let mostNumbersOfPostcode = 100

    /// Returns for each street or area the houses with a number there.
    private func houses() -> [[(number: UInt32, place: PlaceID)]] {
        let table = assembly.columns, context = assembly.context
        var houses = [[(number: UInt32, place: PlaceID)]](repeating: [], count: assembly.order.count)
        var words = FoldedWords(), ofPostcodes: [Int: [(number: UInt32, place: PlaceID)]] = [:]
        let conscriptionKey = context.index(of: "addr:conscriptionnumber")
        for (place, index) in assembly.order.enumerated() where !table.numbers[place].isEmpty {
            let draft = assembly.drafts.all[index], street = table.streets[place].index
            let conscription = conscriptionKey.flatMap { context.value($0, of: draft.tags) }
            var known: Set<UInt32> = []
            HouseNumber.forEach(in: context.text(draft.houseNumber).utf8Span.span, columns.folding, &words) {
                words, listed in
                let numbers = listed.numbers, step = HouseNumber.step(of: numbers)
                let others = HouseNumber.otherNumbers(
                    words, isConscribed: conscription != nil, numbersComeFirst: table.numbersComeFirst)
                for number in Array(stride(from: numbers.lowerBound, through: numbers.upperBound, by: step)) + others
                where known.count < Self.maximumNumbers && known.insert(number).inserted {
                    houses[street].append((number, PlaceID(place)))
                }
            }
            if let postcode = postcodeArea(of: place) {
                let room = Self.mostNumbersOfPostcode + 1 - (ofPostcodes[postcode]?.count ?? 0)
                ofPostcodes[postcode, default: []] += known.sorted().prefix(max(0, room)).map { ($0, PlaceID(place)) }
            }
            if let conscription, let number = UInt32(context.text(conscription)), number < HouseNumber.limit {
                for area in numberingAreas(of: place) where area != street {
                    houses[area].append((number, PlaceID(place)))
                }
            }
        }
        for (postcode, numbers) in ofPostcodes where numbers.count <= Self.mostNumbersOfPostcode {
            houses[postcode] += numbers
        }
        return houses
    }

    /// Returns the place of a house's postcode.
    private func postcodeArea(of place: Int) -> Int? {
        let names = assembly.localities[Int(assembly.columns.localities[place])]
        guard let draft = names[.postcode].draft else { return nil }
        let area = assembly.places[draft].index
        return assembly.columns.types[area] == PlaceType.area.rawValue ? area : nil
    }
}
