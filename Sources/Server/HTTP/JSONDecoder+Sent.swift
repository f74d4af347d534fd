import FoundationEssentials
import HereaboutsAPI

extension JSONDecoder {
    /// Reads what somebody sent; throws `invalidBody` for text that would take long to compare, besides what
    /// `decode(_:from:)` throws. The names of members are compared while they are read.
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
