import Atlas
import GeoCore

/// House numbers that an extract tells by a line between two houses: `addr:interpolation`
/// (wiki.openstreetmap.org/wiki/Key:addr:interpolation).
struct InterpolatedAddresses {
    /// More numbers between two houses are a slip of the mapper.
    private static let maximumNumbers = 500

    /// Drafts whose house numbers are indices behind the extract's own strings, in order.
    private(set) var drafts: [PlaceDraft] = []
    /// The house numbers of `drafts`.
    private(set) var numbers: [String] = []

    private let data: OSMData
    private let context: PlaceContext

    init(_ data: OSMData, _ context: PlaceContext) {
        self.data = data
        self.context = context
        for way in 0..<data.ways.count where data.ways.tags[way].count > 0 {
            guard let step = data.tags(ofWay: way)["addr:interpolation"].flatMap(Self.step) else { continue }
            addNumbers(on: way, step)
        }
    }

    /// Adds those that no object is: a house that is mapped goes before one that a line tells.
    func add(to all: inout PlaceDrafts, _ context: PlaceContext) {
        guard !drafts.isEmpty else { return }
        let known = Set(all.all.lazy.filter { $0.houseNumber != PlaceFacts.none }.map { Address($0, context) })
        for draft in drafts where !known.contains(Address(draft, context)) { all.append(draft) }
    }

    private struct Address: Hashable {
        let street: UInt32
        let number: String

        init(_ draft: PlaceDraft, _ context: PlaceContext) {
            street = draft.street
            number = context.text(draft.houseNumber)
        }
    }

    private static func step(_ value: String) -> Int? {
        switch value {
        case "even", "odd": 2
        case "all": 1
        default: Int(value).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// A house that the line passes.
    private struct Stop {
        let position: Int
        let facts: PlaceFacts
        let ref: PlaceRef
        let number: Int
    }

    /// Adds the numbers between each two houses that follow each other on a way.
    private mutating func addNumbers(on way: Int, _ step: Int) {
        let line = data.ways.refs(of: way).filter { $0 != OSMData.missing }.map { Int($0) }
        let stops = line.indices.compactMap { stop(at: $0, node: line[$0]) }
        for (from, to) in zip(stops, stops.dropFirst()) {
            let count = (to.number - from.number).magnitude / UInt(step)
            guard count > 1, count <= Self.maximumNumbers, from.position < to.position else { continue }
            let points = line[from.position...to.position].map { data.nodes.points[$0] }
            let signedStep = to.number > from.number ? step : -step
            for index in 1..<Int(count) {
                let number = from.number + index * signedStep
                let share = Double(number - from.number) / Double(to.number - from.number)
                add(number, from, at: LineGeometry.point(atShare: share, of: points))
            }
        }
    }

    private func stop(at position: Int, node: Int) -> Stop? {
        guard let tagged = data.nodes.tagged.ascendingIndex(of: UInt32(node), in: data.nodes.tagged.indices),
            let ref = PlaceRef(.node, data.nodes.ids[node])
        else { return nil }
        var facts = PlaceFacts()
        context.read(&facts, data.nodes.tags[tagged])
        guard facts.has(.street) || facts.has(.placeName), let number = Int(context.text(facts[.houseNumber])) else {
            return nil
        }
        return Stop(position: position, facts: facts, ref: ref, number: number)
    }

    private mutating func add(_ number: Int, _ from: Stop, at point: PointE7) {
        var draft = PlaceDraft(
            ref: from.ref, type: .address, key: PlaceFacts.none, value: PlaceFacts.none, name: PlaceFacts.none,
            point: point,
            rank: PlaceRank.address, tags: TagRange(start: 0, count: 0))
        draft.takeAddress(from.facts)
        draft.houseNumber = UInt32(data.tags.strings.count + numbers.count)
        draft.isMade = true
        numbers.append("\(number)")
        drafts.append(draft)
    }
}
