package import Routing

/// The lanes of a way for cars, from its tags.
package struct WayLanes: Equatable, Sendable {
    package var forward: Lanes?
    package var backward: Lanes?

    init() {}

    /// Reads `turn:lanes` (wiki.openstreetmap.org/wiki/Key:turn) without the lanes that `vehicle:lanes` or
    /// `motor_vehicle:lanes` closes.
    ///
    /// On two-way streets the key without a direction does not say which lanes it means.
    init(_ tags: RoadTags, _ use: WayUse) {
        let isOneway = (use.forward == nil) != (use.backward == nil)
        func lanes(_ common: RoadKey, _ directed: RoadKey) -> String? {
            tags[directed] ?? (isOneway ? tags[common] : nil)
        }
        if use.forward != nil {
            forward = Self.open(
                lanes(.turnLanes, .turnLanesForward),
                [
                    lanes(.vehicleLanes, .vehicleLanesForward),
                    lanes(.motorVehicleLanes, .motorVehicleLanesForward),
                ])
        }
        if use.backward != nil {
            backward = Self.open(
                lanes(.turnLanes, .turnLanesBackward),
                [
                    lanes(.vehicleLanes, .vehicleLanesBackward),
                    lanes(.motorVehicleLanes, .motorVehicleLanesBackward),
                ])
        }
    }

    private static func open(_ turns: String?, _ access: [String?]) -> Lanes? {
        guard var lanes = turns.flatMap({ Lanes($0) }) else { return nil }
        // The more specific rule counts.
        if let rules = access.compactMap({ $0 }).last {
            lanes = lanes.leavingOut(rules.split(separator: "|", omittingEmptySubsequences: false).map { $0 == "no" })
        }
        return lanes.areBlank ? nil : lanes
    }
}
