/// One of the eight directions that people name, clockwise from north.
package enum CompassPoint: Int, CaseIterable, Sendable {
    case north, northeast, east, southeast, south, southwest, west, northwest

    /// The one nearest to a direction, in whole degrees clockwise from north.
    init(bearing: Int) {
        self = CompassPoint(rawValue: (bearing * 2 + 45) / 90 % 8) ?? .north
    }
}
