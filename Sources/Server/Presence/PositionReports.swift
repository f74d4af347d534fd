import FoundationEssentials
import HereaboutsAPI
import Presence

/// Reads position reports in our own form: a single position, a list, `{"positions": […]}`, or lines of positions. It
/// also reads gpsd's lines.
enum PositionReports {
    static let maximum = ReportPositionsRequest.maximumPositions
    static var tooMany: ErrorBody {
        ErrorBody(.invalidBody, "there are more than \(maximum) positions; send the others in another request")
    }

    /// Returns the reports in `bytes`; unreadable elements of a list count as unreadable reports. Throws `invalidBody`
    /// when nothing is readable, naming the first bad line or member, and when there are too many positions.
    static func read(_ bytes: [UInt8]) throws -> [PositionReport] {
        if let plain = plain(bytes.span) { return plain }
        let decoder = JSONDecoder()
        do {
            return try decoder.decode(sent: Body.self, from: bytes).reports
        } catch let whole as DecodingError {
            let lines = bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d })
            // For a single line, the decoder's own error names the fault best.
            guard lines.count > 1 else { throw ErrorBody(whole) }
            guard lines.count <= maximum else { throw tooMany }
            var reports: [PositionReport] = [], first: Int?
            for (index, line) in lines.enumerated() where line.contains(where: { $0 != 0x20 && $0 != 0x09 }) {
                do {
                    reports += try plain(line.span) ?? decoder.decode(Line.self, from: Data(line)).reports
                    guard reports.count <= maximum else { throw tooMany }
                } catch is DecodingError {
                    // gpsd cuts its objects off at a length; the next line is whole again.
                    if line.starts(with: Array(#"{"class":"#.utf8)) { continue }
                    reports.append(.unreadable)
                    first = first ?? index + 1
                }
            }
            if let first, reports.allSatisfy({ !$0.isReadable }) {
                throw ErrorBody(
                    .invalidBody, "line \(first) is not a position in JSON; see /openapi.json")
            }
            return reports
        }
    }

    /// The most bytes of plain positions that the event loop reads, in a millisecond.
    static let mostAtOnce = 64 << 10

    /// Returns the reports of plain objects of numbers, the most frequent form; `nil` for anything else.
    static func plain(_ json: Span<UInt8>) -> [PositionReport]? {
        PlainPositions.read(json, atMost: maximum)?.map { PositionReport($0) }
    }

    private enum Member: String, CodingKey { case positions, `class` }

    /// A whole body.
    private struct Body: Decodable {
        let reports: [PositionReport]

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                reports = try Self.reports(&list)
                return
            }
            let members = try decoder.container(keyedBy: Member.self)
            if members.contains(.positions) {
                var list = try members.nestedUnkeyedContainer(forKey: .positions)
                reports = try Self.reports(&list)
            } else {
                reports = try Line(from: decoder).reports
            }
        }

        private static func reports(_ list: inout any UnkeyedDecodingContainer) throws -> [PositionReport] {
            var reports: [PositionReport] = [], failure: (any Error)?
            while !list.isAtEnd {
                guard reports.count < maximum else { throw tooMany }
                do {
                    reports.append(PositionReport(try list.decode(ReportedPosition.self)))
                } catch {
                    // The decoder has not moved past the unreadable element yet.
                    _ = try list.decode(Passed.self)
                    reports.append(.unreadable)
                    failure = failure ?? error
                }
            }
            if let failure, reports.allSatisfy({ !$0.isReadable }) { throw failure }
            return reports
        }
    }

    /// An element of a list that is skipped.
    private struct Passed: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// A line, possibly the only one.
    private struct Line: Decodable {
        let reports: [PositionReport]

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            if members.contains(.class) {
                reports = try GPSDReport(from: decoder).report.map { [$0] } ?? []
            } else {
                reports = [PositionReport(try ReportedPosition(from: decoder))]
            }
        }
    }
}

extension PositionReport {
    fileprivate static var unreadable: Self {
        var report = Self()
        report.isReadable = false
        return report
    }

    init(_ position: ReportedPosition) {
        self.init()
        latitude = position.lat
        longitude = position.lon
        time = position.time.millisecondsSince1970
        accuracyMetres = position.accuracy
        altitudeMetres = position.altitude
        speed = position.speed
        course = position.course
        batteryPercent = position.battery
    }
}
