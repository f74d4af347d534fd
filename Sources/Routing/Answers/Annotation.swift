import GeoCore

/// Length, time and speed of each piece of a leg's line, between consecutive points.
struct Annotation {
    private(set) var metres: [Double] = []
    /// With the turn into each arc, so that they add up to the leg's time.
    private(set) var seconds: [Double] = []
    /// Metres a second; 0 for pieces without length.
    private(set) var speeds: [Double] = []

    /// Shares each arc's time out by length. What an arc without length takes, the turn into it mostly, counts where
    /// the line goes on; behind the leg's last length, there.
    init(_ leg: RouteLeg, _ geometry: [PointE7]) {
        var waiting = 0.0, lastWithLength: Int?
        for piece in leg.pieces {
            let lengths = (piece.firstPoint..<piece.lastPoint).map { index in
                geometry[index].distance(inMetresTo: geometry[index + 1])
            }
            let total = lengths.reduce(0, +)
            waiting += Double(piece.timeMillis) / 1000
            for length in lengths {
                if length > 0 { lastWithLength = metres.count }
                metres.append(length)
                seconds.append(total > 0 ? waiting * length / total : 0)
            }
            if total > 0 { waiting = 0 }
        }
        seconds[lastWithLength ?? seconds.count - 1] += waiting
        speeds = zip(metres, seconds).map { $1 > 0 ? $0 / $1 : 0 }
    }
}
