import FoundationEssentials
import HereaboutsAPI
import Presence

/// What the OwnTracks app sends (<https://owntracks.org/booklet/tech/json/>); km/h becomes m/s, seconds become
/// milliseconds.
struct OwnTracksReport: Decodable {
    /// `nil` for whatever is no location: the app is told that it has arrived, or it would send it again for ever.
    let report: PositionReport?

    private enum Member: String, CodingKey {
        case type = "_type"
        case lat, lon, tst, acc, alt, vel, cog, batt
    }

    /// Reads a body; throws for one that is no JSON object with a type. An empty one says that a friend was deleted.
    static func read(_ bytes: [UInt8]) throws -> PositionReport? {
        guard !bytes.isEmpty else { return nil }
        do {
            return try JSONDecoder().decode(sent: OwnTracksReport.self, from: bytes).report
        } catch is DecodingError {
            throw ErrorBody(.invalidBody, "the body is not an OwnTracks object with a _type", field: "_type")
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        guard try members.decode(String.self, forKey: .type) == "location" else {
            report = nil
            return
        }
        var report = PositionReport()
        report.latitude = members.number(.lat)
        report.longitude = members.number(.lon)
        report.time = members.number(.tst).flatMap { RecordedTime.milliseconds(unix: $0) }
        report.accuracyMetres = members.number(.acc)
        report.altitudeMetres = members.number(.alt)
        report.speed = members.number(.vel).map { $0 / 3.6 }
        report.course = members.number(.cog)
        report.batteryPercent = members.number(.batt)
        self.report = report
    }
}
