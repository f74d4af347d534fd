import Routing

/// Finds the rooms that no walk reaches, and why.
struct RoomReach {
    private let inside: InsideStreets
    private let junctions: JunctionFinding
    private let tables: RoadTables
    /// Strongly connected components for walkers, by junction.
    private let components: [UInt16]

    /// The ways that are streets for somebody.
    private let streets: Set<Int>

    init(_ cut: CutStreets, _ tables: RoadTables, _ components: StrongComponents) {
        inside = cut.streets.inside
        junctions = cut.junctions
        streets = inside.isEmpty ? [] : Set(cut.streets.all.map(\.way))
        self.tables = tables
        self.components = components.ofNode
    }

    /// Returns an issue for each room that the walkways outside do not lead to.
    func issues() -> IssueLog {
        var log = IssueLog()
        guard !inside.rooms.isEmpty else { return log }
        let degrees = degrees()
        for room in inside.rooms {
            guard let code = reason(room, degrees) else { continue }
            log.add(ImportIssue(code, room.object.kind, room.object.id))
        }
        return log
    }

    /// Returns why no walk reaches a room; `nil` if one does.
    private func reason(_ room: InsideStreets.Room, _ degrees: [UInt32]) -> ImportIssue.Code? {
        guard !room.doors.isEmpty else { return .roomWithoutDoor }
        // A room that nobody may enter is no street.
        guard streets.contains(room.way) else { return .roomPrivate }
        let foot = ProfileSet(.foot).rawValue
        let open = room.doors.map { junctions.ofNode[Int($0)] }.filter { tables.nodeFlags[Int($0)] & foot == 0 }
        if open.contains(where: { components[Int($0)] == 0 }) { return nil }
        guard !open.isEmpty else { return .roomPrivate }
        let own = ownEnds(of: room)
        return open.contains { degrees[Int($0)] > own[$0, default: 0] } ? .roomCutOff : .roomDoorLeadsNowhere
    }

    /// Returns the number of walkable edges at each junction.
    private func degrees() -> [UInt32] {
        let times = tables.times[Int(Profile.foot.rawValue)]
        var degrees = [UInt32](repeating: 0, count: tables.points.count)
        for (index, edge) in tables.edges.enumerated() where times[2 * index] != .max || times[2 * index + 1] != .max {
            degrees[Int(edge.tail)] += 1
            degrees[Int(edge.head)] += 1
        }
        return degrees
    }

    /// Returns the number of a room's own edges at each of its doors.
    private func ownEnds(of room: InsideStreets.Room) -> [UInt32: UInt32] {
        var ends: [UInt32: UInt32] = [:]
        for piece in inside.pieces[room.way] ?? [] {
            for node in [piece.nodes[0], piece.nodes[piece.nodes.count - 1]] {
                ends[junctions.ofNode[Int(node)], default: 0] += 1
            }
        }
        return ends
    }
}
