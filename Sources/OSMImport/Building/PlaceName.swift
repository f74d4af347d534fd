import Foundation
import GeoCore

/// Guesses the name of an extract's area.
enum PlaceName {
    /// Settlements (wiki.openstreetmap.org/wiki/Key:place) that an extract may be named after, largest first. Without
    /// countries and states: the label of one may lie in an extract that has nothing else of it.
    private static let settlements = ["city", "town", "borough", "suburb"]

    /// Returns the name of the place or administrative area that the file is named after, in the map's spelling; else
    /// of the largest settlement in the extract; else the file's name.
    ///
    /// The file's name comes first because its author knew the area: an extract of a country has larger towns than its
    /// capital, and many counties are only touched.
    static func guess(_ data: OSMData, fileStem: String) -> String {
        let wanted = folded(fileStem)
        var largest: (rank: Int, population: Int, name: String)?
        for position in data.nodes.tagged.indices {
            let tags = data.tags(ofTagged: position)
            guard let place = tags["place"], let name = tags["name"] else { continue }
            if isCalled(wanted, tags) { return name }
            let point = data.nodes.points[Int(data.nodes.tagged[position])]
            guard let rank = settlements.firstIndex(of: place),
                data.bounds.covers(point)
            else { continue }
            let population = tags["population"].flatMap { Int($0) } ?? 0
            if let largest, largest.rank < rank || (largest.rank == rank && largest.population >= population) {
                continue
            }
            largest = (rank, population, name)
        }
        for relation in 0..<data.relations.count {
            let tags = data.tags(ofRelation: relation)
            guard tags["place"] != nil || tags["boundary"] == "administrative", let name = tags["name"] else {
                continue
            }
            if isCalled(wanted, tags) { return name }
        }
        return largest?.name ?? fileStem
    }

    private static func isCalled(_ wanted: String, _ tags: Tags) -> Bool {
        ["name", "name:en"].contains { key in tags[key].map { folded($0) == wanted } ?? false }
    }

    /// Returns only letters and digits, without case and accents: `state-college` is `State College`.
    private static func folded(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .filter { $0.isLetter || $0.isNumber }
    }
}
