import Atlas
import GeoCore
import Search

/// The stretches of the streets that lie in several localities: what a long avenue passes through, and what the addresses on it say.
struct StreetStretches {
    /// One of a street's ways, or a house on it that is said to be in a city that no way of it is in.
    struct Stretch {
        let locality: LocalityFinder.Names
        /// In the middle of the way.
        let point: PointE7
        var isSaid = false
    }

    private let all: [Int: [Stretch]]

    /// `localities` are those of the drafts, of which those from `firstLine` on are `lines`; `owners` has for each draft the draft of its street.
    init(
        of lines: LineCollector.Lines, from firstLine: Int, streets owners: [Int?],
        _ localities: [LocalityFinder.Names],
        _ drafts: PlaceDrafts, _ finder: LocalityFinder, in data: OSMData
    ) {
        let streets = lines.members.indices.filter {
            lines.members[$0].count > 1 && lines.drafts.all[$0].type == .street
        }
        let lengths = Parallel.map(streets.count) { index in
            lines.members[streets[index]].map { LineGeometry(ofWay: $0, in: data) }
                .compactMap { line in line.middle.map { (point: $0, length: line.length) } }
        }
        let ways = zip(streets, lengths).flatMap { street, middles in
            middles.map { middle in
                var way = lines.drafts.all[street]
                way.point = middle.point
                return way
            }
        }
        let found = finder.localities(of: ways)
        var all: [Int: [Stretch]] = [:], next = 0
        for (street, middles) in zip(streets, lengths) {
            let draft = firstLine + street
            var byLocality: [LocalityFinder.Names: [(point: PointE7, length: Double)]] = [:]
            for middle in middles {
                var names = found[next]
                next += 1
                for use in [ZoneUse.city, .state] where names[use].isUnknown { names[use] = localities[draft][use] }
                byLocality[names, default: []].append(middle)
            }
            guard byLocality.count > 1 else { continue }
            let longest = byLocality.map { names, middles in
                (names, middles.sorted { ($0.length, $0.point.key) > ($1.length, $1.point.key) })
            }
            .sorted { one, two in
                let (a, b) = (one.1.reduce(0) { $0 + $1.length }, two.1.reduce(0) { $0 + $1.length })
                return (a, one.1[0].point.key) > (b, two.1[0].point.key)
            }
            all[draft] = longest.flatMap { names, middles in middles.map { Stretch(locality: names, point: $0.point) } }
        }
        // Who lives on a street says which town it is in, whatever the boundaries say.
        for (index, house) in drafts.all.enumerated() where house.city != PlaceFacts.none {
            guard let street = owners[index], drafts.all[street].type == .street else { continue }
            let names = localities[index]
            var known = all[street] ?? [Stretch(locality: localities[street], point: drafts.all[street].point)]
            guard !known.contains(where: { $0.locality[.city].name == names[.city].name }) else { continue }
            known.append(Stretch(locality: names, point: house.point, isSaid: true))
            all[street] = known
        }
        self.all = all
    }

    /// A street's stretches: the locality with the longest part of it first, in each the longest way first. None for what lies in one.
    subscript(draft: Int) -> [Stretch] { all[draft] ?? [] }
}

extension PointE7 {
    /// Tells points apart, to sort by.
    fileprivate var key: Int64 { Int64(latitudeE7) << 32 | Int64(UInt32(bitPattern: longitudeE7)) }
}
