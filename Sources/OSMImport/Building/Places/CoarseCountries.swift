import GeoCore

/// Finds the country of a point near the extract, by the table.
///
/// Off a coast it is the nearest country within `reach`: the table's coasts are up to some kilometres off.
struct CoarseCountries: Sendable {
    private struct Country: Sendable {
        /// The index in the table's countries.
        let number: Int
        let rings: [RingSearcher]
        /// The edges near the extract.
        let edges: [(from: PointE7, to: PointE7)]

        func contains(_ point: PointE7) -> Bool {
            let x = Double(point.longitudeE7), y = Double(point.latitudeE7)
            return rings.reduce(false) { $0 != ($1.side(ofX: x, y: y) != .outside) }
        }
    }

    /// The distance from a coast at which a country still counts, in metres: twelve nautical miles of
    /// territorial sea (UN Convention on the Law of the Sea, article 3), plus the table's error.
    static let reach = 25_000.0
    /// The same in E7 degrees of latitude, with a margin.
    private static let margin: Int64 = 2_500_000

    private let countries: [Country]
    /// The only country near the extract.
    private let only: Int?

    /// `bounds` may cross the antimeridian.
    init(_ table: CountryTable, near bounds: IntBox) {
        let near = Self.surroundings(of: bounds)
        func isNear(_ points: [PointE7]) -> Bool {
            var box = IntBox.empty
            for point in points { box.include(point) }
            return near.contains { box.intersects($0) }
        }
        countries = table.countries.enumerated().compactMap { number, country in
            let rings = country.rings.filter(isNear)
            guard !rings.isEmpty else { return nil }
            let edges = rings.flatMap { ring in zip(ring, ring.dropFirst() + ring.prefix(1)) }
                .filter { isNear([$0.0, $0.1]) }
            let found = Country(
                number: number,
                rings: rings.map { ring in RingSearcher(ring.map { (Double($0.longitudeE7), Double($0.latitudeE7)) }) },
                edges: edges.map { (from: $0.0, to: $0.1) })
            // A country of which only the box is near has nothing here.
            return edges.isEmpty && !found.contains(Self.middle(of: bounds)) ? nil : found
        }
        only = countries.count == 1 ? countries[0].number : nil
    }

    /// Returns the boxes on both sides of the antimeridian in which a country's edge may be near `bounds`.
    private static func surroundings(of bounds: IntBox) -> [IntBox] {
        guard bounds.isArea else { return [] }
        let latitude = Double(max(abs(Int64(bounds.minY)), abs(Int64(bounds.maxY)))) / 1e7
        let squeeze = max(0.1, Elementary.cosine(latitude * .pi / 180)), wide = Int64(Double(margin) / squeeze)
        let isAround = bounds.longitudeSpan + 2 * wide >= Longitude.fullTurnE7
        return IntBox(
            minX: isAround ? Int32(-Longitude.halfTurnE7) : Longitude.onEarth(Int64(bounds.minX) - wide),
            minY: Int32(max(-900_000_000, Int64(bounds.minY) - margin)),
            maxX: isAround ? Int32(Longitude.halfTurnE7) : Longitude.onEarth(Int64(bounds.maxX) + wide),
            maxY: Int32(min(900_000_000, Int64(bounds.maxY) + margin))
        ).partsBesideAntimeridian
    }

    private static func middle(of box: IntBox) -> PointE7 {
        PointE7(
            latitudeE7: Int32((Int64(box.minY) + Int64(box.maxY)) / 2),
            longitudeE7: box.longitude(eastOfWestSide: box.longitudeSpan / 2))
    }

    /// The numbers of the candidate countries.
    var numbers: [Int] { countries.map(\.number) }

    /// Returns the number of the country around `point`.
    func around(_ point: PointE7) -> Int? { only ?? countries.first { $0.contains(point) }?.number }

    /// Returns the number of the country around `point`, or of the nearest country.
    func at(_ point: PointE7) -> Int? {
        if let number = around(point) { return number }
        let plane = LocalPlane(around: point)
        var best: (distance: Double, number: Int)?
        for country in countries {
            for edge in country.edges {
                let distance = plane.distance(toSegmentFrom: edge.from, to: edge.to)
                if distance <= Self.reach, distance < best?.distance ?? .infinity { best = (distance, country.number) }
            }
        }
        return best?.number
    }
}
