package import GeoCore

/// The columns of a place table before they become sections. Their meaning is `PlaceTable`'s; lengths must agree.
package struct PlaceColumns: Sendable {
    package var refs: [PlaceRef] = []
    package var owners: [PlaceID] = []
    package var ownRefs: [UInt32] = []
    package var points: [PointE7] = []
    package var names: [StringID] = []
    package var kinds: [UInt16] = []
    package var types: [UInt8] = []
    package var ranks: [UInt8] = []
    package var streets: [PlaceID] = []
    package var numbers: [StringID] = []
    package var localities: [UInt32] = []
    package var kindKeys: [StringID] = []
    package var kindValues: [StringID] = []
    package var towns: [Locality] = []
    package var detailStarts: [UInt32] = [0]
    package var detailKeys: [UInt16] = []
    package var details: [StringID] = []
    package var keys: [StringID] = []
    package var shapeStarts: [UInt32] = [0]
    package var shapes: [UInt8] = []
    package var numbersComeFirst = false

    package init() {}

    /// Adds the table's sections.
    package func add(to writer: inout AtlasWriter) {
        typealias Section = PlaceTable.Section
        writer.add(Section.refs, refs)
        writer.add(Section.owners, owners)
        writer.add(Section.ownRefs, ownRefs)
        writer.add(Section.points, points)
        writer.add(Section.names, names)
        writer.add(Section.kinds, kinds)
        writer.add(Section.types, types)
        writer.add(Section.ranks, ranks)
        writer.add(Section.streets, streets)
        writer.add(Section.numbers, numbers)
        writer.add(Section.localities, localities)
        writer.add(Section.kindKeys, kindKeys)
        writer.add(Section.kindValues, kindValues)
        writer.add(Section.towns, towns.flatMap { $0.parts.map { $0.name } })
        writer.add(Section.townPlaces, towns.flatMap { $0.parts.map { $0.place ?? .none } })
        writer.add(Section.detailStarts, detailStarts)
        writer.add(Section.detailKeys, detailKeys)
        writer.add(Section.details, details)
        writer.add(Section.keys, keys)
        writer.add(Section.shapeStarts, shapeStarts)
        writer.add(Section.shapes, shapes)
        writer.add(Section.settings, [UInt32(numbersComeFirst ? 1 : 0)])
    }
}
