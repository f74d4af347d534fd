import Atlas
import GeoCore
package import Routing

extension RoutingCheck {
    /// Returns changes as operators might draw them, all over the streets: closed paths and areas, one-way flow, fences
    /// with an opening, and slow streets.
    package static func changes(
        of network: RoadNetwork, count: Int, using random: inout some RandomNumberGenerator
    ) -> [StreetChange] {
        guard !network.edges.isEmpty else { return [] }
        return (0..<count).map { index in
            let edge = EdgeID(UInt32.random(in: 0..<UInt32(network.edges.count), using: &random))
            let line = network.points(of: edge), corners = square(around: line[0], side: 4000)
            switch index % 6 {
            case 0: return StreetChange(.closed, .line(line))
            case 1: return StreetChange(.closed, .area(corners))
            case 2: return StreetChange(.oneWay, .line(line.reversed()))
            case 3: return StreetChange(.fence(openings: [line[line.count - 1]]), .area(corners))
            case 4:
                return StreetChange(
                    .slower(.random(in: 1...5, using: &random)), .area(square(around: line[0], side: 20_000)))
            default: return StreetChange(.closed, .ways([network.way(of: edge).osmID]), for: ProfileSet(.car))
            }
        }
    }

    /// Returns the corners of a square in E7 units.
    private static func square(around point: PointE7, side: Int32) -> [PointE7] {
        [(-1, -1), (-1, 1), (1, 1), (1, -1)].map { north, east in
            PointE7(
                latitudeE7: point.latitudeE7 + north * side / 2, longitudeE7: point.longitudeE7 + east * side / 2)
        }
    }
}
