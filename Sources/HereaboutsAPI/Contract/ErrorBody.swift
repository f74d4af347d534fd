/// The kind of an error, for programs. The raw values are stable; messages may change.
public enum ErrorCode: String, Codable, Sendable, CaseIterable {
    case invalidParameter = "invalid_parameter"
    case missingParameter = "missing_parameter"
    case unknownParameter = "unknown_parameter"
    case badRequest = "bad_request"
    case invalidBody = "invalid_body"
    case invalidPicture = "invalid_picture"
    case notLoggedIn = "not_logged_in"
    case wrongCredentials = "wrong_credentials"
    case notAllowed = "not_allowed"
    case confirmationRequired = "confirmation_required"
    case invalidPasskey = "invalid_passkey"
    case passkeysUnavailable = "passkeys_unavailable"
    case passkeyCopied = "passkey_copied"
    case passkeyTaken = "passkey_taken"
    case unknownChallenge = "unknown_challenge"
    case wrongOrigin = "wrong_origin"
    case registrationClosed = "registration_closed"
    case nameTaken = "name_taken"
    case changedMeanwhile = "changed_meanwhile"
    case lastOperator = "last_operator"
    case keyUsed = "key_used"
    case tooOld = "too_old"
    case gameEnded = "game_ended"
    case gameFull = "game_full"
    case gameRunning = "game_running"
    case nextGone = "next_gone"
    case notPlaying = "not_playing"
    case wrongThrow = "wrong_throw"
    case throwRefused = "throw_refused"
    case differentResult = "different_result"
    case inTours = "in_tours"
    case pictureBudget = "picture_budget"
    case quotaReached = "quota_reached"
    case unsupportedMediaType = "unsupported_media_type"
    case unsupportedEncoding = "unsupported_encoding"
    case notFound = "not_found"
    case outsideMap = "outside_map"
    case noRoadNear = "no_road_near"
    case noRoute = "no_route"
    case noMatch = "no_match"
    case noLoop = "no_loop"
    case noMesh = "no_mesh"
    case notOrganiser = "not_organiser"
    case tooFewPoints = "too_few_points"
    case tooManyPoints = "too_many_points"
    case tooFar = "too_far"
    case methodNotAllowed = "method_not_allowed"
    case notAcceptable = "not_acceptable"
    case bodyTooLarge = "body_too_large"
    case answerTooLarge = "answer_too_large"
    case tooMuchWork = "too_much_work"
    case addressTooLong = "address_too_long"
    case rangeNotSatisfiable = "range_not_satisfiable"
    case tooManyRequests = "too_many_requests"
    case notNear = "not_near"
    case tooSoon = "too_soon"
    case misdirectedRequest = "misdirected_request"
    case headersTooLarge = "headers_too_large"
    case internalError = "internal_error"
    case unavailable = "unavailable"

    /// The HTTP status the code travels with.
    public var status: Int {
        switch self {
        case .invalidParameter, .missingParameter, .unknownParameter, .badRequest, .invalidBody, .invalidPicture,
            .invalidPasskey, .answerTooLarge, .tooMuchWork, .tooFewPoints, .tooManyPoints, .tooFar, .tooOld,
            .throwRefused:
            400
        case .notLoggedIn, .wrongCredentials: 401
        case .notAllowed, .confirmationRequired, .passkeysUnavailable, .passkeyCopied, .wrongOrigin, .notNear,
            .registrationClosed, .notPlaying:
            403
        case .notFound, .outsideMap, .noRoadNear, .noRoute, .noMatch, .noLoop, .noMesh: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .nameTaken, .passkeyTaken, .unknownChallenge, .changedMeanwhile, .lastOperator, .keyUsed, .inTours,
            .quotaReached, .gameEnded, .gameFull, .gameRunning, .nextGone, .wrongThrow, .differentResult,
            .notOrganiser:
            409
        case .bodyTooLarge: 413
        case .addressTooLong: 414
        case .unsupportedMediaType, .unsupportedEncoding: 415
        case .rangeNotSatisfiable: 416
        case .misdirectedRequest: 421
        case .tooManyRequests, .tooSoon: 429
        case .headersTooLarge: 431
        case .internalError: 500
        case .unavailable: 503
        case .pictureBudget: 507
        }
    }
}

extension ErrorCode: WireWords {}

/// The body of every answer that is an error, outside the endpoints that keep another system's form.
public struct ErrorBody: Error, Codable, Equatable, Sendable {
    public let code: ErrorCode
    public let message: String
    public let field: String?
    /// The seconds until another try makes sense, where known; also the header `Retry-After`.
    package let retryAfter: Int?

    private enum CodingKeys: CodingKey { case code, message, field }

    public init(_ code: ErrorCode, _ message: String, field: String? = nil) {
        self.init(code, message, field: field, retryAfter: nil)
    }

    package init(_ code: ErrorCode, _ message: String, field: String? = nil, retryAfter: Int?) {
        self.code = code
        self.message = message
        self.field = field
        self.retryAfter = retryAfter
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(ErrorCode.self, forKey: .code), try container.decode(String.self, forKey: .message),
            field: try container.decodeIfPresent(String.self, forKey: .field))
    }
}

extension ErrorBody: Annotated {
    package static let notes = [
        "code": "What went wrong, for programs; stable.",
        "message": "What happened and what to do, for people; may change.",
        "field": "The parameter or the member of the body at fault, if there is one.",
    ]
}
