package import Atlas
import GeoCore
import Search

/// Makes the places of an atlas and the index over them: the sections `place.*`, `search.*`, `reverse.*` and
/// `holidays.*`.
///
/// Tags become drafts (`Meaning/Places`), ways of one name become streets, addresses find their street, everything finds
/// its locality; then places are put in order of importance and their names become the index.
package enum PlaceBuilding {
    /// Adds the sections. `text` receives all names and details. Areas that could not be put together become places at a point. Without
    /// `holidays` no public holidays are known.
    ///
    /// `countries` says where boundaries do not. Throws when there are more places or words than an atlas can number, and when a line of
    /// `holidays` cannot be read.
    package static func build(
        _ data: OSMData, _ areas: Areas, countries: CountrySource = CountrySource(), holidays: HolidayFile? = nil,
        text: inout StringInterner,
        into writer: inout AtlasWriter
    ) throws {
        var completion = AddressCompletion(data)
        let completed = data.adding(completion.texts), ownContext = PlaceContext(completed)
        completion.addRelations(completed, ownContext)
        let interpolated = InterpolatedAddresses(completed, ownContext, completion)
        let kind = ["place", "postcode"], kindAt = UInt32(completed.tags.strings.count + interpolated.numbers.count)
        var data = completed.adding(interpolated.numbers + kind)
        let coarse = countries.table.map { CoarseCountries($0, near: data.bounds) }
        let knownCountries = KnownCountries(
            countries.table, near: coarse?.numbers ?? [], only: countries.code, addingTo: &data)
        let context = PlaceContext(data), folding = Folding(entries: FoldingTable.make())
        var drafts = PlaceCollector(data: data, areas: areas, context: context, completion: completion).collect()
        interpolated.add(to: &drafts, context)
        let lines = LineCollector(data: data, context: context).collect(), firstLine = drafts.all.count
        drafts.append(lines.drafts)
        let parts = [[[PointE7]]](repeating: [], count: firstLine) + lines.parts

        let names = StreetNames(
            drafts.all.lazy.map { $0.type == .street ? $0.name : $0.street }, strings: data.tags.strings,
            folding: folding)
        let index = StreetIndex(drafts.all, parts: parts, names: names)
        let roads = drafts.all.map { $0.type == .street && context.isRoad($0.value) }
        var streets = index.streets(of: drafts.all) { roads[$0] }
        drafts.placeStreetless(on: index.streets(of: drafts.streetless) { roads[$0] }, streets: &streets)
        MissingStreets.add(to: &drafts, streets: &streets, names: names)
        let crossings = Crossings(
            data, members: lines.members, isStreet: lines.drafts.all.map { $0.type == .street })

        let countryFinder = CountryFinder(knownCountries, coarse, &drafts, areas, context, in: data)
        streets += [Int?](repeating: nil, count: drafts.all.count - streets.count)
        let finder = LocalityFinder(drafts, countryFinder, in: data)
        var localities = finder.localities(of: drafts.all)
        CityVotes.fill(&localities, of: drafts, streets: streets)
        StateVotes.fill(&localities, of: drafts, data.tags.strings)
        let stretches = StreetStretches(
            of: lines, from: firstLine, streets: streets, localities, drafts, finder, in: data)
        PostcodePlaces.add(to: &drafts, &localities, key: kindAt, value: kindAt + 1)
        streets += [Int?](repeating: nil, count: drafts.all.count - streets.count)
        guard drafts.all.count < 1 << 24 else { throw PlaceLimit(count: drafts.all.count, of: "places") }
        var assembly = PlaceAssembly(
            data: data, context: context, drafts: drafts, streets: streets, firstLine: firstLine, lines: lines)
        assembly.addColumns(localities: localities, stretches: stretches, names: names, text: &text)
        assembly.columns.add(to: &writer)
        let regions = assembly.localities.map { CountryRegion($0, drafts, context) }
        try HolidayBuilding.add(regions, from: holidays, to: &writer)
        var words = try WordIndexing(assembly, folding: folding)
        words.addStreets(crossings)
        words.columns.add(to: &writer)
        assembly.reverse.add(to: &writer)
    }
}

extension OSMData {
    /// The same data with further strings behind its own, for what no object's tags say.
    fileprivate func adding(_ strings: [String]) -> OSMData {
        var data = self
        data.tags.strings += strings
        return data
    }
}

/// What says in which countries an extract's places lie, where its own boundaries do not.
package struct CountrySource: Sendable {
    /// The world's countries; `nil` where set-up made no table of them.
    package var table: CountryTable?
    /// The country that all places are in, ISO 3166-1 alpha-2 in capitals.
    package var code: String?

    package init(table: CountryTable? = nil, code: String? = nil) {
        self.table = table
        self.code = code
    }
}

/// The data holds more than an atlas can number.
struct PlaceLimit: Error, CustomStringConvertible {
    let count: Int
    let of: String

    var description: String {
        "the data holds \(count) \(of), an atlas can number \(1 << 24 - 1); import a smaller area"
    }
}
