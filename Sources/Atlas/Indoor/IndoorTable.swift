package import GeoCore

/// The inside of buildings: their levels, and the rooms, corridors and areas on these. An atlas of a place without
/// indoor data lacks all its sections.
///
/// ```
/// indoor.houses     PlaceRef by building, ascending. The first may be 0: all that lies in no building
/// indoor.starts     Int32 by building: the level to show first. All levels are in hundredths
/// indoor.levelsAt   UInt32 by building, and one more: where its levels begin
/// indoor.levels     Int32 by level: ascending within a building
/// indoor.labels     StringID by level: what the signs say, or empty
/// indoor.counts     UInt32 × 9 by level: how many things of each `IndoorClass` it has
/// indoor.membersAt  UInt32 by building, and one more: where its spaces begin
/// indoor.members    UInt32: a space; by level, then sign
/// indoor.refs       PlaceRef by space, ascending
/// indoor.spaces     IndoorSpaceRecord by space
/// indoor.floorsAt   UInt32 by space, and one more: where its levels begin
/// indoor.floors     Int32: ascending within a space
/// ```
package struct IndoorTable: Sendable {
    package let text: StringTable
    let buildingRefs: Packed<PlaceRef>
    let starts: Packed<Int32>
    let levelStarts: Packed<UInt32>
    let levelNumbers: Packed<Int32>
    let labels: Packed<StringID>
    let counts: Packed<UInt32>
    let memberStarts: Packed<UInt32>
    let members: Packed<UInt32>
    let refs: Packed<PlaceRef>
    let spaces: Packed<IndoorSpaceRecord>
    let spaceLevelStarts: Packed<UInt32>
    let spaceLevels: Packed<Int32>

    /// Opens the table; `nil` if the atlas has no indoor data. Call `check()` on an atlas of unknown origin.
    package static func open(_ atlas: AtlasView) throws(AtlasError) -> IndoorTable? {
        atlas.contains(Section.buildingRefs) ? try IndoorTable(atlas) : nil
    }

    private init(_ atlas: AtlasView) throws(AtlasError) {
        text = try StringTable(atlas)
        buildingRefs = try atlas.packed(Section.buildingRefs, of: PlaceRef.self)
        starts = try atlas.packed(Section.starts, of: Int32.self, count: buildingRefs.count)
        levelStarts = try atlas.packed(Section.levelStarts, of: UInt32.self, count: buildingRefs.count + 1)
        levelNumbers = try atlas.packed(Section.levels, of: Int32.self)
        labels = try atlas.packed(Section.labels, of: StringID.self, count: levelNumbers.count)
        counts = try atlas.packed(
            Section.counts, of: UInt32.self, count: levelNumbers.count * IndoorClass.allCases.count)
        memberStarts = try atlas.packed(Section.memberStarts, of: UInt32.self, count: buildingRefs.count + 1)
        refs = try atlas.packed(Section.refs, of: PlaceRef.self)
        members = try atlas.packed(Section.members, of: UInt32.self, count: refs.count)
        spaces = try atlas.packed(Section.spaces, of: IndoorSpaceRecord.self, count: refs.count)
        spaceLevelStarts = try atlas.packed(Section.spaceLevelStarts, of: UInt32.self, count: refs.count + 1)
        spaceLevels = try atlas.packed(Section.spaceLevels, of: Int32.self)
    }

    /// The buildings with indoor data, as numbers.
    package var buildings: Range<Int> { 0..<buildingRefs.count }

    /// The object of a building; `nil` for what lies in no building.
    package func ref(ofBuilding building: Int) -> PlaceRef? {
        buildingRefs[building].rawValue == 0 ? nil : buildingRefs[building]
    }

    /// Finds the number of a building by its object; `nil` for one without indoor data. O(log n).
    package func building(_ ref: PlaceRef) -> Int? {
        let index = buildingRefs.partitionPoint { $0.rawValue < ref.rawValue }
        return index < buildingRefs.count && buildingRefs[index] == ref && ref.rawValue != 0 ? index : nil
    }

    /// The level that a map of the building shows first: that of its main entrance, else the ground floor.
    package func startLevel(ofBuilding building: Int) -> Level { Self.level(starts[building]) }

    /// The rows of a building's levels, the lowest first, for `level(at:)`, `label(at:)` and `count(of:at:)`.
    package func levelRows(ofBuilding building: Int) -> Range<Int> {
        Int(levelStarts[building])..<Int(levelStarts[building + 1])
    }

    package func level(at row: Int) -> Level { Self.level(levelNumbers[row]) }

    /// What the signs in the building call the level; `nil` if unknown.
    package func label(at row: Int) -> StringID? { labels[row].isEmpty ? nil : labels[row] }

    /// How many things of a class are on a level; a thing on several levels counts on each.
    package func count(of kind: IndoorClass, at row: Int) -> Int {
        Int(counts[row * IndoorClass.allCases.count + Int(kind.rawValue)])
    }

    /// Finds the row of a level of a building.
    package func row(of level: Level, inBuilding building: Int) -> Int? {
        levelRows(ofBuilding: building).first { levelNumbers[$0] == level.hundredths }
    }

    /// The spaces of a building, as numbers: by their lowest level, then by what their sign says.
    package func spaces(ofBuilding building: Int) -> [Int] {
        (Int(memberStarts[building])..<Int(memberStarts[building + 1])).map { Int(members[$0]) }
    }

    /// The number of all spaces; spaces are `0..<spaceCount`.
    package var spaceCount: Int { refs.count }

    /// Finds a space by its object. O(log n).
    package func space(_ ref: PlaceRef) -> Int? {
        let index = refs.partitionPoint { $0.rawValue < ref.rawValue }
        return index < refs.count && refs[index] == ref ? index : nil
    }

    package func space(at index: Int) -> IndoorSpace {
        let record = spaces[index]
        return IndoorSpace(
            ref: refs[index], kind: IndoorClass(rawValue: UInt8(truncatingIfNeeded: record.kind)) ?? .room,
            building: Int(record.building),
            point: PointE7(latitudeE7: record.latitudeE7, longitudeE7: record.longitudeE7), name: record.name,
            number: record.number, use: record.use,
            levels: (Int(spaceLevelStarts[index])..<Int(spaceLevelStarts[index + 1])).map {
                Self.level(spaceLevels[$0])
            })
    }

    private static func level(_ hundredths: Int32) -> Level { Level(hundredths: hundredths) ?? .ground }
}

/// A room, corridor or area.
package struct IndoorSpace: Sendable {
    package let ref: PlaceRef
    package let kind: IndoorClass
    /// The number of its building.
    package let building: Int
    /// A point well inside.
    package let point: PointE7
    package let name: StringID
    /// The number on its sign.
    package let number: StringID
    /// Its use, as OpenStreetMap's value: `office`, `toilets`.
    package let use: StringID
    /// Ascending, at least one.
    package let levels: [Level]
}

struct IndoorSpaceRecord: PackedElement {
    var latitudeE7: Int32
    var longitudeE7: Int32
    var name: StringID
    var number: StringID
    var use: StringID
    /// Raw value of `IndoorClass`.
    var kind: UInt32
    var building: UInt32
}

extension IndoorTable {
    /// The sections' names, for reader, writer and checker.
    enum Section {
        static var buildingRefs: SectionID { "indoor.houses" }
        static var starts: SectionID { "indoor.starts" }
        static var levelStarts: SectionID { "indoor.levelsAt" }
        static var levels: SectionID { "indoor.levels" }
        static var labels: SectionID { "indoor.labels" }
        static var counts: SectionID { "indoor.counts" }
        static var memberStarts: SectionID { "indoor.membersAt" }
        static var members: SectionID { "indoor.members" }
        static var refs: SectionID { "indoor.refs" }
        static var spaces: SectionID { "indoor.spaces" }
        static var spaceLevelStarts: SectionID { "indoor.floorsAt" }
        static var spaceLevels: SectionID { "indoor.floors" }
    }
}
