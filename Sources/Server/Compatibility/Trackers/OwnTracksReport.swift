import FoundationEssentials
import HereaboutsAPI
import Presence

/// A message of the OwnTracks app (<https://owntracks.org/booklet/tech/json/>), with km/h converted to m/s and seconds
/// to milliseconds.
struct OwnTracksReport: Decodable {
    /// The report; `nil` for other messages. The server confirms those, too, since the app would repeat them forever.
    let report: PositionReport?

    private enum Member: String, CodingKey {
        case type = "_type"
        case lat, lon, tst, acc, alt, vel, cog, batt
    }

    /// Reads a body; throws unless it is a JSON object with a type. An empty body announces a deleted friend.
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
