import Community
import HTTPTypes
import HereaboutsAPI
import Presence

/// A request in which a device reports something. Its own token identifies the device.
protocol DeviceReport: UploadRequest {
    /// The query's values that may be the token.
    var tokensOfQuery: [String?] { get }
    /// The header schemes that carry the token, as `WWW-Authenticate` names them (RFC 9110 §11.6.1).
    static var challenges: [String] { get }
}

extension DeviceReport {
    static var challenges: [String] { [Routes.basic, Routes.bearer] }
}

extension Routes {
    /// A token in `Authorization: Bearer` (RFC 6750), which all addresses accept.
    static let bearer = #"Bearer realm="Hereabouts""#
    /// A token as the password of any name (RFC 7617). A browser that sees this scheme asks its user for a password, so
    /// addresses that the page uses do not name it.
    static let basic = #"Basic realm="Hereabouts", charset="UTF-8""#
}

extension ReportPositionsRequest: DeviceReport {
    static var challenges: [String] { [Routes.bearer] }
    var tokensOfQuery: [String?] { [] }
}

extension OwnTracksRequest: DeviceReport {
    var tokensOfQuery: [String?] { [token, key] }
}

extension OverlandRequest: DeviceReport {
    var tokensOfQuery: [String?] { [token, key] }
}

/// The token may also be in the body.
extension OsmAndRequest: DeviceReport {
    var tokensOfQuery: [String?] { values.tokens }
}

/// The token may also be in the body.
extension ClassicPositionRequest: DeviceReport {
    var tokensOfQuery: [String?] { [values.user] }
}

/// The token may also be in the body.
extension ClassicLineRequest: DeviceReport {
    var tokensOfQuery: [String?] { [values.user] }
}

extension Exchange {
    /// Returns the candidates for a device's token: those in headers, then `others`. Apps for other systems send their
    /// own identifier beside a token.
    func tokens(_ others: [String?] = []) -> [Token] {
        [bearerToken ?? basicPassword].compactMap { $0 } + others.compactMap { $0.map { Token(text: $0) } }
    }

    /// Returns the candidates in the head of a report.
    func tokens(of report: some DeviceReport) -> [Token] { tokens(report.tokensOfQuery) }
}

extension Exchange {
    /// The token in `Authorization: Bearer` (RFC 6750).
    var bearerToken: Token? { authorization("bearer").map { Token(text: $0) } }

    /// The password of `Authorization: Basic` (RFC 7617), with any name.
    fileprivate var basicPassword: Token? {
        guard let text = authorization("basic"), let bytes = Base64.decoded(text),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !CombiningMarks.areTooMany(in: bytes)
        else { return nil }
        return Token(text: String(decoding: bytes[(colon + 1)...], as: UTF8.self))
    }

    private func authorization(_ scheme: String) -> String? {
        guard let value = header(.authorization), let blank = value.utf8.firstIndex(of: UInt8(ascii: " ")),
            value[..<blank].lowercased() == scheme
        else { return nil }
        let credentials = value[blank...].drop { $0 == " " }
        return credentials.utf8.contains(UInt8(ascii: " ")) ? nil : String(credentials)
    }
}

extension PresenceService {
    /// Returns the device of the first valid token; throws `notLoggedIn` when none is valid.
    func device(_ tokens: [Token]) async throws -> Presence.Device {
        guard let device = try await devices.device(tokens) else {
            throw ErrorBody(
                .notLoggedIn,
                "no device has this token; add one at \(AddDeviceRequest.endpoint.path), and use the token in its answer"
            )
        }
        return device
    }
}
