import Routing

/// Travelling in a wheelchair: where walkers may go, without stairs, raised kerbs, steep or rough ways.
///
/// After wiki.openstreetmap.org/wiki/Wheelchair_routing. A way without such tags counts as usable and is marked
/// unknown. The key `wheelchair` says whether a chair fits, not who may pass
/// (wiki.openstreetmap.org/wiki/Key:wheelchair): it overrides other tags of steps, slopes, widths and ground, never an
/// access key or a lock.
enum WheelchairProfile {
    static let speed = 4.0
    private static let roughSpeed = 2.5
    /// The steepest usable slope, in percent; ISO 21542:2021 allows 8 % for short ramps only.
    private static let steepest = 10.0
    /// The width of a hand-driven chair is 0.9 m (ISO 7176-5).
    private static let narrowestInMetres = 0.9

    static func use(of tags: RoadTags, _ kind: RoadClass) -> WayUse {
        let stated = tags[.wheelchair]
        if stated == "no" { return .none }
        var use = FootProfile.use(of: tags, kind)
        guard !use.isNone else { return .none }
        let isConfirmed = stated == "yes" || stated == "designated"
        if kind == .steps || tags.has(.conveying) {
            guard isConfirmed || tags.says(.rampWheelchair, "yes") else { return .none }
        }
        if !isConfirmed, isTooSteep(tags) || isTooNarrow(tags) || TrailDifficulty.stopsWheelchairs(tags) {
            return .none
        }
        guard let limit = groundSpeed(tags, isConfirmed: isConfirmed) else { return .none }
        use.limit(to: limit)
        return use
    }

    /// Whether a node stops wheelchairs (wiki.openstreetmap.org/wiki/Key:kerb, /Key:barrier).
    static func isBlocked(by node: RoadTags) -> Bool {
        if FootProfile.isBlocked(by: node) { return true }
        switch node[.wheelchair] {
        case "yes", "designated", "limited": return false
        case "no": return true
        default: break
        }
        if TrailDifficulty.stopsWheelchairs(node) || isTooTight(node) { return true }
        switch Kerb(node) {
        case .raised: return true
        case .level, .rolled, .lift: return false
        case .none, .unknown: break
        }
        switch node[.barrier] {
        case "stile", "turnstile", "full-height_turnstile", "kissing_gate", "cycle_barrier", "motorcycle_barrier",
            "log", "debris", "jersey_barrier", "cattle_grid", "chain":
            return true
        default: return false
        }
    }

    static func isTooSteep(_ tags: RoadTags) -> Bool {
        guard let slope = Measurement.percent(tags[.incline]) else { return false }
        return slope.magnitude > steepest
    }

    /// Whether a way is too narrow, by its width or, without one, by its kind.
    static func isTooNarrow(_ tags: RoadTags) -> Bool {
        if let opening = Measurement.metres(tags[.physicalMaxwidth]), opening < narrowestInMetres { return true }
        guard let width = Measurement.metres(tags[.width]) ?? Measurement.metres(tags[.estimatedWidth]) else {
            return false
        }
        return width < narrowestInMetres
    }

    /// Whether a chair does not fit through a barrier or into a lift
    /// (wiki.openstreetmap.org/wiki/Key:maxwidth:physical). The width of a lift or a gate is that of its opening; that
    /// of a bollard is its own.
    private static func isTooTight(_ node: RoadTags) -> Bool {
        let keys: [RoadKey]
        switch (node[.highway], node[.barrier]) {
        case ("elevator", _), (_, "gate"), (_, "swing_gate"), (_, "sliding_gate"), (_, "hampshire_gate"),
            (_, "entrance"):
            keys = [.physicalMaxwidth, .maxwidth, .width]
        case (_, _?): keys = [.physicalMaxwidth, .maxwidth]
        default: return false
        }
        return keys.contains { key in Measurement.metres(node[key]).map { $0 < narrowestInMetres } ?? false }
    }

    /// Returns km/h on the tagged ground; `nil` if wheels cannot pass (wiki.openstreetmap.org/wiki/Key:smoothness).
    private static func groundSpeed(_ tags: RoadTags, isConfirmed: Bool) -> Double? {
        switch tags[.smoothness] {
        case "excellent", "good": return speed
        case "intermediate": return speed
        case "bad": return roughSpeed
        case "very_bad", "horrible", "very_horrible", "impassable": return isConfirmed ? roughSpeed : nil
        default: break
        }
        switch tags[.tracktype] {
        case "grade3": return roughSpeed
        case "grade4", "grade5": return isConfirmed ? roughSpeed : nil
        default: break
        }
        switch Surface(tags) {
        case .soft: return isConfirmed ? roughSpeed : nil
        case .cobbles, .loose, .grass: return roughSpeed
        default: return speed
        }
    }
}
