import GeoCore
import Routing

/// Why a question has no answer: the same codes, sentences and fields as in the server's error bodies.
struct Refusal: Error {
    let code: String
    let message: String
    /// The value at fault, when there is one.
    var field: String?

    init(code: String, message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    /// A value that the question does not allow; `reason` follows its name.
    init(invalid field: String, _ reason: String) {
        self.init(code: "invalid_parameter", message: "\(field) \(reason)", field: field)
    }

    /// What went wrong with a route of `pointCount` points.
    init(_ error: RouteError, pointCount: Int) {
        self.init(code: error.code, message: error.message)
        switch error {
        case .outsideMap(let point), .noRoadNear(let point, _): field = Self.field(ofPoint: point, among: pointCount)
        case .tooFewPoints, .tooManyPoints, .tooFar, .noRoute, .stopped: break
        }
    }

    /// What a point of a route is called in questions.
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
