import GeoCore
import Routing

/// The reason that a question has no answer: the same codes, messages and fields as in the server's error bodies.
struct Refusal: Error {
    let code: String
    let message: String
    /// The invalid value's name, if there is one.
    var field: String?

    init(code: String, message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    /// Makes the error of an invalid value; `reason` follows its name.
    init(invalid field: String, _ reason: String) {
        self.init(code: "invalid_parameter", message: "\(field) \(reason)", field: field)
    }

    /// Makes the error of a route with `pointCount` points.
    init(_ error: RouteError, pointCount: Int) {
        self.init(code: error.code, message: error.message)
        switch error {
        case .outsideMap(let point), .noRoadNear(let point, _): field = Self.field(ofPoint: point, among: pointCount)
        case .tooFewPoints, .tooManyPoints, .tooFar, .noRoute, .stopped: break
        }
    }

    /// Returns the name of a route's point in questions.
    static func field(ofPoint index: Int, among count: Int) -> String {
        index == 0 ? "from" : index == count - 1 ? "to" : "via"
    }

    var json: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.beginObject()
        writer.key("code")
        writer.value(code)
        writer.key("message")
        writer.value(message)
        if let field {
            writer.key("field")
            writer.value(field)
        }
        writer.endObject()
        return writer.bytes
    }
}
