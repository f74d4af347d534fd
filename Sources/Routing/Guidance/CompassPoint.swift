/// One of the eight compass directions, clockwise from north.
package enum CompassPoint: Int, CaseIterable, Sendable {
    case north, northeast, east, southeast, south, southwest, west, northwest

    /// Makes the compass direction nearest to a bearing, in whole degrees clockwise from north.
    init(bearing: Int) {
        self = CompassPoint(rawValue: (bearing * 2 + 45) / 90 % 8) ?? .north
    }
}
