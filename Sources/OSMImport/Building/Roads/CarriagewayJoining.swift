import Atlas
import GeoCore
import Routing

/// Gives the two carriageways of a road, where it divides, one direction: midway between theirs.
///
/// They are drawn apart from one point on, so that each seems to turn off. With a common direction, a route goes
/// straight on into its carriageway, the point is a junction only if another street meets it, and changing carriageways
/// is a U-turn.
///
/// Carriageways are two one-way streets of one name and class, one leading in and one leading out, that run side by
/// side further on.
struct CarriagewayJoining {
    /// The distance from the junction at which their distance is measured, in metres.
    private static let lookAhead = 40.0
    /// The maximum distance of carriageways side by side, in metres: two lanes each and a strip of green.
    private static let widestStrip = 18.0
    /// The maximum number of junctions on the way there; a road that divides has fewer.
    private static let maximumJunctions = 16

    private let tables: RoadTables
    private let outArcs: OutArcs
    private let times: [UInt32]
    private let wayMarks: WayMarks
    /// The arcs that lead away along the two carriageways, first the carriageway that leads in.
    ///
    /// No pair occurs twice: an arc leaves one junction, the traffic of the first comes in, that of the second goes
    /// out, and each first has only one second, the nearest in direction. If two lead in beside one that leads out, the
    /// later pair decides its direction.
    private var pairs: [(ArcID, ArcID)] = []

    /// Carriageways that diverge by more than `widestParting` degrees are two roads.
    init(_ tables: RoadTables, _ outArcs: OutArcs, widestParting: Double) {
        self.tables = tables
        self.outArcs = outArcs
        times = tables.times[Int(Profile.car.rawValue)]
        wayMarks = WayMarks(tables.ways.lazy.map { $0.firstEdge }, edgeCount: tables.edges.count)
        for node in tables.points.indices {
            let arms = arms(at: UInt32(node)).filter { leadsOut($0) || leadsIn($0) }
            guard arms.count > 2 else { continue }
            for inward in arms where leadsIn(inward) && !leadsOut(inward) && isNamedRoad(inward) {
                let outward = arms.filter {
                    leadsOut($0) && !leadsIn($0) && $0 != inward.reversed && isSameRoad($0, inward)
                }
                .min { difference($0, inward) < difference($1, inward) }
                guard let outward, difference(outward, inward) <= widestParting,
                    let end = end(of: inward, inward: true), let otherEnd = self.end(of: outward, inward: false),
                    end.distance(inMetresTo: otherEnd) <= Self.widestStrip
                else { continue }
                pairs.append((inward, outward))
            }
        }
    }

    func fill(_ tables: inout RoadTables) {
        for (inward, outward) in pairs {
            let bearing = bearing(of: inward)
            let middle = bearing &+ UInt16(bitPattern: Int16(bitPattern: self.bearing(of: outward) &- bearing) / 2)
            tables.bearings[Int(inward.rawValue)] = middle
            tables.bearings[Int(outward.rawValue)] = middle
        }
    }

    private func arms(at node: UInt32) -> [ArcID] {
        outArcs.arcs[Int(outArcs.firstOut[Int(node)])..<Int(outArcs.firstOut[Int(node) + 1])].map { ArcID($0) }
    }

    private func leadsOut(_ arc: ArcID) -> Bool { times[Int(arc.rawValue)] != .max }
    private func leadsIn(_ arc: ArcID) -> Bool { leadsOut(arc.reversed) }
    private func bearing(of arc: ArcID) -> UInt16 { tables.bearings[Int(arc.rawValue)] }
    private func way(of arc: ArcID) -> RoadWay { tables.ways[Int(wayMarks[arc.edge.rawValue])] }

    private func isNamedRoad(_ arc: ArcID) -> Bool {
        let way = way(of: arc)
        return way.name != .empty && !way.has(.roundabout)
    }

    private func isSameRoad(_ arc: ArcID, _ other: ArcID) -> Bool {
        let way = way(of: arc), otherWay = self.way(of: other)
        return way.name == otherWay.name && way.roadClass == otherWay.roadClass && !way.has(.roundabout)
    }

    /// Returns the angle between the directions of two arcs, in degrees.
    private func difference(_ arc: ArcID, _ other: ArcID, turnedBy turn: UInt16 = 0) -> Double {
        let steps = Int16(bitPattern: bearing(of: arc) &- bearing(of: other) &+ turn)
        return Double(steps.magnitude) * 360 / 65_536
    }

    /// Returns the point `lookAhead` metres along the road of an arc, with or against its traffic; `nil` if the road
    /// ends before.
    private func end(of arc: ArcID, inward: Bool) -> PointE7? {
        var arc = arc, rest = Self.lookAhead
        for _ in 0..<Self.maximumJunctions {
            let points = points(along: arc)
            for (point, next) in zip(points, points.dropFirst()) {
                let length = point.distance(inMetresTo: next)
                if length >= rest { return PointE7(from: point, to: next, share: length > 0 ? rest / length : 0) }
                rest -= length
            }
            let edge = tables.edges[Int(arc.edge.rawValue)], back = arc.reversed
            let onward = arms(at: arc.isBackward ? edge.tail : edge.head)
                .filter { $0 != back && way(of: $0).name == way(of: arc).name && (inward ? leadsIn($0) : leadsOut($0)) }
                .min { difference($0, back, turnedBy: 1 << 15) < difference($1, back, turnedBy: 1 << 15) }
            guard let onward else { return nil }
            arc = onward
        }
        return nil
    }

    private func points(along arc: ArcID) -> [PointE7] {
        let index = Int(arc.edge.rawValue), edge = tables.edges[index]
        let points = EdgeGeometry.points(
            from: tables.points[Int(edge.tail)], to: tables.points[Int(edge.head)],
            tables.geometry[Int(tables.geometryStarts[index])..<Int(tables.geometryStarts[index + 1])])
        return arc.isBackward ? points.reversed() : points
    }
}
