/// A change of direction.
package enum Turn: Sendable {
    case uturn, sharpRight, right, slightRight, straight, slightLeft, left, sharpLeft

    /// Classifies a turn by `degrees` clockwise, −180 ... 180, with OSRM's limits: straight within 20°, slight within
    /// 40°, sharp from 120°.
    package init(degrees: Double) {
        switch degrees {
        case ..<(-179): self = .uturn
        case ..<(-120): self = .sharpLeft
        case ..<(-40): self = .left
        case ..<(-20): self = .slightLeft
        case ...20: self = .straight
        case ...40: self = .slightRight
        case ...120: self = .right
        case ...179: self = .sharpRight
        default: self = .uturn
        }
    }

    /// OSRM's name of the turn.
    package var name: String {
        switch self {
        case .uturn: "uturn"
        case .sharpRight: "sharp right"
        case .right: "right"
        case .slightRight: "slight right"
        case .straight: "straight"
        case .slightLeft: "slight left"
        case .left: "left"
        case .sharpLeft: "sharp left"
        }
    }
}
