package import Atlas
import GeoCore

/// The search index of one atlas: it finds places by typed text, and returns the address of a point.
///
/// It reads the atlas's bytes in place. Any number of threads may use it, each with a workspace of its own.
/// `SearchQuery` turns a query into an answer.
package final class SearchEngine: Sendable {
    package let places: PlaceTable
    package let folding: Folding
    let synonyms = Synonyms.standard
    let synonymIndex: SynonymIndex
    let dictionary: WordDictionary
    let postings: Postings
    let names: NameTable
    let order: NameOrder
    let parts: PartNames
    let spots: KindSpots
    let streets: StreetTable
    let reverse: ReverseTable
    let holidays: HolidayTable
    let kindNames: KindNames
    /// The inside of buildings; `nil` if the atlas has none.
    package let indoor: IndoorTable?

    /// Opens the search sections of `atlas`. Call `check()` before the first query on a file of unknown origin.
    package init(_ atlas: AtlasView) throws(AtlasError) {
        places = try PlaceTable(atlas)
        folding = try Folding(atlas)
        dictionary = try WordDictionary(atlas)
        synonymIndex = SynonymIndex(synonyms, in: dictionary)
        postings = try Postings(atlas, wordCount: dictionary.count)
        names = try NameTable(atlas, places)
        order = try NameOrder(atlas, names)
        parts = try PartNames(atlas)
        spots = try KindSpots(atlas, kindCount: places.kindCount)
        streets = try StreetTable(atlas)
        reverse = try ReverseTable(atlas, places)
        indoor = try IndoorTable.open(atlas)
        holidays = try HolidayTable(atlas, localityCount: places.localityCount)
        // `KindNames` folds text immediately.
        try folding.check()
        kindNames = KindNames(places, folding)
    }

    /// Verifies all sections that queries read. Afterwards, no query reads outside the file, traps or loops forever,
    /// even if the file is forged.
    package func check() throws(AtlasError) {
        try places.text.check()
        try places.check()
        try dictionary.check()
        try postings.check(placeCount: places.count)
        try names.check(wordCount: dictionary.count)
        try order.check(placeCount: places.count)
        try parts.check()
        try spots.check(placeCount: places.count)
        try streets.check(places)
        try reverse.check()
        try holidays.check()
        try indoor?.check()
    }
}
