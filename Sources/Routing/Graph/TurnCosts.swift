import Atlas
import GeoCore

/// What a turn costs a profile, by how far round it goes.
///
/// Cars lose up to 7.5 s, as a logistic curve of the angle; bicycles 6 s times the square of the quarter turns. A turn
/// across the oncoming lane costs more than one along the kerb, for cars up to 2 s, and turning round 20 s on top. The
/// curves and figures are those of OSRM's profiles (`car.lua` and `bicycle.lua`, github.com/Project-OSRM/osrm-backend),
/// written here for traffic on the right. On the left it is the other way round. Arcs that leave a junction in exactly
/// one direction are carriageways of one road: going from one into the other is turning round.
struct TurnCosts: Sendable {
    /// Milliseconds by angle: 256ths of a full turn, clockwise, 0 straight on.
    private let byAngle: [UInt32]
    /// What waiting for a gap in the oncoming traffic adds, in the same steps.
    private let acrossTraffic: [UInt32]
    /// Whether people drive on the left somewhere.
    private let knowsLeft: Bool

    private static let turningRound = 20.0

    init(_ profile: Profile, _ network: RoadNetwork) {
        knowsLeft = network.ways.indices.contains { network.ways[$0].has(.drivesOnLeft) }
        byAngle = (0..<256).map { step in
            // To the right below 128, to the left above.
            let degrees = Double(step < 128 ? step : step - 256) * 360 / 256
            let seconds =
                switch profile {
                case .foot, .wheelchair: 0.0
                case .bicycle: Self.cyclist(degrees)
                case .car: Self.driver(degrees)
                }
            return UInt32((seconds * 1000).rounded(.toNearestOrEven))
        }
        acrossTraffic = (0..<256).map { step in
            guard profile == .car, step > 128 else { return 0 }
            let degrees = Double(256 - step) * 360 / 256
            return UInt32((2000 / (1 + Elementary.exponential(3.25 - 13 * degrees / 180))).rounded(.toNearestOrEven))
        }
    }

    private static func driver(_ degrees: Double) -> Double {
        // Steeper to the left; the other way round where the bias is divided by.
        let bias = degrees >= 0 ? 1 / 1.075 : 1.075
        let exponent = -(13 * bias * degrees.magnitude / 180 - 6.5 / bias)
        return 7.5 / (1 + Elementary.exponential(exponent))
    }

    private static func cyclist(_ degrees: Double) -> Double {
        let quarters = degrees / 90
        return quarters * quarters * 6 * (degrees >= 0 ? 1 / 1.4 : 1.4)
    }

    /// Returns the milliseconds; none where a street only goes on, however it bends.
    func millis(from arc: ArcID, onto next: ArcID, of network: RoadNetwork, isJunction: Bool) -> UInt32 {
        let behind = network.bearings[arc.reversed.rawValue], ahead = network.bearings[next.rawValue]
        let isReturn = next == arc.reversed || ahead == behind
        guard isJunction || isReturn else { return 0 }
        // Both lead away from the junction: straight on is half a turn apart.
        var angle = ahead &- behind &+ 1 << 15
        if knowsLeft, network.way(of: arc.edge).has(.drivesOnLeft) { angle = 0 &- angle }
        if isReturn { return byAngle[128] + UInt32(Self.turningRound * 1000) }
        // To the nearest 256th.
        let step = Int((angle &+ 128) >> 8), waiting = acrossTraffic[step]
        // Round a roundabout nobody comes the other way.
        let isRound = waiting > 0 && (isRoundabout(arc, network) || isRoundabout(next, network))
        return byAngle[step] + (isRound ? 0 : waiting)
    }

    private func isRoundabout(_ arc: ArcID, _ network: RoadNetwork) -> Bool {
        network.way(of: arc.edge).has(.roundabout)
    }
}
