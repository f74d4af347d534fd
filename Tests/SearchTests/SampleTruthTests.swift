import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// The sample of central Helsinki with what its tags say, which is the truth that answers are held against.
private struct Truth {
    let world: SearchWorld
    /// All names of each object.
    private(set) var names: [PlaceID: Set<String>] = [:]

    init() throws {
        world = try SearchWorld(OSMReader.read(paths: [SampleExtract.path]).data)
        for object in objects {
            guard let place = world.engine.places.place(object.ref) else { continue }
            for (key, value) in object.tags where Self.isName(key) {
                names[place, default: []].formUnion(value.split(separator: ";").map { $0.trimmed })
            }
        }
    }

    struct Object {
        let ref: PlaceRef
        let tags: Tags
    }

    /// Every tagged node and way, and every relation.
    var objects: [Object] {
        let data = world.data
        var all: [Object] = []
        for (position, node) in data.nodes.tagged.enumerated() {
            if let ref = PlaceRef(.node, data.nodes.ids[Int(node)]) {
                all.append(Object(ref: ref, tags: data.tags(ofTagged: position)))
            }
        }
        for way in 0..<data.ways.count {
            if let ref = PlaceRef(.way, data.ways.ids[way]) {
                all.append(Object(ref: ref, tags: data.tags(ofWay: way)))
            }
        }
        for relation in 0..<data.relations.count {
            if let ref = PlaceRef(.relation, data.relations.ids[relation]) {
                all.append(Object(ref: ref, tags: data.tags(ofRelation: relation)))
            }
        }
        return all
    }

    static func isName(_ key: String) -> Bool {
        ["name", "alt_name", "official_name", "short_name", "old_name"].contains(key)
            || (key.hasPrefix("name:") && key.utf8.count <= 11)
    }

    /// Asks each of `queries`; the share whose first answer `isRight`, and some of those where it is not.
    func share<Query>(
        of queries: [Query], asking request: (Query) -> SearchRequest, isRight: (Query, SearchHit?) -> Bool
    ) -> (share: Double, misses: [String]) {
        var workspace = SearchWorkspace(), misses: [String] = []
        for query in queries {
            let request = request(query), hit = world.engine.places(request, workspace: &workspace).hits.first
            if !isRight(query, hit) { misses.append("\(request.text) → \(hit.map { world.name($0) } ?? "nothing")") }
        }
        return (1 - Double(misses.count) / Double(max(1, queries.count)), Array(misses.prefix(20)))
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

private enum Sample {
    nonisolated(unsafe) static let truth = Result { try Truth() }
}

/// Every `step`-th of some things.
private func each<Element>(_ step: Int, of all: [Element]) -> [Element] {
    stride(from: 0, to: all.count, by: step).map { all[$0] }
}

@Test func `relations are found by their names`() throws {
    let truth = try Sample.truth.get()
    let named = truth.objects.filter { $0.ref.kind == .relation }.compactMap { object in
        truth.world.engine.places.place(object.ref).flatMap { place in
            object.tags["name"].map { (name: $0, place: place) }
        }
    }
    let found = truth.share(of: named) {
        SearchRequest(text: $0.name)
    } isRight: { wanted, hit in
        hit?.place.flatMap { truth.names[$0] }?.contains(wanted.name) == true
    }
    #expect(named.count > 10 && found.share >= 0.98, "\(found)")
}

@Test func `a place is found by its name in any language`() throws {
    let truth = try Sample.truth.get()
    let names = each(
        3,
        of: truth.objects.flatMap { object -> [(name: String, place: PlaceID)] in
            guard let place = truth.world.engine.places.place(object.ref) else { return [] }
            return object.tags.filter { Truth.isName($0.key) && $0.key.hasPrefix("name:") }.map { ($0.value, place) }
        })
    let found = truth.share(of: names) {
        SearchRequest(text: $0.name)
    } isRight: { wanted, hit in
        hit?.place.flatMap { truth.names[$0] }?.contains(wanted.name) == true
    }
    #expect(names.count > 200 && found.share >= 0.98, "\(found)")
}

@Test(arguments: [
    ("cafe", "cafe"), ("coffee", "cafe"), ("pharmacy", "pharmacy"), ("apteekki", "pharmacy"), ("bench", "bench"),
    ("penkki", "bench"), ("wc", "toilets"), ("bicycle parking", "bicycle_parking"),
])
private func `a kind near by is of that kind, and the nearest is shown`(text: String, value: String) throws {
    let truth = try Sample.truth.get(), places = truth.world.engine.places
    // Those with a name go before those without, where there are such.
    let all = Set(
        truth.objects.filter { $0.tags["amenity"] == value && $0.tags["access"] != "private" }.compactMap {
            places.place($0.ref)
        })
    let named = all.filter { !places.name($0).isEmpty }, bearers = named.isEmpty ? all : named
    var random = SeededGenerator(seed: 17), workspace = SearchWorkspace()
    #expect(bearers.count > 5)
    let box = truth.world.data.bounds
    for _ in 0..<40 {
        let point = PointE7(
            latitudeE7: box.minY + Int32(random.next() % UInt64(box.maxY - box.minY)),
            longitudeE7: box.minX + Int32(random.next() % UInt64(box.maxX - box.minX)))
        let plane = LocalPlane(around: point)
        let hits = truth.world.engine.places(
            SearchRequest(text: text, near: Coordinate(point), limit: 20), workspace: &workspace
        ).hits
        let nearest = bearers.min { plane.distance(to: places.point($0)) < plane.distance(to: places.point($1)) }
        let least = try plane.distance(to: places.point(#require(nearest)))
        let shown = hits.contains { hit in
            hit.place.map { bearers.contains($0) } == true && plane.distance(to: hit.point) <= least + 1
        }
        #expect(shown, "\(text) at \(point): \(hits.map { truth.world.name($0) })")
    }
}

@Test func `two streets that share a node meet there`() throws {
    let truth = try Sample.truth.get(), data = truth.world.data
    var streets: [UInt32: Set<String>] = [:]
    for way in 0..<data.ways.count {
        let tags = data.tags(ofWay: way)
        guard tags["highway"] != nil, let name = tags["name"] else { continue }
        for node in data.ways.refs(of: way) where node != OSMData.missing { streets[node, default: []].insert(name) }
    }
    var corners: [[String]: [PointE7]] = [:]
    for (node, names) in streets where names.count == 2 {
        corners[names.sorted(), default: []].append(data.nodes.points[Int(node)])
    }
    let queries = corners.keys.sorted { $0.lexicographicallyPrecedes($1) }
    for joined in [" / ", " and ", " & "] {
        let found = truth.share(of: queries) {
            SearchRequest(text: $0[0] + joined + $0[1])
        } isRight: { names, hit in
            guard let hit, case .corner = hit.subject else { return false }
            return corners[names]?.contains { LocalPlane(around: $0).distance(to: hit.point) < 60 } == true
        }
        #expect(queries.count > 20 && found.share >= 0.98, "\(joined) \(found)")
    }
}

@Test func `a house number that is written otherwise leads to its house`() throws {
    let truth = try Sample.truth.get()
    struct Address { let street: String, number: String }
    let addresses = each(
        11,
        of: truth.objects.compactMap { object -> Address? in
            guard let street = object.tags["addr:street"], let number = object.tags["addr:housenumber"],
                number.utf8.count <= 6
            else { return nil }
            return Address(street: street, number: number)
        })
    let digits = { (number: String) in String(number.prefix { $0.isNumber }) }
    let ways: [(Address) -> String] = [
        { "\($0.street) \($0.number)" }, { "\($0.number) \($0.street)" },
        { "\($0.street) \(digits($0.number)) \($0.number.dropFirst(digits($0.number).count))" },
        { "\($0.street.lowercased()) \($0.number.lowercased())" }, { "\($0.street) \(digits($0.number))" },
        { "\($0.street) \($0.number), Helsinki" },
    ]
    for (index, way) in ways.enumerated() {
        let found = truth.share(of: addresses) {
            SearchRequest(text: way($0))
        } isRight: { wanted, hit in
            guard let hit, case .address(let place) = hit.subject, let street = truth.world.engine.places.street(place)
            else { return false }
            let number = truth.world.houseNumber(place)
            return wanted.street.contains(truth.world.text(of: street))
                && (digits(number) == digits(wanted.number) || number.contains(digits(wanted.number))
                    || number.contains("-"))
        }
        #expect(addresses.count > 100 && found.share >= 0.98, "\(index) \(found)")
    }
}
