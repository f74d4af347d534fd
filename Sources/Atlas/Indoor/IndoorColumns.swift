package import GeoCore

/// The content of the indoor table before it is written.
package struct IndoorColumns: Sendable {
    /// A building, or all that lies in no building.
    package struct Building: Sendable {
        /// `nil` for what lies in no building.
        package var ref: PlaceRef?
        package var start: Level
        /// Ascending, with what the signs say and the number of things of each class.
        package var levels: [(level: Level, label: StringID, counts: [UInt32])] = []
        /// Its spaces, as positions in `spaces`, in the order in which to list them.
        package var members: [Int] = []

        package init(ref: PlaceRef?, start: Level) {
            self.ref = ref
            self.start = start
        }
    }

    /// In the order of their references, the one without a reference first.
    package var buildings: [Building] = []
    /// In the order of their references.
    package var spaces: [IndoorSpace] = []

    package init() {}

    /// Adds all sections.
    package func add(to writer: inout AtlasWriter) {
        typealias Section = IndoorTable.Section
        let levels = buildings.flatMap { $0.levels }
        writer.add(Section.buildingRefs, buildings.map { $0.ref ?? PlaceRef(rawValue: 0) })
        writer.add(Section.starts, buildings.map { $0.start.hundredths })
        writer.add(Section.levelStarts, Self.starts(buildings.map { $0.levels.count }))
        writer.add(Section.levels, levels.map { $0.level.hundredths })
        writer.add(Section.labels, levels.map { $0.label })
        writer.add(Section.counts, levels.flatMap { $0.counts })
        writer.add(Section.memberStarts, Self.starts(buildings.map { $0.members.count }))
        writer.add(Section.members, buildings.flatMap { $0.members }.map { UInt32($0) })
        writer.add(Section.refs, spaces.map { $0.ref })
        writer.add(
            Section.spaces,
            spaces.map { space in
                IndoorSpaceRecord(
                    latitudeE7: space.point.latitudeE7, longitudeE7: space.point.longitudeE7, name: space.name,
                    number: space.number, use: space.use, kind: UInt32(space.kind.rawValue),
                    building: UInt32(space.building))
            })
        writer.add(Section.spaceLevelStarts, Self.starts(spaces.map { $0.levels.count }))
        writer.add(Section.spaceLevels, spaces.flatMap { $0.levels }.map { $0.hundredths })
    }

    private static func starts(_ counts: [Int]) -> [UInt32] {
        var starts: [UInt32] = [0]
        for count in counts { starts.append(starts[starts.count - 1] + UInt32(count)) }
        return starts
    }
}

extension IndoorSpace {
    /// Makes a space for the writer.
    package init(
        ref: PlaceRef, kind: IndoorClass, building: Int, point: PointE7, levels: [Level], name: StringID,
        number: StringID, use: StringID
    ) {
        self.init(
            ref: ref, kind: kind, building: building, point: point, name: name, number: number, use: use,
            levels: levels)
    }
}
