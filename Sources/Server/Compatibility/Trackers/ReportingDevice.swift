import Community
import HereaboutsAPI
import Presence

extension Exchange {
    /// What may be a device's token: what headers hold, then `others`. An app of another system's sends an identifier of its own beside a token.
    func tokens(_ others: String?...) -> [Token] {
        [bearerToken ?? basicPassword].compactMap { $0 } + others.compactMap { $0.map { Token(text: $0) } }
    }
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
