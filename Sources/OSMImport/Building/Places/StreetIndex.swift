import Atlas
import GeoCore
import Search

/// The streets of an extract by name and by position, for finding the street of an address.
struct StreetIndex: Sendable {
    /// An address farther than this from every street with its street's name belongs to a street that the extract does
    /// not draw.
    private static let reachOfNameInMetres = 3_000.0
    /// A named place without an address belongs to a street this near.
    private static let reachInMetres = 80.0
    /// A house number without a street belongs to a street this near (wiki.openstreetmap.org/wiki/Addresses: by
    /// proximity).
    private static let reachOfNumberInMetres = 50.0

    /// One line of a street.
    struct Line: Sendable {
        let street: Int
        let points: [PointE7]
        let box: IntBox
    }

    private let lines: [Line]
    /// For each street, by draft, its lines.
    private let lineStarts: [Int]
    /// By canonical name, the streets with that name, ascending.
    private var streetsByName: [[Int]] = []
    let names: StreetNames

    /// `parts[i]` are the lines of draft i of `drafts`; only those of streets count.
    init(_ drafts: [PlaceDraft], parts: [[[PointE7]]], names: StreetNames) {
        var lines: [Line] = [], starts = [0]
        streetsByName = [[Int]](repeating: [], count: names.count)
        for (street, draft) in drafts.enumerated() {
            for part in parts[street] where draft.type == .street {
                var box = IntBox.empty
                for point in part { box.include(point) }
                lines.append(Line(street: street, points: part, box: box))
            }
            starts.append(lines.count)
            if draft.type == .street, let name = names.number(of: draft.name) { streetsByName[name].append(street) }
        }
        self.lines = lines
        lineStarts = starts
        self.names = names
    }

    /// Returns for each draft the street that its address names, or at which it stands; `nil` for none. In parallel.
    func streets(of drafts: [PlaceDraft], isRoad: @Sendable (Int) -> Bool) -> [Int?] {
        let found = BoxTreeWriter.withTree(over: lines.map(\.box)) { tree, order in
            Parallel.mapRanges(of: drafts.count, length: 2048) { range in
                range.map { index -> Int? in
                    let draft = drafts[index]
                    if draft.street != PlaceFacts.none { return street(named: draft.street, near: draft.point) }
                    guard draft.type == .place || draft.isStreetless else { return nil }
                    let reach = draft.isStreetless ? Self.reachOfNumberInMetres : Self.reachInMetres
                    return nearest(to: draft.point, within: reach, tree, order, isRoad)
                }
            }
        }
        return found.flatMap { $0 }
    }

    /// Returns the nearest street with the name, or else with one of the names in it.
    private func street(named name: UInt32, near point: PointE7) -> Int? {
        guard let number = names.number(of: name) else { return nil }
        let plane = LocalPlane(around: point)
        if let street = street(numbered: number, plane) { return street }
        for part in names.parts(of: name) { if let street = street(numbered: part, plane) { return street } }
        return nil
    }

    private func street(numbered number: Int, _ plane: LocalPlane) -> Int? {
        var best: Int?, least = Self.reachOfNameInMetres
        for street in streetsByName[number] {
            for line in lines[lineStarts[street]..<lineStarts[street + 1]] where plane.distance(to: line.box) < least {
                let distance = plane.distance(toPolyline: line.points)
                if distance < least {
                    least = distance
                    best = street
                }
            }
        }
        return best
    }

    private func nearest(
        to point: PointE7, within reach: Double, _ tree: BoxTree, _ order: [Int], _ isRoad: (Int) -> Bool
    ) -> Int? {
        let plane = LocalPlane(around: point)
        var best: Int?, least = reach
        tree.forEachNearest(within: least, bound: { plane.distance(to: $0) }) { item, _ in
            let line = lines[order[item]]
            guard isRoad(line.street) else { return least }
            let distance = plane.distance(toPolyline: line.points)
            if distance < least {
                least = distance
                best = line.street
            }
            return least
        }
        return best
    }
}

/// Numbers of street names, equal for equivalent spellings: "Main St", "main street".
struct StreetNames: Sendable {
    private var numbers: [UInt32]
    /// The numbers of the parts of names that are lists: "Station, Main Street", "Kirkkokatu / Kyrkogatan".
    private var lists: [UInt32: [Int]] = [:]
    private(set) var count = 0
    /// A longer list is not a list of streets.
    private static let maximumParts = 8

    init(_ names: some Sequence<UInt32>, strings: [String], folding: Folding) {
        numbers = [UInt32](repeating: .max, count: strings.count)
        var known: [[UInt8]: UInt32] = [:], reader = CanonicalReader(folding: folding), distinct: [UInt32] = []
        func number(_ text: String) -> UInt32 {
            let canonical = reader.read(text), number = known[canonical] ?? UInt32(known.count)
            known[canonical] = number
            return number
        }
        for name in names where name != PlaceFacts.none && numbers[Int(name)] == .max {
            let text = strings[Int(name)]
            numbers[Int(name)] = number(text)
            distinct.append(name)
            let parts = text.split(maxSplits: Self.maximumParts) { ",;/".contains($0) }.prefix(Self.maximumParts)
            if parts.count > 1 { lists[name] = parts.map { Int(number(String($0))) } }
        }
        count = known.count
        // An abbreviation may stand for several words: if no street has the first, one may have another.
        for name in distinct {
            let others = reader.others(of: strings[Int(name)]).compactMap { known[$0].map { Int($0) } }
            if !others.isEmpty { lists[name] = others + (lists[name] ?? []) }
        }
    }

    /// Returns the numbers of the names in `name`; none for a plain name.
    func parts(of name: UInt32) -> [Int] { lists[name] ?? [] }

    func number(of name: UInt32) -> Int? {
        guard name != PlaceFacts.none, numbers[Int(name)] != .max else { return nil }
        return Int(numbers[Int(name)])
    }
}

/// Reads street names into a form that is equal for all spellings.
private struct CanonicalReader {
    private let folding: Folding
    private let synonyms = Synonyms.standard
    private var words = FoldedWords()

    init(folding: Folding) { self.folding = folding }

    mutating func read(_ text: String) -> [UInt8] {
        readWords(text)
        var canonical: [UInt8] = []
        for word in words.words {
            canonical.append(contentsOf: synonyms.fullForms(of: words.text(word))[0])
            canonical.append(0x20)
        }
        return canonical
    }

    /// Returns the forms of a text in which one word stands for a word other than the most likely one.
    mutating func others(of text: String) -> [[UInt8]] {
        readWords(text)
        var forms = words.words.map { synonyms.fullForms(of: words.text($0)) }
        for index in forms.indices {
            Umlauts.forEachReading(of: words.text(words.words[index])) { forms[index] += synonyms.fullForms(of: $0) }
        }
        var others: [[UInt8]] = []
        for index in forms.indices {
            for form in forms[index].dropFirst() {
                var canonical: [UInt8] = []
                for other in forms.indices {
                    canonical.append(contentsOf: other == index ? form : forms[other][0])
                    canonical.append(0x20)
                }
                others.append(canonical)
            }
        }
        return others
    }

    private mutating func readWords(_ text: String) {
        words.read(text.utf8Span.span, with: folding)
        let synonyms = synonyms
        words.joinAbbreviations { joined, _ in synonyms.contains(joined) }
    }
}

extension LocalPlane {
    /// Returns the metres from the origin to the nearest point of a line.
    func distance(toPolyline points: [PointE7]) -> Double {
        guard var previous = points.first else { return .infinity }
        var nearest = distance(to: previous)
        for point in points.dropFirst() {
            nearest = min(nearest, distance(toSegmentFrom: previous, to: point))
            previous = point
        }
        return nearest
    }
}
