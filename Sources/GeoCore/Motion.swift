/// The speed class of a person, in words: a post states it for the moment of its writing.
package enum SpeedClass: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case resting, walking, running, cycling, driving, inTrain, flying

    /// The class of a speed in m/s; `nil`, negative and not-finite speeds are unknown and count as resting, and so do
    /// speeds that no passenger reaches.
    package init(metresPerSecond speed: Double?) {
        switch speed ?? 0 {
        case 0.5..<5: self = .walking
        case 5..<7: self = .running
        case 7..<13: self = .cycling
        case 13..<90: self = .driving
        case 90..<139: self = .inTrain
        case 139..<225: self = .flying
        default: self = .resting
        }
    }

    /// The class in English, as it is sent.
    package var word: String {
        switch self {
        case .resting: "resting"
        case .walking: "walking"
        case .running: "running"
        case .cycling: "cycling"
        case .driving: "driving"
        case .inTrain: "in train"
        case .flying: "flying"
        }
    }
}

/// Where a device points, as one of eight names.
package enum Facing: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case unknown, north, northEast, east, southEast, south, southWest, west, northWest

    /// The name of a magnetic heading in degrees clockwise from north: each is 45° wide and centred on its point; the
    /// border belongs to the clockwise one. `nil`, negative and not-finite headings are unknown.
    package init(magneticHeading degrees: Double?) {
        guard let degrees, degrees >= 0, degrees.isFinite else {
            self = .unknown
            return
        }
        let points: [Facing] = [.north, .northEast, .east, .southEast, .south, .southWest, .west, .northWest]
        self = points[Int(((degrees.truncatingRemainder(dividingBy: 360) + 22.5) / 45).rounded(.down)) % 8]
    }

    /// The name in English, as it is sent.
    package var word: String {
        switch self {
        case .unknown: "unknown"
        case .north: "North"
        case .northEast: "NE"
        case .east: "East"
        case .southEast: "SE"
        case .south: "South"
        case .southWest: "SW"
        case .west: "West"
        case .northWest: "NW"
        }
    }
}
