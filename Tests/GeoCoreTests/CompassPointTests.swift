import GeoCore
import Testing

@Test(arguments: [
    (0.0, CompassPoint.north), (22.4, .north), (22.6, .northEast), (90, .east), (135, .southEast), (180, .south),
    (225, .southWest),
    (270, .west), (315, .northWest), (337.6, .north), (359.99, .north), (-45, .northWest),
])
func `a bearing is nearest to one of eight points`(bearing: Double, point: CompassPoint) {
    #expect(CompassPoint(bearing: bearing) == point)
}
