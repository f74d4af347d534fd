import Routing

extension WheelchairFacts {
    /// Reads the tags of a way; the limits are `WheelchairProfile`'s.
    init(_ tags: RoadTags, _ kind: RoadClass) {
        var marks: Marks = []
        if kind == .steps { marks.insert(.stairs) }
        if kind == .steps, tags.says(.rampWheelchair, "yes") { marks.insert(.ramp) }
        if WheelchairProfile.isTooNarrow(tags) { marks.insert(.narrow) }
        if tags.says(.wheelchair, "limited") { marks.insert(.limited) }
        if tags.says(.wheelchair, "no") { marks.insert(.refused) }
        if let conveying = tags[.conveying], conveying != "no" { marks.insert(.conveying) }
        self.init(
            ground: Ground(tags), slope: Slope(tags), marks, rise: kind == .steps ? Rise(tags) : .unknown,
            level: tags[.level].flatMap { Int($0) })
    }
}

extension WheelchairFacts.Rise {
    /// Reads wiki.openstreetmap.org/wiki/Key:incline.
    fileprivate init(_ tags: RoadTags) {
        switch tags[.incline] {
        case "up": self = .up
        case "down": self = .down
        case let stated:
            let percent = Measurement.percent(stated) ?? 0
            self = percent > 0 ? .up : percent < 0 ? .down : .unknown
        }
    }
}

extension WheelchairFacts.Ground {
    /// Reads the tags of a trail, else wiki.openstreetmap.org/wiki/Key:smoothness, else /Key:tracktype, else
    /// /Key:surface.
    fileprivate init(_ tags: RoadTags) {
        if TrailDifficulty.stopsWheelchairs(tags) {
            self = .impassable
            return
        }
        switch tags[.smoothness] {
        case "excellent", "good", "intermediate": self = .even
        case "bad": self = .rough
        case "very_bad", "horrible", "very_horrible", "impassable": self = .impassable
        default:
            switch (tags[.tracktype], Surface(tags)) {
            case ("grade4", _), ("grade5", _), (_, .soft): self = .impassable
            case ("grade3", _), (_, .cobbles), (_, .loose), (_, .grass): self = .rough
            case ("grade1", _), (_, .paved), (_, .compacted), (_, .wood), (_, .metal): self = .even
            default: self = .unknown
            }
        }
    }
}

extension WheelchairFacts.Slope {
    /// Reads wiki.openstreetmap.org/wiki/Key:incline: `up` and `down` do not say how steep.
    fileprivate init(_ tags: RoadTags) {
        guard let percent = Measurement.percent(tags[.incline]) ?? (tags.says(.incline, "0") ? 0 : nil) else {
            self = .unknown
            return
        }
        self = percent.magnitude <= 6 ? .gentle : WheelchairProfile.isTooSteep(tags) ? .tooSteep : .steep
    }
}

extension Kerb {
    /// Lowered kerbs are up to 3 cm high (wiki.openstreetmap.org/wiki/Tag:kerb%3Dlowered).
    private static let highestLevelInMetres = 0.03

    /// Reads the tags of a node.
    init(_ tags: RoadTags) {
        if tags.says(.highway, "elevator") {
            self = .lift
            return
        }
        switch tags[.kerb] {
        case "raised", "regular": self = .raised
        case "rolled": self = .rolled
        case "lowered", "flush", "no": self = .level
        case let stated:
            if let height = Measurement.metres(tags[.kerbHeight]) {
                self = height > Self.highestLevelInMetres ? .raised : .level
            } else {
                let isCrossing = tags.says(.highway, "crossing") || tags.says(.barrier, "kerb") || stated != nil
                self = isCrossing ? .unknown : .none
            }
        }
    }
}
