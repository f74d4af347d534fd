import GeoCore

/// Length, time and speed of each piece of a leg's line, between consecutive points.
struct Annotation {
    private(set) var metres: [Double] = []
    private(set) var seconds: [Double] = []
    /// Metres a second; 0 for pieces without length.
    private(set) var speeds: [Double] = []

    /// Shares each arc's time out by length, so that the sums agree with the leg's.
    init(_ leg: RouteLeg, _ geometry: [PointE7]) {
        for piece in leg.pieces {
            let lengths = (piece.firstPoint..<piece.lastPoint).map { index in
                geometry[index].distance(inMetresTo: geometry[index + 1])
            }
            let total = lengths.reduce(0, +), time = Double(piece.timeMillis) / 1000
            for length in lengths {
                let share = total > 0 ? time * length / total : 0
                metres.append(length)
                seconds.append(share)
                speeds.append(share > 0 ? length / share : 0)
            }
        }
    }
}
