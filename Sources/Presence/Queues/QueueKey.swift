package import Community
import Crypto
import Gossip

/// The key of a report on a queue. A store that reads it learns neither who reported nor what.
package struct QueueKey: Sendable, Equatable {
    /// SHA-256 of the person and the key, in 32 bytes.
    package let digest: [UInt8]
    /// SHA-256 of the key and the report, in 32 bytes.
    package let content: [UInt8]

    /// Makes the key of a report; `nil` without `text`. Throws `invalid`.
    init?(_ text: String?, by person: AccountID, _ minutes: Int, at place: PlaceKey, written: Timestamp?)
        throws(CommunityFault)
    {
        // The random text among the parts keeps others from trying out all reports.
        let parts = ["queue", text ?? "", "\(minutes)", "\(place.rawValue)", written.map { "\($0)" } ?? ""]
        guard let key = try IdempotencyKey.sent(text, by: person, for: parts) else { return nil }
        digest = Array(SHA256.hash(data: person.bytes + Array(key.text.utf8)))
        content = key.content
    }

    /// Makes the key of a report that came in a message.
    init(_ message: MessageID) {
        digest = message.digest.bytes
        content = digest
    }

    /// Returns when a store forgets a key of `time`: at the end of a day, because the exact time would name its report.
    package static func end(at time: Timestamp) -> Timestamp { UTCDay.end(at: time) + IdempotencyKey.memory }
}
