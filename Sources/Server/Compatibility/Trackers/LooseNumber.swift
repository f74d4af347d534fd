import HereaboutsAPI

/// A number of another project's JSON, which may be written as a text, or be something else: then it is unknown.
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

    /// The number that `text` writes, with an exponent too, as Java does for small ones.
    static func read(_ text: String) -> Double? { Decimal.read(measured: text) }
}

extension KeyedDecodingContainer {
    /// The number of a member that may be missing, be null or be no number.
    func number(_ key: Key) -> Double? { (try? decodeIfPresent(LooseNumber.self, forKey: key))?.value }

    /// The time of a member, in milliseconds since 1970: ISO 8601, or a number since then.
    func moment(_ key: Key) -> Int64? {
        text(key).flatMap { RecordedTime.read($0) } ?? number(key).flatMap { RecordedTime.milliseconds(unix: $0) }
    }

    /// The text of a member that may be missing or be something else.
    func text(_ key: Key) -> String? { try? decodeIfPresent(String.self, forKey: key) }
}
