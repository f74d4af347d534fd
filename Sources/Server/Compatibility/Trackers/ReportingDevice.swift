import Community
import HereaboutsAPI
import Presence

/// A request in which a device reports something. A token of its own proves which device it is.
protocol DeviceReport: UploadRequest {
    /// The values of the query that may be the token.
    var tokensOfQuery: [String?] { get }
    /// How the token may be sent in a header, as `WWW-Authenticate` names it (RFC 9110 §11.6.1).
    static var challenges: [String] { get }
}

extension DeviceReport {
    static var challenges: [String] { [Routes.basic, Routes.bearer] }
}

extension Routes {
    /// A token in `Authorization: Bearer` (RFC 6750), as all addresses take it.
    static let bearer = #"Bearer realm="Hereabouts""#
    /// A token as the password of any name (RFC 7617). A browser that is told of it asks its user for a password, so
    /// addresses that the page asks do not name it.
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

/// The token may be in the body too.
extension OsmAndRequest: DeviceReport {
    var tokensOfQuery: [String?] { values.tokens }
}

/// The token may be in the body too.
extension ClassicPositionRequest: DeviceReport {
    var tokensOfQuery: [String?] { [values.user] }
}

/// The token may be in the body too.
extension ClassicLineRequest: DeviceReport {
    var tokensOfQuery: [String?] { [values.user] }
}

extension Exchange {
    /// What may be a device's token: what headers hold, then `others`. An app of another system's sends an identifier
    /// of its own beside a token.
    func tokens(_ others: [String?] = []) -> [Token] {
        [bearerToken ?? basicPassword].compactMap { $0 } + others.compactMap { $0.map { Token(text: $0) } }
    }

    /// What of the head of a report may be a device's token.
    func tokens(of report: some DeviceReport) -> [Token] { tokens(report.tokensOfQuery) }
}

extension PositionDesk {
    /// The device that one of `tokens` lets in, the first that is good; throws `notLoggedIn` when none is.
    func device(_ tokens: [Token]) async throws -> Presence.Device {
        guard let device = try await devices.device(tokens) else {
            throw ErrorBody(
                .notLoggedIn,
                "no device has this token; add one at \(AddDeviceRequest.endpoint.path), and use what it answers")
        }
        return device
    }
}
