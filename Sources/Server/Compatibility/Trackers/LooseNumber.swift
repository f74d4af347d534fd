import Community
import HereaboutsAPI

/// A number in another project's JSON. A text with a number counts as well; anything else is unknown.
struct LooseNumber: Decodable {
    let value: Double?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = number
        } else {
            value = (try? container.decode(String.self)).flatMap { Self.read($0) }
        }
    }

    /// Returns the number in `text`, also with an exponent, as Java writes small numbers.
    static func read(_ text: String) -> Double? { Decimal.read(measured: text) }
}

extension KeyedDecodingContainer {
    /// Returns the number of a member; `nil` when the member is missing, null or not a number.
    func number(_ key: Key) -> Double? { (try? decodeIfPresent(LooseNumber.self, forKey: key))?.value }

    /// Returns the time of a member. The member is ISO 8601 or a number since 1970.
    func moment(_ key: Key) -> Timestamp? {
        text(key).flatMap { RecordedTime.read($0) } ?? number(key).flatMap { RecordedTime.milliseconds(unix: $0) }
    }

    /// Returns the text of a member; `nil` when the member is missing or not a text.
    func text(_ key: Key) -> String? { try? decodeIfPresent(String.self, forKey: key) }
}
