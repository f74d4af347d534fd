import Atlas
import GeoCore
import TestSupport
import Testing

/// The shape of one place, read back from an atlas.
private func withShape(_ parts: [[PointE7]], isArea: Bool, around origin: PointE7, _ body: (PlaceShape) -> Void) throws
{
    var columns = PlaceColumns(), writer = AtlasWriter()
    columns.refs = [try #require(PlaceRef("w1"))]
    columns.owners = [PlaceID(0)]
    columns.ownRefs = [0]
    columns.points = [origin]
    columns.names = [.empty]
    columns.kinds = [0]
    columns.types = [PlaceType.place.rawValue]
    columns.ranks = [0]
    columns.streets = [.none]
    columns.numbers = [.empty]
    columns.localities = [0]
    columns.kindKeys = [.empty]
    columns.kindValues = [.empty]
    columns.towns = [Locality()]
    columns.detailStarts = [0, 0]
    _ = PlaceShape.append(parts, isArea: isArea, origin: origin, to: &columns.shapes)
    columns.shapeStarts = [0, UInt32(columns.shapes.count)]
    StringTable.add([""], to: &writer)
    columns.add(to: &writer)
    try AtlasForging.withView(writer.finish()) { atlas in
        let table = try PlaceTable(atlas)
        try table.check()
        body(try #require(table.shape(PlaceID(0))))
    }
}

@Test func `points come back within 6 cm, for any shape between them`() throws {
    var random = SeededGenerator(seed: 3)
    for span in [1e-5, 1e-2, 1, 80] {
        let parts = (0..<5).map { _ in
            (0..<Int(1 + random.next() % 20)).map { _ in
                PointE7(
                    latitudeE7: Int32(random.uniform(in: -span...span) * 1e7),
                    longitudeE7: Int32(random.uniform(in: -span...span) * 2e7))
            }
        }
        let origin = parts[0][0]
        try withShape(parts, isArea: false, around: origin) { shape in
            var read: [[PointE7]] = []
            shape.forEachPart { part in
                var points: [PointE7] = []
                part.forEachPoint { points.append($0) }
                read.append(points)
            }
            #expect(read.map(\.count) == parts.map(\.count))
            for (was, now) in zip(parts.joined(), read.joined()) {
                #expect(abs(Int64(was.latitudeE7) - Int64(now.latitudeE7)) <= 5)
                #expect(abs(Int64(was.longitudeE7) - Int64(now.longitudeE7)) <= 5)
            }
            #expect(shape.bounds == PlaceShape.bounds(parts, origin: origin))
            #expect(!shape.isArea && !shape.contains(origin))
        }
    }
}

@Test func `a hole is outside`() throws {
    func square(_ half: Int32) -> [PointE7] {
        [(-half, -half), (-half, half), (half, half), (half, -half)].map { PointE7(latitudeE7: $0, longitudeE7: $1) }
    }
    let origin = PointE7(latitudeE7: 0, longitudeE7: 0)
    try withShape([square(100_000), square(50_000)], isArea: true, around: origin) { shape in
        #expect(!shape.contains(origin))
        #expect(shape.contains(PointE7(latitudeE7: 75_000, longitudeE7: 3)))
        #expect(!shape.contains(PointE7(latitudeE7: 100_001, longitudeE7: 3)))
    }
}

@Test func `each byte of a shape may be anything and is refused or harmless`() throws {
    let origin = PointE7(latitudeE7: 601_000_000, longitudeE7: 251_000_000)
    var bytes: [UInt8] = []
    let line = (0..<6).map { PointE7(latitudeE7: 601_000_000 + $0 * 100, longitudeE7: 251_000_000 + $0 * 900) }
    _ = PlaceShape.append([line, line], isArea: true, origin: origin, to: &bytes)
    var refused = 0, harmless = 0
    for index in bytes.indices {
        for value in 0...UInt8.max {
            var columns = PlaceColumns(), writer = AtlasWriter()
            columns.points = [origin]
            columns.shapes = bytes
            columns.shapes[index] = value
            columns.shapeStarts = [0, UInt32(bytes.count)]
            columns.refs = [try #require(PlaceRef("w1"))]
            columns.owners = [PlaceID(0)]
            columns.ownRefs = [0]
            columns.names = [.empty]
            columns.kinds = [0]
            columns.types = [0]
            columns.ranks = [0]
            columns.streets = [.none]
            columns.numbers = [.empty]
            columns.localities = [0]
            columns.kindKeys = [.empty]
            columns.kindValues = [.empty]
            columns.towns = [Locality()]
            columns.detailStarts = [0, 0]
            StringTable.add([""], to: &writer)
            columns.add(to: &writer)
            try AtlasForging.withView(writer.finish()) { atlas in
                let table = try PlaceTable(atlas)
                do {
                    try table.check()
                    _ = table.shape(PlaceID(0))?.contains(origin)
                    harmless += 1
                } catch {
                    refused += 1
                }
            }
        }
    }
    // Most steps may be any, counts may not.
    #expect(refused > bytes.count)
    #expect(harmless > bytes.count)
}
