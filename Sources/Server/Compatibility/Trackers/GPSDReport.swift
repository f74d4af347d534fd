import HereaboutsAPI
import Presence

/// A line of gpsd's protocol (`gpsd_json(5)`, 3.22). Only reports of time, position and velocity count.
struct GPSDReport: Decodable {
    /// The report; `nil` for any other class, and while the receiver has no fix.
    let report: PositionReport?

    private enum Member: String, CodingKey {
        case `class`, mode, time, lat, lon, altMSL, altHAE, alt, speed, track, eph, epx, epy
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        guard try members.decode(String.self, forKey: .class) == "TPV", members.number(.mode) ?? 0 >= 2 else {
            report = nil
            return
        }
        var report = PositionReport()
        report.latitude = members.number(.lat)
        report.longitude = members.number(.lon)
        report.time = members.text(.time).flatMap { DateTime.read($0) }
        let ellipse = members.number(.epx).flatMap { x in members.number(.epy).map { max(x, $0) } }
        report.accuracyMetres = members.number(.eph) ?? ellipse
        report.altitudeMetres = members.number(.altMSL) ?? members.number(.alt) ?? members.number(.altHAE)
        report.speed = members.number(.speed)
        report.course = members.number(.track)
        // Without a date, the report cannot be stored.
        self.report = report.time == nil ? nil : report
    }
}
