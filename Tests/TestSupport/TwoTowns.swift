import OSMImport

extension HandMade {
    /// Two towns, Altavilla in the west and Borgonovo in the east, whose border is longitude 12.5: Strada Lunga, one
    /// way, runs through both, and Via Confine along the border, with houses 7 and 10 on its sides and another 7. They
    /// lie in the counties Ovest and Est.
    package static var twoTowns: HandMade {
        var map = HandMade()
        map.statedBounds = (425_700_000, 124_600_000, 426_300_000, 125_400_000)
        for (id, latitude, longitude) in [
            (Int64(1), 42.59, 12.485), (2, 42.59, 12.5), (3, 42.59, 12.515), (4, 42.61, 12.515), (5, 42.61, 12.5),
            (6, 42.61, 12.485), (20, 42.6027, 12.489), (21, 42.6027, 12.5), (22, 42.6027, 12.511), (30, 42.5928, 12.5),
            (31, 42.5991, 12.5), (40, 42.605, 12.4995), (41, 42.6, 12.4995),
        ] {
            map.node(id, latitude, longitude)
        }
        func house(_ id: Int64, _ number: String, _ latitude: Double, _ longitude: Double) {
            map.node(id, latitude, longitude, ["addr:housenumber": number, "addr:street": "Via Confine"])
        }
        house(500, "7", 42.5964, 12.5001)
        house(501, "10", 42.5955, 12.4999)
        house(502, "7", 42.5937, 12.4999)
        map.way(1, [1, 2])
        map.way(2, [2, 5])
        map.way(3, [5, 6, 1])
        map.way(4, [2, 3, 4, 5])
        map.way(20, [20, 21, 22], ["highway": "tertiary", "name": "Strada Lunga"])
        map.way(30, [30, 31], ["highway": "residential", "name": "Via Confine"])
        map.way(40, [40, 21, 41], ["highway": "residential", "name": "Vicolo"])
        for (id, ways, name, county) in [
            (Int64(1), [Int64(1), 2, 3], "Altavilla", "Ovest"), (2, [4, 2], "Borgonovo", "Est"),
        ] {
            let members = ways.map { Member(.way, $0, "outer") }
            map.relation(
                id, members, ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": name])
            map.relation(
                id + 10, members,
                ["type": "boundary", "boundary": "administrative", "admin_level": "6", "name": county])
        }
        return map
    }
}
