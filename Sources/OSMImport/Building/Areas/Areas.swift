/// All areas of an extract: relations are assembled once, closed ways on demand.
package struct Areas: Sendable {
    /// By relation index; `nil` if a relation is not an area or cannot be closed.
    private let ofRelations: [Area?]
    /// Ways whose surface a relation already describes, with its holes.
    private let isAbsorbed: [Bool]
    /// The areas that could not be assembled.
    package let issues: IssueLog

    /// Assembles the relations of `data` on all cores.
    package init(_ data: OSMData) {
        let isTooMuch = Self.excess(in: data)
        let results = Parallel.mapRanges(of: data.relations.count, length: 32) { range in
            range.map { relation in
                guard RelationArea.isArea(relation: relation, in: data) else { return RelationArea() }
                return isTooMuch[relation]
                    ? RelationArea(issue: .areaTooLarge) : RelationArea(relation: relation, in: data)
            }
        }
        var areas: [Area?] = [], absorbed = [Bool](repeating: false, count: data.ways.count), issues = IssueLog()
        areas.reserveCapacity(data.relations.count)
        for result in results.joined() {
            areas.append(result.area)
            for way in result.absorbedWays { absorbed[way] = true }
            for code in result.issues {
                issues.add(ImportIssue(code, .relation, data.relations.ids[areas.count - 1]))
            }
        }
        ofRelations = areas
        isAbsorbed = absorbed
        self.issues = issues
    }

    /// Returns the relations after which the ways of all relations so far exceed `waysBorrowed` times the extract's
    /// ways.
    ///
    /// A relation names a way in three bytes, however long the way is: without a bound, a small file could demand any
    /// amount of memory.
    private static func excess(in data: OSMData) -> [Bool] {
        let most = waysBorrowed * data.ways.refs.count + leastBound
        var total = 0
        return (0..<data.relations.count).map { relation in
            guard RelationArea.isArea(relation: relation, in: data) else { return false }
            let ways = data.relations.members(of: relation).lazy.filter { $0.kind == .way }
            let length = ways.reduce(0) { sum, member in
                sum + (data.ways.index(of: member.id).map { data.ways.refs(of: $0).count } ?? 0)
            }
            guard length <= most - total else { return true }
            total += length
            return false
        }
    }

    /// In eight extracts (towns, a campus, small countries) the maximum is 0.18.
    private static let waysBorrowed = 16
    private static let leastBound = 1_000_000

    /// Returns the area that a multipolygon or boundary relation encloses.
    package func relation(_ index: Int) -> Area? { ofRelations[index] }

    /// Whether a relation already describes the surface of a way.
    func isAbsorbed(way: Int) -> Bool { isAbsorbed[way] }

    /// Returns the area that a closed way encloses, if its tags describe one and no relation covers it.
    ///
    /// If the extract's edge cuts the way, returns the part inside, if that can be closed; the area is then not whole.
    package func way(_ index: Int, in data: OSMData) -> Area? {
        guard mayBeArea(index, in: data) else { return nil }
        let tags = data.tags(ofWay: index), isCut = data.ways.refs(of: index).first == OSMData.missing
        return AreaTags.isArea(tags) && (!isCut || AreaTags.isSurface(tags)) ? area(ofWay: index, in: data) : nil
    }

    /// Returns the area that a closed way encloses, whatever its tags, if no relation covers it.
    func surface(ofWay index: Int, in data: OSMData) -> Area? {
        guard mayBeArea(index, in: data), data.ways.refs(of: index).first != OSMData.missing else { return nil }
        return area(ofWay: index, in: data)
    }

    private func mayBeArea(_ way: Int, in data: OSMData) -> Bool {
        let refs = data.ways.refs(of: way)
        return refs.count >= 4 && refs.first == refs.last && !isAbsorbed[way]
    }

    private func area(ofWay index: Int, in data: OSMData) -> Area? {
        let polygons = Self.polygons(ofWay: index, in: data)
        guard !polygons.isEmpty else { return nil }
        return Area(
            kind: .way, index: index, id: data.ways.ids[index], tags: data.ways.tags[index], polygons: polygons,
            isWhole: !data.hasGap(data.ways.refs(of: index)))
    }

    /// Returns the surface of a closed way: one polygon, or several on both sides of the antimeridian; none if it
    /// encloses nothing or cannot be closed.
    static func polygons(ofWay index: Int, in data: OSMData) -> [Area.Polygon] {
        let refs = data.ways.refs(of: index)
        guard refs.contains(OSMData.missing), data.isCutAtAntimeridian(refs) else {
            return ring(refs, in: data).map { [Area.Polygon(outer: $0)] } ?? []
        }
        var assembly = RingAssembly(data)
        assembly.add(refs, isInner: false)
        assembly.assemble()
        return RingNesting(assembly.rings, in: data).polygons
    }

    /// Returns the ring of a closed way, counterclockwise seen from above; `nil` if it encloses nothing or cannot be
    /// closed.
    static func ring(_ refs: ArraySlice<UInt32>, in data: OSMData) -> Area.Ring? {
        guard !refs.contains(OSMData.missing) || CutRing(refs, in: data).isClosable else { return nil }
        var ring: Area.Ring = []
        ring.reserveCapacity(refs.count)
        for node in refs.dropLast() where node != OSMData.missing && ring.last != node { ring.append(node) }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        guard ring.count >= 3 else { return nil }
        let area = RingGeometry.doubledArea(ring, in: data)
        guard area != 0 else { return nil }
        if area < 0 { ring.reverse() }
        return ring
    }
}
