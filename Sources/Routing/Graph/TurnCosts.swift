import Atlas
import GeoCore

/// The costs of turns for a profile, by their angle.
///
/// Cars lose up to 7.5 s, by a logistic curve of the angle; bicycles 6 s times the square of the quarter turns. A turn
/// across the oncoming lane costs more than a turn along the kerb, for cars up to 2 s, and a U-turn adds 20 s. The
/// curves and figures are those of OSRM's profiles (`car.lua` and `bicycle.lua`, github.com/Project-OSRM/osrm-backend).
/// They are for right-hand traffic and mirrored for left-hand traffic. Arcs that leave a junction in exactly the same
/// direction are carriageways of one road: a turn from one into the other is a U-turn.
struct TurnCosts: Sendable {
    /// Milliseconds by angle: 256ths of a full turn, clockwise, 0 is straight on.
    private let byAngle: [UInt32]
    /// The additional milliseconds for a gap in the oncoming traffic, in the same steps.
    private let acrossTraffic: [UInt32]
    /// Whether people drive on the left anywhere in the network.
    private let knowsLeft: Bool

    private static let turningRound = 20.0

    init(_ profile: Profile, _ network: RoadNetwork) {
        knowsLeft = network.ways.indices.contains { network.ways[$0].has(.drivesOnLeft) }
        byAngle = (0..<256).map { step in
            // Below 128 is right, above is left.
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
        // Steeper to the left; the division by the bias acts the other way round.
        let bias = degrees >= 0 ? 1 / 1.075 : 1.075
        let exponent = -(13 * bias * degrees.magnitude / 180 - 6.5 / bias)
        return 7.5 / (1 + Elementary.exponential(exponent))
    }

    private static func cyclist(_ degrees: Double) -> Double {
        let quarters = degrees / 90
        return quarters * quarters * 6 * (degrees >= 0 ? 1 / 1.4 : 1.4)
    }

    /// Returns the milliseconds; 0 if a street only continues, however it bends.
    func millis(from arc: ArcID, onto next: ArcID, of network: RoadNetwork, isJunction: Bool) -> UInt32 {
        let behind = network.bearings[arc.reversed.rawValue], ahead = network.bearings[next.rawValue]
        let isReturn = next == arc.reversed || ahead == behind
        guard isJunction || isReturn else { return 0 }
        // Both bearings lead away from the junction: straight on is half a turn.
        var angle = ahead &- behind &+ 1 << 15
        if knowsLeft, network.way(of: arc.edge).has(.drivesOnLeft) { angle = 0 &- angle }
        if isReturn { return byAngle[128] + UInt32(Self.turningRound * 1000) }
        // Rounded to the nearest 256th.
        let step = Int((angle &+ 128) >> 8), waiting = acrossTraffic[step]
        // On a roundabout, there is no oncoming traffic.
        let isRound = waiting > 0 && (isRoundabout(arc, network) || isRoundabout(next, network))
        return byAngle[step] + (isRound ? 0 : waiting)
    }

    private func isRoundabout(_ arc: ArcID, _ network: RoadNetwork) -> Bool {
        network.way(of: arc.edge).has(.roundabout)
    }
}
