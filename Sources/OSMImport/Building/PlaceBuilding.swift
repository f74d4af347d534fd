package import Atlas
import GeoCore
import Search

/// Builds the places of an atlas and their index: the sections `place.*`, `search.*`, `reverse.*` and `holidays.*`.
///
/// Tags become drafts (`Meaning/Places`), ways with one name become streets, addresses find their street, and
/// everything finds its locality. Then places are sorted by importance, and their names become the index.
package enum PlaceBuilding {
    /// Adds the sections. `text` receives all names and details. Areas that could not be assembled become points.
    /// Without `holidays`, public holidays are unknown.
    ///
    /// `countries` covers places outside boundaries. Throws if there are more places or words than an atlas can number.
    package static func build(
        _ original: OSMData, _ areas: Areas, countries: CountrySource = CountrySource(), holidays: HolidayFile? = nil,
        inside indoors: Indoors = Indoors(), text: inout StringInterner, into writer: inout AtlasWriter
    ) throws {
        let supplement = PlaceSupplement(original, countries), data = supplement.data
        let context = PlaceContext(data), folding = Folding(entries: FoldingTable.make())
        let lines = LineCollector(data: data, context: context).collect()
        var drafts = PlaceCollector(data: data, areas: areas, context: context, completion: supplement.completion)
            .collect()
        supplement.interpolated.add(to: &drafts, context)
        let firstLine = drafts.all.count
        drafts.append(lines.drafts)

        let names = StreetNames(
            drafts.all.lazy.map { $0.type == .street ? $0.name : $0.street }, strings: data.tags.strings,
            folding: folding)
        var streets = Self.streets(of: &drafts, lines, from: firstLine, names, context)
        let finder = CountryFinder(supplement.countries, supplement.coarse, &drafts, areas, context, in: data)
        streets += [Int?](repeating: nil, count: drafts.all.count - streets.count)
        let placed = PlacedDrafts(drafts, streets, lines, from: firstLine, finder, supplement)
        guard placed.drafts.all.count < 1 << 24 else { throw PlaceLimit(count: placed.drafts.all.count, of: "places") }

        var assembly = PlaceAssembly(
            data: data, context: context, drafts: placed.drafts, streets: placed.streets, firstLine: firstLine,
            lines: lines)
        assembly.addColumns(
            localities: placed.localities, stretches: placed.stretches, names: names, text: &text)
        assembly.columns.add(to: &writer)
        let regions = assembly.localities.map { CountryRegion($0, placed.drafts, context) }
        HolidayBuilding.add(regions, from: holidays, to: &writer)
        var words = try WordIndexing(assembly, folding: folding, rooms: indoors.names)
        words.addStreets(Crossings(data, members: lines.members, isStreet: lines.drafts.all.map { $0.type == .street }))
        words.columns.add(to: &writer)
        assembly.reverse.add(to: &writer)
    }

    /// Returns for each draft the draft of its street. Adds drafts for streets without a way.
    private static func streets(
        of drafts: inout PlaceDrafts, _ lines: LineCollector.Lines, from firstLine: Int, _ names: StreetNames,
        _ context: PlaceContext
    ) -> [Int?] {
        let parts = [[[PointE7]]](repeating: [], count: firstLine) + lines.parts
        let index = StreetIndex(drafts.all, parts: parts, names: names)
        let roads = drafts.all.map { $0.type == .street && context.isRoad($0.value) }
        var streets = index.streets(of: drafts.all) { roads[$0] }
        drafts.placeStreetless(on: index.streets(of: drafts.streetless) { roads[$0] }, streets: &streets)
        MissingStreets.add(to: &drafts, streets: &streets, names: names)
        return streets
    }
}

/// An extract with additional texts and tags for places that no object has.
private struct PlaceSupplement {
    private(set) var data: OSMData
    let completion: AddressCompletion
    let interpolated: InterpolatedAddresses
    let coarse: CoarseCountries?
    let countries: KnownCountries
    /// The key and value of `place=postcode`.
    let postcode: (key: UInt32, value: UInt32)

    init(_ original: OSMData, _ countries: CountrySource) {
        var data = original
        let schemes = AddressSchemes(data)
        data.tags.strings += schemes.texts
        let context = PlaceContext(data)
        completion = AddressCompletion(schemes, data, context)
        interpolated = InterpolatedAddresses(data, context, completion)
        data.tags.strings += interpolated.numbers
        let key = UInt32(data.tags.strings.count)
        postcode = (key, key + 1)
        data.tags.strings += ["place", "postcode"]
        coarse = countries.table.map { CoarseCountries($0, near: original.bounds) }
        self.countries = KnownCountries(
            countries.table, near: coarse?.numbers ?? [], only: countries.code, addingTo: &data)
        FerryLines(data).complete(&data)
        self.data = data
    }
}

/// The drafts with their localities, and with the postcodes.
private struct PlacedDrafts {
    private(set) var drafts: PlaceDrafts
    private(set) var streets: [Int?]
    private(set) var localities: [LocalityFinder.Names]
    let stretches: StreetStretches

    init(
        _ found: PlaceDrafts, _ owners: [Int?], _ lines: LineCollector.Lines, from firstLine: Int,
        _ countries: CountryFinder, _ supplement: PlaceSupplement
    ) {
        let finder = LocalityFinder(found, countries, in: supplement.data)
        var drafts = found, localities = finder.localities()
        CityVotes.fill(&localities, of: drafts, streets: owners)
        StateVotes.fill(&localities, of: drafts, supplement.data.tags.strings)
        stretches = StreetStretches(
            of: lines, from: firstLine, streets: owners, localities, drafts, finder, in: supplement.data)
        PostcodePlaces.add(to: &drafts, &localities, key: supplement.postcode.key, value: supplement.postcode.value)
        self.drafts = drafts
        self.localities = localities
        streets = owners + [Int?](repeating: nil, count: drafts.all.count - owners.count)
    }
}

/// The data has more places or words than an atlas can number.
struct PlaceLimit: Error, CustomStringConvertible {
    let count: Int
    let of: String

    var description: String {
        "the data holds \(count) \(of), an atlas can number \(1 << 24 - 1); import a smaller area"
    }
}
