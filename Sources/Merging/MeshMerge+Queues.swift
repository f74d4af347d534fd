import Community
import GeoCore
package import Gossip
package import Presence

extension MeshMerge {
    /// Merges a report on a queue. Its author is the member where somebody reported, which also stamped it. No message
    /// names the person.
    func mergeQueue(_ message: Message) async throws -> Outcome {
        guard let queues else { return .notMerged }
        guard let author = message.author, author.beginning == message.stamp?.member else { return .notAllowed }
        // The report that this node made a message of is there.
        guard author != node else { return .nothing }
        guard let body = try? QueueBody(message), body.minutes <= QueueReport.mostMinutes else { return .meaningless }
        let place = PlaceKey(rawValue: body.place)
        let report = QueueReport(place: place, time: message.time.milliseconds, minutes: body.minutes)
        return try await queues.merge(report, of: message.id) ? .queue(place) : .nothing
    }

    /// Returns the message of a report that somebody made here, for the node's key to sign. `Queues.observe` gives the
    /// reports. A random number distinguishes equal reports of one millisecond.
    package static func draft(
        of report: QueueReport, in place: PlaceCode, by node: SignerKey,
        using generator: inout some RandomNumberGenerator
    ) -> MessageDraft {
        let time = HybridTime(
            rawValue: HybridTime(milliseconds: report.time).rawValue
                | UInt64(UInt16.random(in: 0...(.max), using: &generator)))
        let body = QueueBody(place: report.place.rawValue, minutes: report.minutes)
        return MessageDraft(.queueReport, in: place, at: time, by: node, body.fields)
    }
}
