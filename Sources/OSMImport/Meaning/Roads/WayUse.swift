/// A profile's use of a way: speeds in km/h along and against its drawing, `nil` if not allowed.
package struct WayUse: Equatable, Sendable {
    package var forward: Double?
    package var backward: Double?

    package static let none = WayUse()

    package init(forward: Double? = nil, backward: Double? = nil) {
        self.forward = forward
        self.backward = backward
    }

    var isNone: Bool { forward == nil && backward == nil }

    /// Limits both directions to `speed`.
    mutating func limit(to speed: Double) {
        forward = forward.map { min($0, speed) }
        backward = backward.map { min($0, speed) }
    }

    /// Closes the directions that a one-way value forbids (wiki.openstreetmap.org/wiki/Key:oneway).
    mutating func apply(_ oneway: Oneway, except exempted: Directions = []) {
        close(oneway.closed.subtracting(exempted))
    }

    mutating func close(_ directions: Directions) {
        if directions.contains(.forward) { forward = nil }
        if directions.contains(.backward) { backward = nil }
    }
}

/// Along the drawing of a way, against it, both or neither.
struct Directions: OptionSet, Sendable {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }

    static let forward = Directions(rawValue: 1)
    static let backward = Directions(rawValue: 2)
    static let both: Directions = [.forward, .backward]
}

/// A value of a `oneway` key.
enum Oneway {
    case both, forward, backward

    /// Returns `nil` for values without a direction, such as `reversible`.
    init?(_ value: String?) {
        switch value {
        case "yes", "1", "true": self = .forward
        case "-1", "reverse": self = .backward
        case "no", "0", "false": self = .both
        default: return nil
        }
    }

    var open: Directions { Directions.both.subtracting(closed) }

    var closed: Directions {
        switch self {
        case .both: []
        case .forward: .backward
        case .backward: .forward
        }
    }
}
