package import GeoCore

/// The track of a file, recorded or planned, as far as it can be read: positions in the file's order, with their times.
///
/// One bad point costs that point, and damage everything behind it: the rest counts. No sentence of a fault repeats a
/// position.
package struct TrackFile: Equatable, Sendable {
    /// The most points that are read: five days at one point a second.
    package static let mostPoints = 432_000

    /// The time of a point as a file has it.
    package enum Moment: Equatable, Sendable {
        case missing
        /// The text is not a time.
        case unreadable
        /// Milliseconds since 1970, UTC, without leap seconds.
        case at(Int64)

        /// A time that was written: milliseconds since 1970, or `nil` where the text cannot be read.
        init(milliseconds: Int64?) { self = milliseconds.map { .at($0) } ?? .unreadable }

        /// A date and a time of day; see `RecordedTime.read`.
        init(text: String) { self.init(milliseconds: RecordedTime.read(text)) }
    }

    /// A position of the track.
    package struct Fix: Equatable, Sendable {
        package var coordinate: Coordinate
        package var moment: Moment
        /// Above sea level, as far as the file knows.
        package var altitudeMetres: Double?
        /// Over ground, in m/s.
        package var speed: Double?
        /// Direction of travel in degrees clockwise from true north.
        package var course: Double?
        /// Radius in metres.
        package var accuracyMetres: Double?
        /// Whether the way from the position before is unknown.
        package var beginsSegment = false
        /// The position among all points of the file, bad ones too, from 0.
        package var index = 0
        /// The position of its track in the file's `tracks`.
        package var track = 0

        /// A point of a file whose place is on Earth.
        init(_ point: TrackPoints.Point, at coordinate: Coordinate, index: Int) {
            self.coordinate = coordinate
            moment = point.moment
            altitudeMetres = point.altitudeMetres
            speed = point.speed
            course = point.course
            accuracyMetres = point.accuracyMetres
            beginsSegment = point.beginsSegment
            track = point.track
            self.index = index
        }

        package init(coordinate: Coordinate, seconds: Double? = nil) {
            self.coordinate = coordinate
            moment = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map { .at($0) } ?? .missing
        }

        /// Milliseconds since 1970.
        package var time: Int64? {
            guard case .at(let time) = moment else { return nil }
            return time
        }

        /// Since 1970.
        package var seconds: Double? { time.map { Double($0) / 1000 } }
    }

    /// A part of a file that somebody recorded as one thing: a track of GPX, a line of GeoJSON.
    package struct Track: Equatable, Sendable {
        /// The name of the device that recorded it, in a file that this server wrote.
        package var device: String?
        /// The id that distinguishes the device from others of its name; `nil` in files of older servers.
        package var deviceID: String?

        init(device: String? = nil, id: String? = nil) { (self.device, deviceID) = (device, id) }
    }

    /// A point that is not taken, by its position among all points of the file.
    package struct Refusal: Equatable, Sendable {
        package enum Reason: Equatable, Sendable {
            case place, noTime, badTime, backwards, checksum, brokenText
            /// The reader stops here.
            case damage(String)

            /// The end of a sentence that begins with the point.
            package var sentence: String {
                switch self {
                case .place:
                    "its place is not on Earth: it needs a latitude within ±90 and a longitude within ±180 degrees"
                case .noTime: "it has no time"
                case .badTime: "its time cannot be read"
                case .backwards: "its time does not fit in with the times around it"
                case .checksum: "its checksum is wrong"
                case .brokenText: "its text is no JSON, or ends before it is complete"
                case .damage(let reason): "here the file cannot be read any further: \(reason)"
                }
            }
        }

        package let index: Int
        package let reason: Reason

        package init(index: Int, reason: Reason) {
            self.index = index
            self.reason = reason
        }

        /// The end of a sentence that begins with the point.
        package var sentence: String { reason.sentence }
    }

    /// The reason why a file has no track.
    package struct Fault: Error, Equatable {
        package let reason: String

        package init(reason: String) { self.reason = reason }
    }

    /// Never empty.
    package let fixes: [Fix]
    /// The refused points, in the file's order.
    package let refused: [Refusal]
    /// Never empty.
    package let tracks: [Track]

    /// Reads a file that anybody may have made, of a format that its content shows (see `TrackFormat`). Throws when
    /// there is no position in it.
    ///
    /// - Complexity: O(n); memory in proportion to the file, and at most `mostPoints` points.
    package init(bytes: [UInt8]) throws(Fault) { try self.init(try TrackFormat.read(bytes)) }

    /// Takes the points that a reader found; throws when there are none.
    init(_ points: TrackPoints) throws(Fault) {
        guard !points.isFull else {
            throw Fault(reason: "the file has more than \(Self.mostPoints) points; cut the track into pieces")
        }
        fixes = points.fixes
        tracks = points.tracks
        let end = points.damage.map { Refusal(index: points.count, reason: .damage($0)) }
        refused = points.refused + (end.map { [$0] } ?? [])
        guard fixes.isEmpty else { return }
        throw Fault(
            reason: refused.first.map { "the file has no good point; of the first one: \($0.sentence)" }
                ?? "the file has no track: no line and no point in it")
    }

    /// The positions as a trace for map matching: with times that do not fall, or all without one.
    package struct Trace {
        package let fixes: [Fix]
        /// The points of the file that it leaves out, in the file's order.
        package let refused: [Refusal]
    }

    /// Returns the positions with times in order, when most have a time, or all without one. Throws when most times
    /// fall.
    package func trace() throws(Fault) -> Trace {
        guard 2 * fixes.count(where: { $0.time != nil }) > fixes.count else {
            let fixes = fixes.map { fix in
                var fix = fix
                fix.moment = .missing
                return fix
            }
            return Trace(fixes: fixes, refused: refused)
        }
        return try timedTrace()
    }

    /// Returns the positions that have a time, in order. Throws when none has one, and when most times fall.
    ///
    /// Where times decrease, it keeps the longest run that does not: a clock that was wrong for a moment does not
    /// decide about the rest.
    func timedTrace() throws(Fault) -> Trace {
        let timed = fixes.filter { $0.time != nil }
        let run = Set(LongestRun.positions(in: timed.map { $0.time ?? 0 }).map { timed[$0].index })
        guard !timed.isEmpty else { throw Fault(reason: "no point of the file has a time; export it with times") }
        guard 2 * run.count > timed.count else {
            throw Fault(reason: "most positions have an earlier time than one before them; put them in order")
        }
        var kept: [Fix] = [], refused = refused, beginsSegment = false
        for fix in fixes {
            // An omitted position does not hide that a segment begins.
            beginsSegment = beginsSegment || fix.beginsSegment
            guard run.contains(fix.index) else {
                refused.append(Refusal(index: fix.index, reason: fix.timeFault ?? .backwards))
                continue
            }
            kept.append(fix)
            kept[kept.count - 1].beginsSegment = beginsSegment
            beginsSegment = false
        }
        return Trace(fixes: kept, refused: refused.sorted { $0.index < $1.index })
    }
}

extension TrackFile.Fix {
    /// The fault of the time; `nil` when there is none.
    package var timeFault: TrackFile.Refusal.Reason? {
        switch moment {
        case .missing: .noTime
        case .unreadable: .badTime
        case .at: nil
        }
    }
}

extension TrackFile.Trace {
    /// Leaves out positions that lie nearer than `metres` to the last kept position: below their accuracy, they say
    /// more about the receiver than about the way (Newson and Krumm, *Hidden Markov Map Matching Through Noise and
    /// Sparseness*, ACM GIS 2009, 4.1).
    ///
    /// The first and the last one stay.
    package func thinned(toMetres metres: Double) -> [TrackFile.Fix] {
        var kept: [TrackFile.Fix] = []
        for (position, fix) in fixes.enumerated() {
            let isLast = position == fixes.count - 1
            guard let last = kept.last, !isLast, last.coordinate.distance(inMetresTo: fix.coordinate) < metres else {
                kept.append(fix)
                continue
            }
        }
        return kept
    }
}

extension TrackFile {
    /// Checks what holds for the track of any file; returns the rules that are broken.
    package func checkInvariants() -> [String] {
        var broken: [String] = []
        func check(_ holds: Bool, _ rule: String) { if !holds { broken.append(rule) } }
        check(!fixes.isEmpty && fixes.count <= Self.mostPoints, "a track has a position, and no more than are read")
        check(Self.areRising(fixes.map(\.index)), "positions are in the file's order")
        check(fixes.allSatisfy { abs($0.coordinate.latitude) <= 90 }, "latitudes are on Earth")
        check(fixes.allSatisfy { abs($0.coordinate.longitude) <= 180 }, "longitudes are on Earth")
        let named = refused.map(\.index)
        check(named == named.sorted() && !named.contains { $0 < 0 }, "refusals are in the file's order")
        check(Set(named).isDisjoint(with: fixes.map(\.index)), "a point is kept or refused")
        guard let trace = try? trace() else { return broken }
        let times = trace.fixes.compactMap(\.time)
        check(times.isEmpty || times.count == trace.fixes.count, "all positions of a trace have times, or none")
        check(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times of a trace do not fall")
        check(Self.areRising(trace.fixes.map(\.index)), "positions of a trace are in the file's order")
        return broken
    }

    private static func areRising(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }
}
