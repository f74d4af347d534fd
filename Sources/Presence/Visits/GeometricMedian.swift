import GeoCore

/// Computes the point nearest to several positions of one stay: their geometric median (Weiszfeld, Tohoku Mathematical
/// Journal 43, 1937).
///
/// Each position is off by some metres and now and then one by many; a few far ones move the median little.
struct GeometricMedian: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        let place: PlanePoint
        /// The inverse of the error that the device expects, in metres.
        let weight: Double
    }

    private let plane: PointE7
    private var samples: [Sample] = []
    /// It takes one of this many positions.
    private var stride = 1
    private var count = 0
    private(set) var middle: PointE7

    private static let mostSamples = 32
    private static let bestAccuracy = 3.0
    private static let rounds = 12
    /// A position nearer than this to the median does not weigh more, in metres.
    private static let core = 2.0

    init(around point: PointE7) { (plane, middle) = (point, point) }

    mutating func add(_ point: PointE7, accuracyMetres accuracy: Double) {
        defer { count += 1 }
        guard count % stride == 0 else { return }
        samples.append(
            Sample(
                place: LocalPlane(around: plane).position(of: point), weight: 1 / max(Self.bestAccuracy, accuracy)))
        if samples.count == Self.mostSamples {
            samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            stride *= 2
        }
        middle = LocalPlane(around: plane).point(at: median)
    }

    private var median: PlanePoint {
        var middle = PlanePoint(x: 0, y: 0)
        for round in 0..<Self.rounds {
            var x = 0.0, y = 0.0, sum = 0.0
            for sample in samples {
                let (east, north) = (sample.place.x - middle.x, sample.place.y - middle.y)
                let distance = max(Self.core, (east * east + north * north).squareRoot())
                // Starts from the mean.
                let weight = round == 0 ? sample.weight : sample.weight / distance
                x += weight * sample.place.x
                y += weight * sample.place.y
                sum += weight
            }
            middle = PlanePoint(x: x / sum, y: y / sum)
        }
        return middle
    }
}
