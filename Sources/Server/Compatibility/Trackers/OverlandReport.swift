import FoundationEssentials
import HereaboutsAPI
import Presence

/// The body of the Overland app: GeoJSON points with a time (<https://github.com/aaronpk/Overland-iOS#api>).
struct OverlandReport: Decodable {
    let reports: [PositionReport]

    private enum Member: String, CodingKey { case locations }

    /// Reads a body; throws `invalidBody`.
    static func read(_ bytes: [UInt8]) throws -> [PositionReport] {
        do {
            return try JSONDecoder().decode(sent: OverlandReport.self, from: bytes).reports
        } catch let error as DecodingError {
            throw ErrorBody(error)
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        var list = try members.nestedUnkeyedContainer(forKey: .locations), reports: [PositionReport] = []
        while !list.isAtEnd {
            guard reports.count < PositionReports.maximum else { throw PositionReports.tooMany }
            reports.append(try list.decode(Location.self).report)
        }
        self.reports = reports
    }

    private struct Location: Decodable {
        let report: PositionReport

        private enum Member: String, CodingKey {
            case geometry, coordinates, properties, timestamp, speed, course, altitude
            case accuracy = "horizontal_accuracy"
            case battery = "battery_level"
        }

        init(from decoder: any Decoder) throws {
            var report = PositionReport()
            // An invalid element must not stop the others.
            guard let members = try? decoder.container(keyedBy: Member.self) else {
                report.isReadable = false
                self.report = report
                return
            }
            // Longitude first.
            let geometry = try? members.nestedContainer(keyedBy: Member.self, forKey: .geometry)
            if let place = try? geometry?.decode([LooseNumber].self, forKey: .coordinates), place.count >= 2 {
                (report.longitude, report.latitude) = (place[0].value, place[1].value)
            }
            if let properties = try? members.nestedContainer(keyedBy: Member.self, forKey: .properties) {
                report.time = properties.moment(.timestamp)
                report.speed = properties.number(.speed)
                report.course = properties.number(.course)
                report.altitudeMetres = properties.number(.altitude)
                report.accuracyMetres = properties.number(.accuracy)
                report.batteryPercent = properties.number(.battery).map { $0 * 100 }
            }
            self.report = report
        }
    }
}
