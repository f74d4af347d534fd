import GeoCore

/// Length, time and speed between consecutive points of a leg's line.
struct Annotation {
    private(set) var metres: [Double] = []
    /// Seconds, including the turn into each arc, so that they add up to the leg's time.
    private(set) var seconds: [Double] = []
    /// Metres a second; 0 for a segment without length.
    private(set) var speeds: [Double] = []

    /// Distributes each arc's time by length. The time of an arc without length, mostly that of the turn into it,
    /// counts for the next segment with a length; after the last such segment, for that one.
    init(_ leg: RouteLeg, _ geometry: [PointE7]) {
        var waiting = 0.0, lastWithLength: Int?
        for span in leg.spans {
            let lengths = (span.firstPoint..<span.lastPoint).map { index in
                geometry[index].distance(inMetresTo: geometry[index + 1])
            }
            let total = lengths.reduce(0, +)
            waiting += Double(span.timeMillis) / 1000
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
