import Atlas
import GeoCore
import Search

/// Finds the country of places that no closed boundary of a country surrounds.
///
/// First by the lines of boundaries that do not close in the extract: the side of them decides (`BorderGrid`). Then by
/// the place's own tags, then by the table of countries, which is coarse. Without a table, by nearly all tags in the
/// extract.
struct CountryFinder: Sendable {
    /// The share of votes that must agree.
    private static let quorum = 0.9
    /// The minimum share of addresses that name a country, for that country to cover the others.
    private static let turnout = 0.01

    private let known: KnownCountries
    private let coarse: CoarseCountries?
    private let context: PlaceContext
    private let grid: BorderGrid?
    /// By region of the grid, its country as an index into `known.all`.
    private var countryOfPiece: [Int?] = []
    /// The country that nearly all tags name.
    private var usual: Int?
    /// By country, the area with its name.
    private var parts: [LocalityFinder.Part] = []
    /// The countries of the drafts at the time of the initialiser.
    private var answers: [Int?] = []

    /// Finds the countries of `drafts`, and adds drafts for countries without an object.
    init(
        _ known: KnownCountries, _ coarse: CoarseCountries?, _ drafts: inout PlaceDrafts, _ areas: Areas,
        _ context: PlaceContext, in data: OSMData
    ) {
        self.known = known
        self.coarse = coarse
        self.context = context
        // Borders divide countries that have a name somewhere.
        let isDecided = coarse?.numbers.count == 1 || known.only != nil || known.all.isEmpty
        let borders = isDecided ? [] : Self.openBorders(areas, in: data)
        let coasts =
            borders.isEmpty
            ? [] : Set(data.ways.tagged("natural", "coastline", data.tags)).subtracting(borders).sorted()
        grid =
            borders.isEmpty
            ? nil
            : BorderGrid(data.bounds, borders: data.lines(ofWays: borders), coasts: data.lines(ofWays: coasts))
        guard !known.all.isEmpty else { return }
        // If the table has no country here, votes decide, as without the table.
        if coarse?.numbers.isEmpty ?? true { usual = usual(drafts) }
        decidePieces(drafts, in: data)
        answers = Parallel.mapRanges(of: drafts.all.count, length: 4096) { [self, all = drafts.all] range in
            range.map { index(of: all[$0]) }
        }.flatMap { $0 }
        addParts(to: &drafts)
        if known.only != nil { drafts.zones.removeAll { $0.use == .country } }
    }

    /// Whether the user gave a country for all places, regardless of boundaries.
    var isGiven: Bool { known.only != nil }

    /// Returns the country of a place; `number` is its index among the drafts, if it is one.
    func country(of draft: PlaceDraft, number: Int?) -> LocalityFinder.Part {
        let country = if let number, number < answers.count { answers[number] } else { index(of: draft) }
        return country.map { parts[$0] } ?? LocalityFinder.Part()
    }

    private func index(of draft: PlaceDraft) -> Int? {
        if let only = known.only { return only }
        if let piece = grid?.piece(at: draft.point), let country = countryOfPiece[piece] { return country }
        return stated(by: draft) ?? coarse?.at(draft.point).flatMap { known.index(ofNumber: $0) } ?? usual
    }

    /// Returns the country that a place's own tags name.
    private func stated(by draft: PlaceDraft) -> Int? {
        guard draft.country != PlaceFacts.none else { return nil }
        return CountryCodes.code(context.text(draft.country)).flatMap { known.index(ofCode: $0) }
    }

    /// Returns the country of nearly all places that name one; none if too few do, or if a boundary puts some of them
    /// in another country.
    private func usual(_ drafts: PlaceDrafts) -> Int? {
        guard !drafts.zones.contains(where: { $0.use == .country }) else { return nil }
        var counts: [Int: Int] = [:], addresses = 0
        for draft in drafts.all {
            if draft.houseNumber != PlaceFacts.none { addresses += 1 }
            if let country = stated(by: draft) { counts[country, default: 0] += 1 }
        }
        guard Double(counts.values.reduce(0, +)) >= Self.turnout * Double(addresses) else { return nil }
        return Self.nearlyAll(counts)
    }
}

extension CountryFinder {
    /// Returns the ways of countries' boundaries that do not close in the extract, ascending.
    private static func openBorders(_ areas: Areas, in data: OSMData) -> [Int] {
        var ways: Set<Int> = []
        for relation in 0..<data.relations.count {
            let tags = data.tags(ofRelation: relation)
            guard tags["boundary"] == "administrative", tags["admin_level"] == "2",
                areas.relation(relation).map({ !$0.isWhole }) ?? true
            else { continue }
            for member in data.relations.members(of: relation) where member.kind == .way {
                if let way = data.ways.index(of: member.id) { ways.insert(way) }
            }
        }
        ways.formUnion(
            data.ways.tagged("admin_level", "2", data.tags).filter {
                data.tags(ofWay: $0)["boundary"] == "administrative"
            })
        return ways.sorted()
    }

    /// Decides the country of each region. It is the country whose label or capital is in the region, or that has
    /// nearly all of it by the table, or that nearly all places in it name. If a country with its own region seems to
    /// have a part of another region, the table is wrong.
    private mutating func decidePieces(_ drafts: PlaceDrafts, in data: OSMData) {
        guard let grid else { return }
        countryOfPiece = [Int?](repeating: nil, count: grid.sizes.count)
        for (point, code) in Self.labels(in: data) {
            guard let piece = grid.piece(at: point), !grid.isLeaky[piece], let country = known.index(ofCode: code)
            else { continue }
            countryOfPiece[piece] = country
        }
        let votes = coarse?.numbers.isEmpty ?? true ? votes(of: drafts, grid) : votes(ofTableIn: grid)
        let open = votes.indices.filter { countryOfPiece[$0] == nil && !grid.isLeaky[$0] }
        for piece in open { countryOfPiece[piece] = Self.nearlyAll(votes[piece]) }
        let owners = Set(countryOfPiece.compactMap { $0 })
        for piece in open where countryOfPiece[piece] == nil {
            countryOfPiece[piece] = Self.nearlyAll(votes[piece].filter { !owners.contains($0.key) })
        }
        for piece in open where countryOfPiece[piece] == nil && votes[piece].keys.allSatisfy(owners.contains) {
            countryOfPiece[piece] = votes[piece].max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
    }

    /// Returns for each region how many of its sample points are in which country by the table.
    private func votes(ofTableIn grid: BorderGrid) -> [[Int: Int]] {
        grid.samples(most: 400).map { samples in
            samples.reduce(into: [:]) { votes, point in
                guard let number = coarse?.around(point), let country = known.index(ofNumber: number) else { return }
                votes[country, default: 0] += 1
            }
        }
    }

    /// Returns for each region how many of its places name which country.
    private func votes(of drafts: PlaceDrafts, _ grid: BorderGrid) -> [[Int: Int]] {
        var votes = [[Int: Int]](repeating: [:], count: grid.sizes.count)
        for draft in drafts.all {
            guard let country = stated(by: draft), let piece = grid.piece(at: draft.point) else { continue }
            votes[piece][country, default: 0] += 1
        }
        return votes
    }

    /// Returns the country with nearly all votes.
    private static func nearlyAll(_ votes: [Int: Int]) -> Int? {
        let total = votes.values.reduce(0, +)
        return votes.first { Double($0.value) >= quorum * Double(total) }?.key
    }

    /// Returns the labels and capitals of countries.
    private static func labels(in data: OSMData) -> [(point: PointE7, code: String)] {
        var labels: [(point: PointE7, code: String)] = []
        for relation in 0..<data.relations.count {
            let tags = data.tags(ofRelation: relation)
            guard tags["boundary"] == "administrative", tags["admin_level"] == "2",
                let code = (tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"]).flatMap({ CountryCodes.code($0) })
            else { continue }
            for member in data.relations.members(of: relation)
            where member.kind == .node && ["label", "admin_centre"].contains(data.role(member)) {
                if let node = data.nodes.index(of: member.id) {
                    labels.append((data.nodes.points[Int(node)], code))
                }
            }
        }
        return labels
    }

    /// Finds the object of each country with places, or makes an area for it at its first town.
    private mutating func addParts(to drafts: inout PlaceDrafts) {
        parts = [LocalityFinder.Part](repeating: LocalityFinder.Part(), count: known.all.count)
        let all = drafts.all
        let outlined = Set(drafts.zones.map(\.draft))
        let bearers = all.indices.filter { all[$0].use == .country }
        for (country, town) in firstTowns(all) {
            let entry = known.all[country]
            // A part of a country may have its code, such as its land without the sea: without an outline, the name
            // decides.
            let own = bearers.filter { bearer in
                entry.code != nil && CountryTags.code(of: all[bearer], context) == entry.code
                    && (outlined.contains(bearer) || entry.names.isEmpty || entry.names.contains(all[bearer].name))
            }
            func merit(_ draft: Int) -> (Int, Int) {
                let isNamed = all[draft].name == entry.name
                return (
                    (outlined.contains(draft) ? 4 : 0) + (isNamed ? 2 : 0) + (all[draft].ref.kind == .node ? 0 : 1),
                    -draft
                )
            }
            if let draft = own.max(by: { merit($0) < merit($1) }) {
                parts[country] = LocalityFinder.Part(name: all[draft].name, draft: draft)
                continue
            }
            var draft = PlaceDraft(
                ref: all[town].ref, type: .area, key: known.key, value: known.value, name: entry.name,
                point: all[town].point, rank: Self.rank, tags: entry.tags)
            draft.isMade = true
            draft.use = .country
            parts[country] = LocalityFinder.Part(name: entry.name, draft: drafts.all.count)
            drafts.append(draft)
        }
    }

    /// Returns for each country with places its most important town, or else its first place.
    private func firstTowns(_ all: [PlaceDraft]) -> [(country: Int, draft: Int)] {
        var best: [Int: Int] = [:]
        for (draft, country) in answers.enumerated() where all[draft].use.map({ $0 < .country }) ?? true {
            guard let country else { continue }
            guard let first = best[country] else {
                best[country] = draft
                continue
            }
            if all[draft].use != nil, all[first].use == nil || all[draft].rank > all[first].rank {
                best[country] = draft
            }
        }
        return best.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The importance of a country without an object: less than that of its towns, which people search for there.
    private static let rank: UInt8 = 120
}

extension OSMData {
    /// Returns ways as lines of points, each split where a node is missing.
    fileprivate func lines(ofWays ways: [Int]) -> [[PointE7]] {
        ways.flatMap { way in
            self.ways.refs(of: way).split(separator: OSMData.missing).map { $0.map { nodes.points[Int($0)] } }
        }
    }
}
