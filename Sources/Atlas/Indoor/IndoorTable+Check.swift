import GeoCore

extension IndoorTable {
    /// Verifies every index, offset, order and number. Afterwards no look-up can trap.
    ///
    /// Expects a checked string table. Throws at the first fault.
    package func check() throws(AtlasError) {
        guard !buildingRefs.isEmpty else { throw .invalid(Section.buildingRefs, index: 0, rule: "no building") }
        try checkOrder(buildingRefs, Section.buildingRefs, mayBeginWithZero: true)
        try checkOrder(refs, Section.refs, mayBeginWithZero: false)
        try levelStarts.checkStarts(Section.levelStarts, spanning: levelNumbers.count)
        try checkLevels(levelNumbers, levelStarts, Section.levels)
        try spaceLevelStarts.checkStarts(Section.spaceLevelStarts, spanning: spaceLevels.count)
        try checkLevels(spaceLevels, spaceLevelStarts, Section.spaceLevels)
        for building in buildings where row(of: Self.stored(starts[building]), inBuilding: building) == nil {
            throw .invalid(Section.starts, index: Int64(building), rule: "no level of the building")
        }
        for index in labels.indices where !has(labels[index]) {
            throw .invalid(Section.labels, index: Int64(index), rule: "unknown text")
        }
        try checkSpaces()
        try checkMembers()
    }

    private static func stored(_ hundredths: Int32) -> Level { Level(hundredths: hundredths) ?? .ground }

    private func has(_ string: StringID) -> Bool { Int64(string.rawValue) < Int64(text.count) }

    private func checkOrder(
        _ refs: Packed<PlaceRef>, _ section: SectionID, mayBeginWithZero: Bool
    ) throws(AtlasError) {
        for index in refs.indices {
            let ref = refs[index]
            guard index == 0 || refs[index - 1].rawValue < ref.rawValue else {
                throw .invalid(section, index: Int64(index), rule: "references do not ascend")
            }
            if index == 0, mayBeginWithZero, ref.rawValue == 0 { continue }
            guard let kind = ref.kind, PlaceRef(kind, ref.id) == ref else {
                throw .invalid(section, index: Int64(index), rule: "not a reference")
            }
        }
    }

    /// Verifies that each part has levels, in ascending order.
    private func checkLevels(
        _ levels: Packed<Int32>, _ starts: Packed<UInt32>, _ section: SectionID
    ) throws(AtlasError) {
        for part in 0..<(starts.count - 1) {
            guard starts[part] < starts[part + 1] else {
                throw .invalid(section, index: Int64(starts[part]), rule: "something without levels")
            }
            for index in Int(starts[part])..<Int(starts[part + 1]) {
                guard Level(hundredths: levels[index]) != nil,
                    index == Int(starts[part]) || levels[index - 1] < levels[index]
                else { throw .invalid(section, index: Int64(index), rule: "not a level, or not in order") }
            }
        }
    }

    private func checkSpaces() throws(AtlasError) {
        for index in spaces.indices {
            let record = spaces[index]
            guard has(record.name), has(record.number), has(record.use) else {
                throw .invalid(Section.spaces, index: Int64(index), rule: "unknown text")
            }
            guard record.kind < UInt32(IndoorClass.allCases.count),
                Int64(record.building) < Int64(buildingRefs.count)
            else {
                throw .invalid(Section.spaces, index: Int64(index), rule: "unknown class or building")
            }
            guard record.latitudeE7.magnitude <= 900_000_000, record.longitudeE7.magnitude <= 1_800_000_000 else {
                throw .invalid(Section.spaces, index: Int64(index), rule: "not on Earth")
            }
        }
    }

    /// Verifies that each building lists its own spaces, each once.
    private func checkMembers() throws(AtlasError) {
        try memberStarts.checkStarts(Section.memberStarts, spanning: members.count)
        var isListed = [Bool](repeating: false, count: spaces.count)
        for building in buildings {
            for index in Int(memberStarts[building])..<Int(memberStarts[building + 1]) {
                let space = Int(clamping: members[index])
                guard space < spaces.count, !isListed[space], Int64(spaces[space].building) == Int64(building) else {
                    throw .invalid(Section.members, index: Int64(index), rule: "not a space of the building, or twice")
                }
                isListed[space] = true
            }
        }
    }
}
