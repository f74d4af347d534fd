import Community
import GeoCore
package import Gossip
package import Presence

extension MeshMerge {
    /// Merges a report on a queue, or takes it back. Its author is the member where somebody reported, and stamped it: who
    /// that was is in no message.
    func mergeQueue(_ message: Message, takesBack: Bool = false) async throws -> Outcome {
        guard let queues else { return .notMerged }
        guard let author = message.author, author.beginning == message.stamp?.member else { return .notAllowed }
        guard let body = try? QueueBody(message), body.minutes <= QueueReport.mostMinutes else { return .meaningless }
        let place = PlaceKey(rawValue: body.place), isOwn = author == node
        let report = QueueReport(place: place, time: message.time.milliseconds, minutes: body.minutes)
        let hasChanged =
            if takesBack { try await queues.takeBack(report, of: message.id, isOwn: isOwn) } else {
                try await queues.merge(report, of: message.id, isOwn: isOwn)
            }
        return hasChanged ? .queue(place) : .nothing
    }

    /// Returns the message of a report that somebody made here, for the node's key to sign; `Queues.observe` gives them.
    /// `generator` tells equal reports of one millisecond apart.
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
