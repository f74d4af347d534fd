package import GeoCore

/// The track of a GPX or GeoJSON file, recorded or planned: positions in order, with times when all of them have one.
package struct TrackFile: Equatable, Sendable {
    /// A position of the track.
    package struct Fix: Equatable, Sendable {
        package var coordinate: Coordinate
        /// Since 1970, UTC, without leap seconds; not before that of the one before, where that was asked for.
        package var seconds: Double?
        /// Above sea level, as far as the file knows.
        package var altitudeMetres: Double?

        package init(coordinate: Coordinate, seconds: Double? = nil, altitudeMetres: Double? = nil) {
            self.coordinate = coordinate
            self.seconds = seconds
            self.altitudeMetres = altitudeMetres
        }
    }

    /// Why a file is no track; a sentence that tells nothing of what it says, because that is where somebody was.
    package struct Fault: Error, Equatable {
        package let reason: String

        package init(reason: String) { self.reason = reason }
    }

    package private(set) var fixes: [Fix]

    /// Reads GPX (see `GPXTrack`, but times may be missing) or GeoJSON (RFC 7946): lines, or points in order, alone or as features.
    ///
    /// The times of a GeoJSON line are its feature's `coordTimes` or `times`, that of a point its feature's `timestamp` or `time`: ISO
    /// 8601. Throws when the file is neither, is damaged, or has no position, and with `needsOrder` when times go back.
    package init(bytes: [UInt8], needsOrder: Bool = true) throws(Fault) {
        switch bytes.first(where: { !Self.blanks.contains($0) }) {
        case UInt8(ascii: "<"): fixes = try Self.gpx(bytes, needsOrder)
        case UInt8(ascii: "{"): fixes = try GeoJSONTrack.fixes(bytes)
        default: throw Fault(reason: "the file is neither GPX nor GeoJSON")
        }
        guard !fixes.isEmpty else { throw Fault(reason: "the file has no track: no line and no point in it") }
        guard fixes.count <= GPXTrack.mostPoints else {
            throw Fault(reason: "the file has more than \(GPXTrack.mostPoints) points; cut the track into pieces")
        }
        let times = fixes.compactMap { $0.seconds }
        guard times.count == fixes.count else {
            for index in fixes.indices { fixes[index].seconds = nil }
            return
        }
        guard !needsOrder || zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw Fault(reason: "a position has an earlier time than the one before it; put them in order")
        }
    }

    /// White space, and the bytes of a byte order mark.
    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]

    private static func gpx(_ bytes: [UInt8], _ needsOrder: Bool) throws(Fault) -> [Fix] {
        var reader = GPXReader(bytes, needsTimes: false, needsOrder: needsOrder)
        do throws(GPXError) {
            return try reader.read().map { point in
                Fix(
                    coordinate: point.coordinate, seconds: point.millisecondsSince1970.map { Double($0) / 1000 },
                    altitudeMetres: point.altitudeMetres)
            }
        } catch {
            throw Fault(reason: error.description)
        }
    }

    /// Leaves out positions that lie nearer than `metres` to the last one kept: nearer than positions are exact they say more about the
    /// receiver than about the way (Newson and Krumm, *Hidden Markov Map Matching Through Noise and Sparseness*, ACM GIS 2009, 4.1).
    ///
    /// Returns the positions kept, and where they stood. The first and the last one stay.
    package func thinned(toMetres metres: Double) -> (fixes: [Fix], positions: [Int]) {
        var positions: [Int] = []
        for (index, fix) in fixes.enumerated() {
            let isLast = index == fixes.count - 1
            guard let last = positions.last, !isLast else {
                positions.append(index)
                continue
            }
            if fixes[last].coordinate.distance(inMetresTo: fix.coordinate) >= metres { positions.append(index) }
        }
        return (positions.map { fixes[$0] }, positions)
    }
}
