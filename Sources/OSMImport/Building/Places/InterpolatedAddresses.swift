import Atlas
import GeoCore

/// House numbers on a line between two houses: `addr:interpolation`
/// (wiki.openstreetmap.org/wiki/Key:addr:interpolation).
struct InterpolatedAddresses {
    /// More numbers between two houses are a mapper's error.
    private static let maximumNumbers = 500
    /// The maximum number of such houses in an extract: enough for a country.
    private static let maximumDrafts = 1_000_000
    /// Houses with one number and street name this near to each other are the same house.
    private static let reachInMetres = 2_000.0

    /// Drafts whose house numbers are indices after the extract's own strings, in order.
    private(set) var drafts: [PlaceDraft] = []
    /// The house numbers of `drafts`.
    private(set) var numbers: [String] = []

    private let data: OSMData
    private let context: PlaceContext
    private let completion: AddressCompletion

    init(_ data: OSMData, _ context: PlaceContext, _ completion: AddressCompletion) {
        self.data = data
        self.context = context
        self.completion = completion
        for way in 0..<data.ways.count where data.ways.tags[way].count > 0 {
            guard let step = data.tags(ofWay: way)["addr:interpolation"].flatMap(Self.step) else { continue }
            addNumbers(on: way, step)
        }
    }

    /// Adds those without an object: a mapped house replaces an interpolated one.
    func add(to all: inout PlaceDrafts, _ context: PlaceContext) {
        guard !drafts.isEmpty else { return }
        var known: [Address: [PointE7]] = [:]
        for draft in all.all where draft.houseNumber != PlaceFacts.none {
            known[Address(draft, context), default: []].append(draft.point)
        }
        for draft in drafts {
            let address = Address(draft, context), plane = LocalPlane(around: draft.point)
            if known[address]?.contains(where: { plane.distance(to: $0) < Self.reachInMetres }) == true { continue }
            known[address, default: []].append(draft.point)
            all.append(draft)
        }
    }

    private struct Address: Hashable {
        let street: UInt32
        let number: String

        init(_ draft: PlaceDraft, _ context: PlaceContext) {
            street = draft.street
            number = context.text(draft.houseNumber)
        }
    }

    /// The step from one number to the next. The houses at the ends say more reliably than the tag whether numbers are
    /// even or odd.
    private enum Step {
        case numbers(Int)
        /// One letter to the next: 12a, 12b.
        case letters
    }

    private static func step(_ value: String) -> Step? {
        switch value {
        case "even", "odd": .numbers(2)
        case "all": .numbers(1)
        case "alphabetic": .letters
        default: Int(value).flatMap { (1...maximumNumbers).contains($0) ? .numbers($0) : nil }
        }
    }

    /// A house that the line passes.
    private struct Stop {
        let position: Int
        let facts: PlaceFacts
        let ref: PlaceRef
        let number: Int
        /// A small letter after the number, as its ASCII index; 0 for none.
        let letter: Int
    }

    /// Adds the numbers between each two consecutive houses of one street on a way.
    private mutating func addNumbers(on way: Int, _ step: Step) {
        let line = data.ways.refs(of: way).filter { $0 != OSMData.missing }.map { Int($0) }
        let stops = line.indices.compactMap { stop(at: $0, node: line[$0]) }
        for (from, to) in zip(stops, stops.dropFirst())
        where from.facts[.street] == to.facts[.street] && from.facts[.placeName] == to.facts[.placeName] {
            let points = line[from.position...to.position].map { data.nodes.points[$0] }
            switch step {
            case .numbers(let step):
                addNumbers(between: from.number, to.number, step: step, from, along: points) { "\($0)" }
            case .letters:
                guard from.number == to.number, max(from.letter, to.letter) > 0 else { continue }
                let first = from.letter > 0 ? from.letter : Self.beforeFirstLetter
                let last = to.letter > 0 ? to.letter : Self.beforeFirstLetter
                addNumbers(between: first, last, step: 1, from, along: points) { letter in
                    "\(from.number)" + (UInt8(exactly: letter).map { String(UnicodeScalar($0)) } ?? "")
                }
            }
        }
    }

    private static let beforeFirstLetter = Int(UInt8(ascii: "a")) - 1

    private mutating func addNumbers(
        between first: Int, _ last: Int, step: Int, _ from: Stop, along points: [PointE7], text: (Int) -> String
    ) {
        let distance = last - first, signedStep = distance > 0 ? step : -step
        guard distance != 0, abs(distance) / step <= Self.maximumNumbers else { return }
        for number in stride(from: first, to: last, by: signedStep).dropFirst() {
            let share = Double(number - first) / Double(distance)
            add(text(number), from, at: LineGeometry.point(atShare: share, of: points))
        }
    }

    private func stop(at position: Int, node: Int) -> Stop? {
        guard let tagged = data.nodes.tagged.ascendingIndex(of: UInt32(node), in: data.nodes.tagged.indices),
            let ref = PlaceRef(.node, data.nodes.ids[node])
        else { return nil }
        var facts = PlaceFacts()
        context.read(&facts, data.nodes.tags[tagged])
        completion.complete(&facts, of: .node, data.nodes.ids[node])
        let text = context.text(facts[.houseNumber])
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let letters = text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }.map { $0 | 0x20 }
        guard facts.has(.street) || facts.has(.placeName), (1...6).contains(digits.count), letters.count <= 1,
            letters.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
            let number = Int(String(Substring(digits))), number > 0
        else { return nil }
        return Stop(
            position: position, facts: facts, ref: ref, number: number, letter: letters.first.map { Int($0) } ?? 0)
    }

    private mutating func add(_ number: String, _ from: Stop, at point: PointE7) {
        guard drafts.count < Self.maximumDrafts else { return }
        var draft = PlaceDraft(
            ref: from.ref, type: .address, key: PlaceFacts.none, value: PlaceFacts.none, name: PlaceFacts.none,
            point: point, rank: PlaceRank.address, tags: TagRange(start: 0, count: 0))
        draft.takeAddress(from.facts)
        draft.houseNumber = UInt32(data.tags.strings.count + numbers.count)
        draft.isMade = true
        numbers.append(number)
        drafts.append(draft)
    }
}
