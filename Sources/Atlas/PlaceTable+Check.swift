import GeoCore

extension PlaceTable {
    /// Verifies that columns that go together have the same length.
    func checkLengths() throws(AtlasError) {
        func expect(_ section: SectionID, _ found: Int, _ expected: Int) throws(AtlasError) {
            guard found == expected else {
                throw .invalid(section, index: Int64(found), rule: "has \(found) elements, expected \(expected)")
            }
        }
        try expect(Section.owners, owners.count, refs.count)
        try expect(Section.ownRefs, ownRefs.count, count)
        try expect(Section.names, names.count, count)
        try expect(Section.kinds, kinds.count, count)
        try expect(Section.types, types.count, count)
        try expect(Section.ranks, ranks.count, count)
        try expect(Section.streets, streets.count, count)
        try expect(Section.numbers, numbers.count, count)
        try expect(Section.localities, localities.count, count)
        try expect(Section.kindValues, kindValues.count, kindKeys.count)
        try expect(Section.towns, towns.count % Locality.width, 0)
        try expect(Section.townPlaces, townPlaces.count, towns.count)
        try expect(Section.detailStarts, detailStarts.count, count + 1)
        try expect(Section.details, details.count, detailKeys.count)
        try expect(Section.shapeStarts, shapeStarts.count, count + 1)
        try expect(Section.settings, settings.count, 1)
        // Place ids are 32 bits wide, and the largest stands for no place.
        guard Int64(count) < Int64(UInt32.max), Int64(refs.count) < Int64(UInt32.max) else {
            throw .invalid(Section.points, index: Int64(count), rule: "more places than ids")
        }
    }

    /// Verifies everything a query relies on: references, order, and that shapes end where they should.
    ///
    /// The string table has its own checker.
    package func check() throws(AtlasError) {
        try checkReferences()
        try checkColumns()
        try checkStrings(Section.names, names)
        try checkStrings(Section.numbers, numbers)
        try checkStrings(Section.kindKeys, kindKeys)
        try checkStrings(Section.kindValues, kindValues)
        try checkStrings(Section.towns, towns)
        for index in townPlaces.indices {
            guard let place = townPlaces[index].orNil, place.index >= count else { continue }
            throw .invalid(Section.townPlaces, index: Int64(index), rule: "no such place")
        }
        try checkStrings(Section.details, details)
        try checkStrings(Section.keys, keys)
        try detailStarts.checkStarts(Section.detailStarts, spanning: details.count)
        for index in detailKeys.indices where Int(detailKeys[index]) >= keys.count {
            throw .invalid(Section.detailKeys, index: Int64(index), rule: "no such key")
        }
        try shapeStarts.checkStarts(Section.shapeStarts, spanning: shapes.count)
        for place in indices { try checkShape(of: place) }
    }

    private func checkReferences() throws(AtlasError) {
        for index in refs.indices {
            guard refs[index].kind != nil, index == 0 || refs[index - 1].rawValue < refs[index].rawValue else {
                throw .invalid(Section.refs, index: Int64(index), rule: "references do not ascend or have no kind")
            }
            guard owners[index].index < count else {
                throw .invalid(Section.owners, index: Int64(index), rule: "no such place")
            }
        }
        for place in indices {
            let ref = Int(clamping: ownRefs[place])
            // A place that is known only from addresses has the reference of one of them: a street, a postcode, a
            // number between two houses.
            guard ref < refs.count, owners[ref].index == place || type(PlaceID(place)) != .place else {
                throw .invalid(Section.ownRefs, index: Int64(place), rule: "not a reference of this place")
            }
        }
    }

    private func checkColumns() throws(AtlasError) {
        for place in indices {
            guard points[place].isOnEarth else {
                throw .invalid(Section.points, index: Int64(place), rule: "not on Earth")
            }
            guard Int(kinds[place]) < kindCount else {
                throw .invalid(Section.kinds, index: Int64(place), rule: "no such kind")
            }
            guard let type = PlaceType(rawValue: types[place]) else {
                throw .invalid(Section.types, index: Int64(place), rule: "no such type")
            }
            guard place == 0 || ranks[place - 1] >= ranks[place] else {
                throw .invalid(Section.ranks, index: Int64(place), rule: "importance ascends")
            }
            guard Int64(localities[place]) < Int64(localityCount) else {
                throw .invalid(Section.localities, index: Int64(place), rule: "no such locality")
            }
            if let street = streets[place].orNil {
                // A street has no street of its own, so following the reference ends.
                guard street.index < count, types[street.index] == PlaceType.street.rawValue, type != .street else {
                    throw .invalid(Section.streets, index: Int64(place), rule: "not a street")
                }
            } else if type == .address {
                throw .invalid(Section.streets, index: Int64(place), rule: "an address without a street")
            }
        }
    }

    private func checkStrings(_ section: SectionID, _ strings: Packed<StringID>) throws(AtlasError) {
        for index in strings.indices where Int64(strings[index].rawValue) >= Int64(text.count) {
            throw .invalid(section, index: Int64(index), rule: "no such string")
        }
    }

    /// Reads one shape as queries do, but checks every limit.
    private func checkShape(of place: Int) throws(AtlasError) {
        var offset = Int(shapeStarts[place])
        let end = Int(shapeStarts[place + 1])
        guard offset < end else { return }
        func fail(_ rule: String) -> AtlasError { .invalid(Section.shapes, index: Int64(offset), rule: rule) }
        let parts = shapes.varint(&offset) >> 1
        guard Int64(parts) <= Int64(end - offset) else { throw fail("more parts than bytes") }
        for _ in 0..<parts {
            guard offset < end else { throw fail("a part is missing") }
            let part = PlaceShape.Part(bytes: shapes, offset: offset, origin: points[place])
            let points = shapes.varint(&offset)
            guard points >= 1, Int64(points) <= Int64(PlaceShape.maximumPoints),
                Int64(points) * 2 <= Int64(end - offset)
            else { throw fail("a part with too many points, or none") }
            var isOnEarth = true
            part.forEachPoint { isOnEarth = isOnEarth && $0.isOnEarth }
            guard isOnEarth else { throw fail("a point not on Earth") }
            offset = part.end
            guard offset <= end else { throw fail("a part runs into the next place's shape") }
        }
        guard offset == end else { throw fail("bytes behind the last part") }
    }
}
