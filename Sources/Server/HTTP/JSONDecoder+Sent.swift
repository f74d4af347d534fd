import FoundationEssentials
import HereaboutsAPI

extension JSONDecoder {
    /// Decodes untrusted JSON. Throws `invalidBody` for text that would take long to compare, and as `decode(_:from:)`
    /// does. The decoder compares the names of members while it reads them.
    func decode<Value: Decodable>(sent type: Value.Type, from json: [UInt8]) throws -> Value {
        guard !CombiningMarks.areTooMany(in: json) else { throw ErrorBody.tooManyMarks }
        return try decode(type, from: Data(json))
    }
}

extension ErrorBody {
    static let tooManyMarks = ErrorBody(
        .invalidBody,
        "a character of the body carries more than \(CombiningMarks.mostInRow) accents or other combining marks")
}
