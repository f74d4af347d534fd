/// A measure of a court that the page draws with. The page knows each by its raw value (`Web/bocce/table.js`).
package enum Measure: Int32, Sendable, CaseIterable {
    /// From the near edge to the line.
    case lineDistance
    /// From the near edge to the wall of the jack.
    case wallDistance
    /// The longest and the shortest roll of a throw.
    case maximumRoll
    case minimumRoll
    case ballRadius
    case jackRadius
    /// From the near edge to a ball that is about to be thrown.
    case startDistance
    /// How far outside the court a ball may lie.
    case margin

    /// The measure of a court, in points.
    package func value(_ court: Court) -> Double {
        switch self {
        case .lineDistance: court.lineDistance
        case .wallDistance: court.wallDistance
        case .maximumRoll: court.maximumRoll
        case .minimumRoll: court.minimumRoll
        case .ballRadius: Court.ballRadius
        case .jackRadius: Court.jackRadius
        case .startDistance: Court.startDistance
        case .margin: Court.margin
        }
    }
}
