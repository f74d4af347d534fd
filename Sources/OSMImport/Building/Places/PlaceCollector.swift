import Atlas
import GeoCore
import Search

/// Finds the places of an extract, except streets and other named lines (`LineCollector`), in the order of the input.
struct PlaceCollector: Sendable {
    let data: OSMData
    let areas: Areas
    let context: PlaceContext
    private let entrances: EntranceFinding
    private let completion: AddressCompletion
    /// The points of settlements, by their names.
    private typealias Centres = [UInt32: [PointE7]]

    init(data: OSMData, areas: Areas, context: PlaceContext, completion: AddressCompletion) {
        self.data = data
        self.areas = areas
        self.context = context
        entrances = EntranceFinding(data)
        self.completion = completion
    }

    /// Collects nodes, ways and relations on all cores.
    func collect() -> PlaceDrafts {
        var drafts = PlaceDrafts()
        let nodes = Parallel.mapRanges(of: data.nodes.tagged.count, length: 4096) { range in
            collect(range) { node(at: $0, &$1, &$2) }
        }
        for found in nodes { drafts.append(found) }
        let centres = Dictionary(grouping: drafts.settlements, by: \.name).mapValues { $0.map(\.point) }
        let ways = Parallel.mapRanges(of: data.ways.count, length: 4096) { range in
            collect(range) { way($0, centres, &$1, &$2) }
        }
        let relations = Parallel.mapRanges(of: data.relations.count, length: 64) { range in
            collect(range) { relation($0, centres, &$1, &$2) }
        }
        for found in [ways, relations].joined() { drafts.append(found) }
        return drafts
    }

    private func collect(_ range: Range<Int>, _ take: (Int, inout PlaceFacts, inout PlaceDrafts) -> Void) -> PlaceDrafts
    {
        var drafts = PlaceDrafts(), facts = PlaceFacts()
        for index in range { take(index, &facts, &drafts) }
        return drafts
    }

    private func node(at position: Int, _ facts: inout PlaceFacts, _ drafts: inout PlaceDrafts) {
        let tags = data.nodes.tags[position], node = Int(data.nodes.tagged[position])
        context.read(&facts, tags)
        completion.complete(&facts, of: .node, data.nodes.ids[node])
        let point = data.nodes.points[node]
        guard var draft = draft(.node, data.nodes.ids[node], tags, facts, at: point) else { return }
        let place = context.text(draft.key) == "place" ? context.text(draft.value) : ""
        let settlement = ZoneMeaning.settlement(place)
        draft.use = settlement?.use ?? ZoneMeaning.region(place)
        drafts.append(draft)
        if let settlement, !draft.isStreetless {
            drafts.settlements.append(
                .init(
                    use: settlement.use, name: draft.name, point: point, radius: settlement.radius,
                    draft: drafts.all.count - 1))
        }
    }

    private func way(_ way: Int, _ centres: Centres, _ facts: inout PlaceFacts, _ drafts: inout PlaceDrafts) {
        let tags = data.ways.tags[way]
        guard tags.count > 0 else { return }
        context.read(&facts, tags)
        completion.complete(&facts, of: .way, data.ways.ids[way])
        guard context.isPlace(facts), !context.isLine(facts, isClosed: isClosed(way)) else { return }
        if let area = areas.way(way, in: data) {
            return add(area, .way, data.ways.ids[way], tags, facts, centres, &drafts)
        }
        guard let point = middle(ofWay: way) else { return }
        if let draft = draft(.way, data.ways.ids[way], tags, facts, at: point) { drafts.append(draft) }
    }

    /// Makes the draft of an object; `nil` for an object that nobody searches for, and for a house without a street
    /// where houses have other numbers.
    private func draft(
        _ kind: PlaceRef.Kind, _ id: Int64, _ tags: TagRange, _ facts: PlaceFacts, at point: PointE7
    ) -> PlaceDraft? {
        guard let draft = context.draft(kind, id, tags, facts, at: point) else { return nil }
        return draft.isStreetless && !completion.mayBeOnNearestStreet(draft.ref) ? nil : draft
    }

    private func relation(
        _ relation: Int, _ centres: Centres, _ facts: inout PlaceFacts, _ drafts: inout PlaceDrafts
    ) {
        let tags = data.relations.tags[relation]
        guard tags.count > 0 else { return }
        context.read(&facts, tags)
        let id = data.relations.ids[relation]
        completion.complete(&facts, of: .relation, id)
        guard context.isPlace(facts), context.isPlaceRelation(facts) else { return }
        if let area = areas.relation(relation) { return add(area, .relation, id, tags, facts, centres, &drafts) }
        guard let point = firstPoint(ofRelation: relation) else { return }
        guard var draft = draft(.relation, id, tags, facts, at: point) else { return }
        draft.use = use(of: draft, facts)
        drafts.append(draft)
    }

    private func add(
        _ area: Area, _ kind: PlaceRef.Kind, _ id: Int64, _ tags: TagRange, _ facts: PlaceFacts, _ centres: Centres,
        _ drafts: inout PlaceDrafts
    ) {
        let outline = AreaOutline(area, in: data)
        let point =
            entrances.entrance(of: area) ?? centre(of: outline.box, facts, centres) ?? area.labelPoint(in: data)
        guard var draft = draft(kind, id, tags, facts, at: point) else { return }
        draft.use = use(of: draft, facts)
        drafts.append(draft, rings: outline.rings)
        // A boundary with the tags of a café, say, is found as that.
        if let use = draft.use, draft.type == .area, !draft.isStreetless {
            drafts.zones.append(
                .init(use: use, name: draft.name, box: outline.box, area: area, draft: drafts.all.count - 1))
        }
    }

    /// Returns where a boundary's settlement with the same name is mapped: people who search for a town want that point
    /// rather than the middle of its land.
    private func centre(of box: IntBox, _ facts: PlaceFacts, _ centres: Centres) -> PointE7? {
        guard facts.has(.boundary) || facts.key != PlaceFacts.none && context.text(facts.key) == "place" else {
            return nil
        }
        return centres[facts[.name]]?.first { box.contains(x: $0.longitudeE7, y: $0.latitudeE7) }
    }

    private func use(of draft: PlaceDraft, _ facts: PlaceFacts) -> ZoneUse? {
        ZoneMeaning.use(
            key: context.text(draft.key), value: context.text(draft.value),
            isAdministrative: facts.has(.boundary) && context.text(facts[.boundary]) == "administrative",
            adminLevel: context.number(facts[.adminLevel]))
    }

    private func isClosed(_ way: Int) -> Bool {
        let refs = data.ways.refs(of: way)
        return refs.count > 2 && refs.first == refs.last
    }

    /// Returns the middle one of the known nodes.
    private func middle(ofWay way: Int) -> PointE7? {
        let known = data.ways.refs(of: way).filter { $0 != OSMData.missing }
        return known.isEmpty ? nil : data.nodes.points[Int(known[known.count / 2])]
    }

    /// Returns its label or its capital, else its first known member. That is good enough for routes and sites, which
    /// have no middle, and for partial areas.
    private func firstPoint(ofRelation relation: Int) -> PointE7? {
        for role in ["label", "admin_centre"] {
            for member in data.relations.members(of: relation) where member.kind == .node && data.role(member) == role {
                if let node = data.nodes.index(of: member.id) { return data.nodes.points[Int(node)] }
            }
        }
        for member in data.relations.members(of: relation) {
            switch member.kind {
            case .node: if let node = data.nodes.index(of: member.id) { return data.nodes.points[Int(node)] }
            case .way:
                if let way = data.ways.index(of: member.id), let point = middle(ofWay: way) { return point }
            case .relation: break
            }
        }
        return nil
    }
}
