package import GeoCore

extension RouteEngine {
    /// Finds the streets reachable from a point within each of `limits` milliseconds, or those from which it is
    /// reachable; in the same order.
    package func reach(
        from point: Coordinate, _ profile: Profile, within limits: [UInt32], direction: ReachDirection = .from,
        snapLimitInMetres: Double = 1000, workspace: inout RouteWorkspace
    ) throws(RouteError) -> (start: Waypoint, reaches: [Reach]) {
        let positions = try positions(of: point, profile, withinMetres: snapLimitInMetres)
        let reaches = metric(profile).reach(direction, positions, within: limits, &workspace)
        try workspace.stop.check()
        return (waypoint(positions[0]), reaches)
    }

    /// Does the same for lengths, in millimetres.
    package func reach(
        from point: Coordinate, _ profile: Profile, withinMillimetres limits: [UInt32],
        direction: ReachDirection = .from, snapLimitInMetres: Double = 1000, workspace: inout RouteWorkspace
    ) throws(RouteError) -> (start: Waypoint, reaches: [Reach]) {
        let positions = try positions(of: point, profile, withinMetres: snapLimitInMetres)
        let reaches = metric(profile).reach(direction, positions, withinMillimetres: limits, &workspace)
        try workspace.stop.check()
        return (waypoint(positions[0]), reaches)
    }
}
