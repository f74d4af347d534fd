import Atlas
import GeoCore
import Routing

/// The ways from level to level through stairs, an escalator or a lift that is drawn as a surface or a node: on each
/// level a landing, joined to the doors there and to the landings of the next levels.
struct ShaftCrossing {
    private let shaft: InsideThings.Shaft
    private let kind: IndoorClass
    private let missingLevels: MissingLevels

    /// The time on stairs from one level to the next. Steps with a rise of 17 cm and a going of 29 cm (ISO 21542:2021)
    /// lead 6.8 m ahead for 4 m up; walkers take 10 s for it at the speed of `FootProfile`.
    static let stairMillis: UInt32 = 10_000
    static let liftMillis: UInt32 = 3_000
    static let liftWaitMillis: UInt32 = 20_000

    init(_ shaft: InsideThings.Shaft, _ missingLevels: MissingLevels) {
        self.shaft = shaft
        self.missingLevels = missingLevels
        kind = shaft.kind
    }

    /// Returns the pieces, none if fewer than two levels have a door; adds the landings to `copies`.
    func pieces(_ data: OSMData, _ nodes: InsideNodes, _ copies: inout LevelCopies) -> [StreetPiece] {
        let doors = doors(data, nodes, copies)
        guard doors.count > 1 else { return [] }
        var pieces: [StreetPiece] = [], last: (landing: UInt32, level: Level)?
        for (level, nodes) in doors {
            let landing = copies.add(middle(data), of: shaft.corners[0])
            for node in nodes {
                pieces.append(
                    StreetPiece(
                        nodes: [copies.node(node, on: level), landing], level: EdgeLevel(.shaft, level),
                        waitMillis: kind == .lift ? Self.liftWaitMillis : 0))
            }
            if let last {
                let each = kind == .lift ? Self.liftMillis : Self.stairMillis
                let storeys = missingLevels.storeys(from: last.level, to: level, of: shaft.object.ref)
                pieces.append(
                    StreetPiece(
                        nodes: [last.landing, landing], level: EdgeLevel(.shaft, nil),
                        millis: each * UInt32(storeys) / 100))
            }
            last = (landing, level)
        }
        return pieces
    }

    private func middle(_ data: OSMData) -> PointE7 {
        let box = RingGeometry.box(shaft.corners, in: data)
        // No sum or difference of two coordinates need fit into 32 bits.
        func middle(_ one: Int32, _ other: Int32) -> Int32 { Int32((Int64(one) + Int64(other)) / 2) }
        return PointE7(latitudeE7: middle(box.minY, box.maxY), longitudeE7: middle(box.minX, box.maxX))
    }

    /// Returns the nodes that lead into the shaft, by level: its doors and the paths to it, or else other portals on
    /// its border.
    private func doors(
        _ data: OSMData, _ nodes: InsideNodes, _ copies: LevelCopies
    ) -> [(level: Level, nodes: [UInt32])] {
        guard case .way(_, let ring) = shaft.shape else {
            let node = shaft.corners[0], reached = copies.levels(at: node)
            let levels = shaft.levels.isEmpty ? reached : shaft.levels.filter { reached.contains($0) }
            return levels.map { ($0, [node]) }
        }
        let wall = NearWall([ring.map { data.nodes.points[Int($0)] }]), corners = Set(ring)
        let others = nodes.candidates(in: wall.box).filter { candidate in
            !corners.contains(candidate.node)
                && (candidate.leadsIn && wall.place(of: candidate.point) != nil
                    || RingGeometry.contains(ring, candidate.point, in: data))
        }
        return shaft.levels.compactMap { level in
            let atBorder = ring.filter { copies.levels(at: $0).contains(level) }
            let entries = atBorder.filter {
                nodes.isDoor($0, on: level) || nodes.levels(ofLinesAt: $0).contains(level)
            }
            let beside = others.filter { $0.levels.contains(level) && copies.levels(at: $0.node).contains(level) }
                .map(\.node)
            let found = entries.isEmpty && beside.isEmpty ? atBorder : entries + beside
            return found.isEmpty ? nil : (level, found)
        }
    }
}
