import GeoCore

/// The nodes that streets with different names share.
struct Crossings {
    struct Crossing: Sendable, Hashable {
        let street: Int
        let other: Int
        let node: UInt32
    }

    /// Each pair of streets in both directions, by street, then by node.
    let all: [Crossing]

    /// Beyond this number of streets at a node, nobody calls it a crossing of two of them.
    private static let maximumStreets = 8

    /// `members[i]` are the ways of draft `first + i`; only those of streets count.
    init(_ data: OSMData, members: [[Int]], isStreet: [Bool]) {
        var visits: [UInt64] = []
        for (street, ways) in members.enumerated() where isStreet[street] {
            for way in ways {
                for node in data.ways.refs(of: way) where node != OSMData.missing {
                    visits.append(UInt64(node) << 32 | UInt64(street))
                }
            }
        }
        visits.sort()
        var found: [Crossing] = [], start = 0
        while start < visits.count {
            var end = start + 1
            while end < visits.count, visits[end] >> 32 == visits[start] >> 32 { end += 1 }
            var streets: [Int] = []
            for visit in visits[start..<end] where streets.last != Int(visit & 0xffff_ffff) {
                streets.append(Int(visit & 0xffff_ffff))
            }
            if streets.count > 1, streets.count <= Self.maximumStreets {
                let node = UInt32(visits[start] >> 32)
                for street in streets {
                    for other in streets where other != street {
                        found.append(Crossing(street: street, other: other, node: node))
                    }
                }
            }
            start = end
        }
        all = found.sorted { ($0.street, $0.node, $0.other) < ($1.street, $1.node, $1.other) }
    }
}
