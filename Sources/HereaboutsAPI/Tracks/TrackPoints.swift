import GeoCore

/// The points that a reader found in a file, in its order: points with a place, and the others by their index.
struct TrackPoints {
    /// A point as the file has it, unchecked.
    struct Point {
        /// Degrees, WGS 84; `nil` where there is no number.
        var latitude: Double?
        var longitude: Double?
        var moment = TrackFile.Moment.missing
        var altitudeMetres: Double?
        /// In m/s.
        var speed: Double?
        /// Degrees clockwise from true north.
        var course: Double?
        /// Radius in metres.
        var accuracyMetres: Double?
        /// Whether the way from the point before is unknown.
        var beginsSegment = false
        /// Its track, as `add(_: TrackFile.Track)` has numbered it.
        var track = 0
    }

    /// The first one holds the points that belong to no other.
    private(set) var tracks = [TrackFile.Track()]
    private(set) var fixes: [TrackFile.Fix] = []
    private(set) var refused: [TrackFile.Refusal] = []
    /// How many points there were, good or bad.
    private(set) var count = 0
    /// Why the file was not read to its end.
    private(set) var damage: String?

    /// Whether there were more points than are read: the reader stops.
    var isFull: Bool { count > TrackFile.mostPoints }

    /// Returns the track of a file whose positions come from several sources, best first: the first source with a
    /// position that has a time, else the first with any position. Without positions, the source that names
    /// the faults of its points.
    static func track(of sources: [TrackPoints]) -> TrackPoints {
        if sources.contains(where: \.isFull) { return first(of: sources) }
        return sources.first { $0.fixes.contains { $0.time != nil } } ?? first(of: sources)
    }

    /// Returns the first source with a position, with or without a time. Reading has stopped at a full source, so that
    /// source comes before the others.
    static func first(of sources: [TrackPoints]) -> TrackPoints {
        sources.first(where: \.isFull) ?? sources.first { !$0.fixes.isEmpty } ?? sources.first { $0.count > 0 }
            ?? TrackPoints()
    }

    /// Adds a point, or counts it as refused where its place is not on Earth; returns whether it was added.
    @discardableResult
    mutating func add(_ point: Point) -> Bool {
        guard let latitude = point.latitude, let longitude = point.longitude,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else {
            refuse(.place)
            return false
        }
        fixes.append(TrackFile.Fix(point, at: coordinate, index: count))
        count += 1
        return true
    }

    /// Adds a track, and returns its number for the points of it.
    mutating func add(_ track: TrackFile.Track) -> Int {
        tracks.append(track)
        return tracks.count - 1
    }

    /// Counts a point that is not taken.
    mutating func refuse(_ reason: TrackFile.Refusal.Reason) {
        refused.append(TrackFile.Refusal(index: count, reason: reason))
        count += 1
    }

    /// Changes the fix that was added last.
    mutating func changeLast(_ change: (inout TrackFile.Fix) -> Void) {
        if !fixes.isEmpty { change(&fixes[fixes.count - 1]) }
    }

    /// Notes that reading stops at the last point.
    mutating func end(_ reason: String) { damage = damage ?? reason }
}
