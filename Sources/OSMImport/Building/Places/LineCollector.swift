import Atlas
import GeoCore
import Search

/// Joins named ways into streets, rivers and railways.
///
/// Ways with one name that touch, or come within about 100 m, are one place: the carriageways of an avenue, a street on
/// both sides of a square. The same name in the next town is another place.
struct LineCollector {
    /// The places, and their ways.
    struct Lines: Sendable {
        var drafts = PlaceDrafts()
        /// For each draft its ways, as indices into the data's, ascending.
        var members: [[Int]] = []
        /// For each draft the lines of its shape.
        var parts: [[[PointE7]]] = []
    }

    /// Lines that no longer exist, or will not be visible for years.
    private static let absent: Set<String> = [
        "proposed", "razed", "abandoned", "dismantled", "demolished", "planned",
    ]
    /// The number of points of one line of a street's shape: short lines make tight boxes for finding the nearest
    /// street.
    private static let pointsPerLine = 16

    let data: OSMData
    let context: PlaceContext
    /// The cosine of the latitude in the middle of the data.
    private let squeeze: Double

    init(data: OSMData, context: PlaceContext) {
        self.data = data
        self.context = context
        let middle = (Double(data.bounds.minY) + Double(data.bounds.maxY)) / 2e7
        squeeze = !data.bounds.isArea ? 1 : max(0.01, Elementary.cosine(middle * .pi / 180))
    }

    func collect() -> Lines {
        let groups = groups()
        let found = Parallel.mapRanges(of: groups.count, length: 64) { range in
            var lines = Lines()
            for index in range { join(groups[index], &lines) }
            return lines
        }
        var lines = Lines()
        for piece in found {
            lines.drafts.append(piece.drafts)
            lines.members.append(contentsOf: piece.members)
            lines.parts.append(contentsOf: piece.parts)
        }
        return lines
    }

    /// Returns ways of the same name and type, each ascending.
    private func groups() -> [[Int]] {
        let found = Parallel.mapRanges(of: data.ways.count) { range in
            var facts = PlaceFacts(), keyed: [UInt64] = []
            for way in range where data.ways.tags[way].count > 0 {
                context.read(&facts, data.ways.tags[way])
                guard let name = name(facts), context.isLine(facts, isClosed: isClosed(way)) else { continue }
                keyed.append(UInt64(name) << 32 | UInt64(way))
            }
            return keyed
        }
        // By name, then in the order of the input.
        let keyed = found.joined().sorted()
        var groups: [[Int]] = [], previous = UInt64.max
        for key in keyed {
            if key >> 32 != previous { groups.append([]) }
            groups[groups.count - 1].append(Int(key & 0xffff_ffff))
            previous = key >> 32
        }
        return groups
    }

    private func name(_ facts: PlaceFacts) -> UInt32? {
        guard facts.key != PlaceFacts.none, !isAbsent(facts) else { return nil }
        if facts.has(.name) { return facts[.name] }
        return facts.has(.ref) && context.text(facts.key) == "highway" ? facts[.ref] : nil
    }

    private func isAbsent(_ facts: PlaceFacts) -> Bool {
        let value = context.text(facts.value)
        // The course of an abandoned railway is still visible (wiki.openstreetmap.org/wiki/Tag:railway=abandoned).
        return Self.absent.contains(value) && !(value == "abandoned" && context.text(facts.key) == "railway")
    }

    private func isClosed(_ way: Int) -> Bool {
        let refs = data.ways.refs(of: way)
        return refs.count > 2 && refs.first == refs.last
    }

    /// Makes one place of each connected part of the ways with one name. Streets and rivers with one name stay
    /// separate.
    private func join(_ ways: [Int], _ lines: inout Lines) {
        var byKey: [(key: UInt32, ways: [Int])] = [], facts = PlaceFacts()
        for way in ways {
            context.read(&facts, data.ways.tags[way])
            if let index = byKey.firstIndex(where: { $0.key == facts.key }) {
                byKey[index].ways.append(way)
            } else {
                byKey.append((facts.key, [way]))
            }
        }
        for group in byKey {
            for connected in WayGrouping(group.ways, in: data, squeeze: squeeze).parts {
                add(connected, &facts, &lines)
            }
        }
    }

    private func add(_ ways: [Int], _ facts: inout PlaceFacts, _ lines: inout Lines) {
        var parts: [[PointE7]] = [], longest = ways[0], greatestLength = -1.0, middle: PointE7?
        for way in ways {
            let line = LineGeometry(ofWay: way, in: data)
            parts.append(contentsOf: line.pieces(ofAtMost: Self.pointsPerLine))
            guard let point = line.middle, line.length > greatestLength else { continue }
            greatestLength = line.length
            longest = way
            middle = point
        }
        guard let middle else { return }
        context.read(&facts, data.ways.tags[longest])
        guard let name = name(facts), let ref = PlaceRef(.way, data.ways.ids[ways[0]]) else { return }
        let key = context.text(facts.key), isStreet = key == "highway"
        let kind = isStreet ? mostImportant(ways, &facts) : (rank: 0, value: facts.value)
        context.read(&facts, data.ways.tags[longest])
        let rank = PlaceRank.rank(
            key: key, value: context.text(kind.value), isNamed: true, isNotable: facts.has(.wikidata), population: 0,
            adminLevel: 0)
        let draft = PlaceDraft(
            ref: ref, type: isStreet ? .street : .place, key: facts.key, value: kind.value, name: name, point: middle,
            rank: rank, tags: data.ways.tags[longest])
        lines.drafts.append(draft)
        lines.members.append(ways)
        lines.parts.append(parts)
    }

    /// Returns the highest class among a street's ways: a short footpath with the same name does not decide.
    private func mostImportant(_ ways: [Int], _ facts: inout PlaceFacts) -> (rank: UInt8, value: UInt32) {
        var best: (rank: UInt8, value: UInt32) = (0, PlaceFacts.none)
        for way in ways {
            context.read(&facts, data.ways.tags[way])
            let rank = PlaceRank.rank(
                key: "highway", value: context.text(facts.value), isNamed: true, isNotable: false, population: 0,
                adminLevel: 0)
            if rank > best.rank { best = (rank, facts.value) }
        }
        return best
    }
}
