import Atlas
import GeoCore
import Search

/// The stretches of streets that lie in several localities, by the localities along a street, those on its two sides,
/// and those of its addresses.
struct StreetStretches {
    /// A part of one of a street's ways, or a house of it in a city without a way of the street.
    struct Stretch {
        let locality: LocalityFinder.Names
        /// The middle of the part.
        let point: PointE7
        var isSaid = false
    }

    /// A point of a way, for looking up its locality.
    private struct Sample {
        let point: PointE7
        /// The length of the way that it represents, in E7 units of latitude.
        let length: Double
    }

    private let all: [Int: [Stretch]]

    /// `localities` are those of the drafts; from `firstLine` on, these are `lines`. `owners` has for each draft the
    /// draft of its street.
    init(
        of lines: LineCollector.Lines, from firstLine: Int, streets owners: [Int?],
        _ localities: [LocalityFinder.Names],
        _ drafts: PlaceDrafts, _ finder: LocalityFinder, in data: OSMData
    ) {
        let streets = lines.members.indices.filter { lines.drafts.all[$0].type == .street }
        let borders = BorderCells(drafts.zones, in: data)
        let sampled = Parallel.map(streets.count) { index in
            lines.members[streets[index]].map { Way($0, borders, in: data) }
        }
        // A street of one short way lies in one place, that of its middle.
        let several = streets.indices.filter { sampled[$0].reduce(0) { $0 + $1.samples.count } > 1 }
        let points = several.flatMap { index in
            sampled[index].lazy.flatMap(\.samples).map { sample in
                var part = lines.drafts.all[streets[index]]
                part.point = sample.point
                return part
            }
        }
        let found = finder.localities(of: points)
        var all: [Int: [Stretch]] = [:], next = 0
        for index in several {
            let draft = firstLine + streets[index]
            var byLocality: [LocalityFinder.Names: [Sample]] = [:]
            for way in sampled[index] {
                let end = next + way.samples.count
                let names = found[next..<end].map { Self.completed($0, by: localities[draft]) }
                next = end
                for run in way.runs(names) { byLocality[run.names, default: []] += run.samples }
            }
            if byLocality.count > 1 { all[draft] = Self.ordered(byLocality) }
        }
        Self.addHouses(to: &all, owners, localities, drafts)
        self.all = all
    }

    /// Returns a street's stretches: the locality with its longest part first, and in each locality the longest part
    /// first. None for a street in one locality.
    subscript(draft: Int) -> [Stretch] { all[draft] ?? [] }

    /// Fills an unknown city or state from the whole street.
    private static func completed(
        _ names: LocalityFinder.Names, by street: LocalityFinder.Names
    ) -> LocalityFinder.Names {
        var names = names
        for use in [ZoneUse.city, .state] where names[use].isUnknown { names[use] = street[use] }
        return names
    }

    private static func ordered(_ byLocality: [LocalityFinder.Names: [Sample]]) -> [Stretch] {
        byLocality.map { names, samples in
            (names, samples.sorted { ($0.length, $0.point.key) > ($1.length, $1.point.key) })
        }
        .sorted { one, two in
            let (a, b) = (one.1.reduce(0) { $0 + $1.length }, two.1.reduce(0) { $0 + $1.length })
            return (a, one.1[0].point.key) > (b, two.1[0].point.key)
        }
        .flatMap { names, samples in samples.map { Stretch(locality: names, point: $0.point) } }
    }

    /// For the town, addresses come before the street's ways.
    private static func addHouses(
        to all: inout [Int: [Stretch]], _ owners: [Int?], _ localities: [LocalityFinder.Names], _ drafts: PlaceDrafts
    ) {
        for (index, house) in drafts.all.enumerated()
        where house.city != PlaceFacts.none || house.houseNumber != PlaceFacts.none {
            guard let street = owners[index], drafts.all[street].type == .street else { continue }
            let names = localities[index]
            guard !names[.city].isUnknown, names[.city].name != localities[street][.city].name else { continue }
            var known = all[street] ?? [Stretch(locality: localities[street], point: drafts.all[street].point)]
            guard !known.contains(where: { $0.locality[.city].name == names[.city].name }) else { continue }
            known.append(Stretch(locality: names, point: house.point, isSaid: true))
            all[street] = known
        }
    }
}

extension StreetStretches {
    /// A way and its samples: the middles of its parts; near a border, two points beside each middle.
    private struct Way {
        /// The longest part that is assumed to lie in one locality, in E7 units of latitude: 100 m.
        private static let partLength = 9_000.0
        private static let mostParts = 64
        /// The distance of the two samples from the way, in metres: a street may run along a border.
        private static let sideInMetres = 2.0

        let samples: [Sample]
        private let middle: PointE7?

        init(_ way: Int, _ borders: BorderCells, in data: OSMData) {
            let line = LineGeometry(ofWay: way, in: data), refs = data.ways.refs(of: way)
            let points = line.samples(ofAtMost: Self.partLength, most: Self.mostParts)
            let length = line.length / Double(max(1, points.count))
            guard points.contains(where: { borders.areNear($0) }) else {
                samples = points.map { Sample(point: $0, length: length) }
                middle = line.middle
                return
            }
            // The samples lie on both sides, because points ahead or behind would be on the border itself.
            let along = refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] }
            let path = Array(along.prefix(1)) + points + Array(along.suffix(1))
            samples = [-1.0, 1].flatMap { side in
                points.indices.map { index in
                    let plane = LocalPlane(around: points[index])
                    let from = plane.position(of: path[index]), to = plane.position(of: path[index + 2])
                    let x = to.x - from.x, y = to.y - from.y, step = (x * x + y * y).squareRoot()
                    let offset = step > 0 ? side * Self.sideInMetres / step : 0
                    let beside = PlanePoint(x: y * offset, y: -x * offset)
                    return Sample(point: plane.point(at: beside), length: length / 2)
                }
            }
            middle = nil
        }

        /// Returns consecutive samples in one locality, by the names of each. The middle one represents the length of
        /// all; for a whole way, the middle node does.
        func runs(_ names: [LocalityFinder.Names]) -> [(names: LocalityFinder.Names, samples: [Sample])] {
            var runs: [(names: LocalityFinder.Names, samples: [Sample])] = []
            for (sample, names) in zip(samples, names) {
                if runs.last?.names == names {
                    runs[runs.count - 1].samples.append(sample)
                } else {
                    runs.append((names, [sample]))
                }
            }
            let isWhole = runs.count == 1
            return runs.map { names, samples in
                let length = samples.reduce(0) { $0 + $1.length }, half = samples.count / 2
                return (
                    names,
                    samples.indices.map { index in
                        guard index == half else { return Sample(point: samples[index].point, length: 0) }
                        let point = isWhole ? middle ?? samples[index].point : samples[index].point
                        return Sample(point: point, length: length)
                    }
                )
            }
        }
    }
}

extension PointE7 {
    /// A sort key that is unique for each point.
    fileprivate var key: Int64 { Int64(latitudeE7) << 32 | Int64(UInt32(bitPattern: longitudeE7)) }
}
