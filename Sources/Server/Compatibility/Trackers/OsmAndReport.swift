import Community
import FoundationEssentials
import HereaboutsAPI
import Presence

/// Reads reports in the OsmAnd protocol (<https://www.traccar.org/osmand/>), in which apps use different units.
enum OsmAndReport {
    /// Metres per second in a knot (1852 m per hour).
    private static let knot = 1852.0 / 3600

    /// Returns the report in a query or a form. `now` is the time of arrival, which replaces a missing time.
    static func read(_ values: OsmAndValues, of kind: Presence.Device.Kind, now: Timestamp) -> PositionReport {
        var report = PositionReport()
        // Any other word means yes, as in Traccar.
        guard !["false", "0"].contains(values.valid?.lowercased()) else { return report }
        let pair = values.location?.split(separator: ",").map { LooseNumber.read(String($0)) } ?? []
        report.latitude = values.latitude.flatMap { LooseNumber.read($0) } ?? (pair.count == 2 ? pair[0] : nil)
        report.longitude = values.longitude.flatMap { LooseNumber.read($0) } ?? (pair.count == 2 ? pair[1] : nil)
        report.time = values.timestamp.map { RecordedTime.read(anyForm: $0) } ?? now
        // The OsmAnd app sends metres per second where the protocol has knots. It sends its accuracy in metres as HDOP,
        // which has no unit in the protocol.
        let speed = values.speed.flatMap { LooseNumber.read($0) }
        report.speed = kind == .osmAnd ? speed : speed.map { $0 * knot }
        report.accuracyMetres = (values.accuracy ?? (kind == .osmAnd ? values.hdop : nil)).flatMap {
            LooseNumber.read($0)
        }
        report.course = (values.bearing ?? values.heading).flatMap { LooseNumber.read($0) }
        report.altitudeMetres = values.altitude.flatMap { LooseNumber.read($0) }
        report.batteryPercent = values.battery.flatMap { LooseNumber.read($0) }
        return report
    }

    /// The JSON of Traccar Client from version 9 on.
    struct JSON: Decodable {
        /// The device's token, or the app's own identifier beside a token.
        let device: String?
        let report: PositionReport

        private enum Member: String, CodingKey {
            case device = "device_id"
            case location, timestamp, coords, latitude, longitude, accuracy, speed, heading, altitude, battery, level
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            device = members.text(.device)
            let location = try members.nestedContainer(keyedBy: Member.self, forKey: .location)
            var report = PositionReport()
            report.time = location.moment(.timestamp)
            if let coordinates = try? location.nestedContainer(keyedBy: Member.self, forKey: .coords) {
                report.latitude = coordinates.number(.latitude)
                report.longitude = coordinates.number(.longitude)
                report.accuracyMetres = coordinates.number(.accuracy)
                report.speed = coordinates.number(.speed)
                report.course = coordinates.number(.heading)
                report.altitudeMetres = coordinates.number(.altitude)
            }
            if let battery = try? location.nestedContainer(keyedBy: Member.self, forKey: .battery) {
                report.batteryPercent = battery.number(.level).map { $0 * 100 }
            }
            self.report = report
        }

        /// The app that sent a body.
        enum Sender: Decodable {
            case traccar, ownTracks, overland

            private enum Member: String, CodingKey {
                case type = "_type"
                case locations
            }

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Member.self)
                self = members.contains(.type) ? .ownTracks : members.contains(.locations) ? .overland : .traccar
            }

            /// Reads a body; throws `invalidBody`.
            static func read(_ bytes: [UInt8]) throws -> Sender {
                do {
                    return try JSONDecoder().decode(sent: Sender.self, from: bytes)
                } catch let error as DecodingError {
                    throw ErrorBody(error)
                }
            }
        }

        /// Reads a body; throws `invalidBody`.
        static func read(_ bytes: [UInt8]) throws -> JSON {
            do {
                return try JSONDecoder().decode(sent: JSON.self, from: bytes)
            } catch let error as DecodingError {
                throw ErrorBody(error)
            }
        }
    }
}
