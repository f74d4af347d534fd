/// A game of bocce as its settings and its throws. The same throws give the same result.
public struct BocceGame: Codable, Equatable, Sendable {
    public var court: BocceCourt
    public var first: BocceTeam
    public var `throws`: [BocceThrow]
    public var hashes: [String]?

    public init(court: BocceCourt, first: BocceTeam, throws: [BocceThrow], hashes: [String]? = nil) {
        (self.court, self.first, self.throws, self.hashes) = (court, first, `throws`, hashes)
    }
}

extension BocceGame: Annotated {
    package static let notes = [
        "first": "The team that throws the jack and the first ball.",
        "throws": "All throws in their order; the first one is that of the jack.",
        "hashes": "The hash of the state after each throw, 16 hexadecimal digits.",
    ]
}

/// One of the two teams.
public enum BocceTeam: String, Codable, Equatable, Sendable, CaseIterable {
    case blue, orange
}

extension BocceTeam: WireWords {}

/// The settings of a court.
public struct BocceCourt: Codable, Equatable, Sendable {
    public var width: Int
    public var length: Int
    public var resistance: Int
    public var angularDamping: Int

    public init(width: Int, length: Int, resistance: Int, angularDamping: Int) {
        (self.width, self.length, self.resistance, self.angularDamping) = (width, length, resistance, angularDamping)
    }

    enum CodingKeys: String, CodingKey {
        case width, length, resistance
        case angularDamping = "angular_damping"
    }
}

extension BocceCourt: Annotated {
    package static let notes = [
        "width": "In points, 200 to 1200. A point stands for a centimetre.",
        "length": "In points, 400 to 3000.",
        "resistance": "The part of its speed that a ball loses in a second, in hundredths of 1/s, 200 to 2000.",
        "angular_damping": "The part of its spin that a ball loses in a second, in hundredths of 1/s, 200 to 2000.",
    ]
}

/// A throw: where the ball starts, and how far it would roll on an empty court.
public struct BocceThrow: Codable, Equatable, Sendable {
    public var start: Int
    public var across: Int
    public var along: Int

    public init(start: Int, across: Int, along: Int) {
        (self.start, self.across, self.along) = (start, across, along)
    }
}

extension BocceThrow: Annotated {
    package static let notes = [
        "start": "The distance from the left edge, in hundredths of a point.",
        "across": "The roll to the right, in hundredths of a point.",
        "along": "The roll to the far edge, in hundredths of a point.",
    ]
}
