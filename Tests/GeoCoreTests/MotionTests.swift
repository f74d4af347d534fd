import GeoCore
import Testing

@Suite struct MotionTests {
    @Test(arguments: [
        (0.0, "resting"), (0.49, "resting"), (0.5, "walking"), (4.99, "walking"), (5, "running"), (6.99, "running"),
        (7, "cycling"), (12.9, "cycling"), (13, "driving"), (89.9, "driving"), (90, "in train"), (138.9, "in train"),
        (139, "flying"), (224.9, "flying"), (225, "resting"), (1e9, "resting"), (-1, "resting"), (.nan, "resting"),
        (.infinity, "resting"),
    ])
    func `each speed has its class, the border the upper one`(speed: Double, word: String) {
        #expect(SpeedClass(metresPerSecond: speed).word == word)
    }

    @Test func `an unknown speed counts as resting`() { #expect(SpeedClass(metresPerSecond: nil) == .resting) }

    @Test(arguments: [
        (0.0, "North"), (22.4, "North"), (22.5, "NE"), (45, "NE"), (67.5, "East"), (90, "East"), (135, "SE"),
        (180, "South"), (225, "SW"), (270, "West"), (315, "NW"), (337.4, "NW"), (337.5, "North"), (359.9, "North"),
        (360, "North"), (-1, "unknown"), (.nan, "unknown"), (.infinity, "unknown"),
    ])
    func `each heading has the name of the nearest point`(heading: Double, word: String) {
        #expect(Facing(magneticHeading: heading).word == word)
    }

    @Test func `a missing heading is unknown`() { #expect(Facing(magneticHeading: nil) == .unknown) }
}
