package import GeoCore
package import Gossip
import Mesh

/// What nodes report of one message: for each reason the nodes where people gave it, each once.
package struct Reports: Equatable, Sendable {
    package private(set) var reasons: [ReportBody.Reason: Set<SignerKey>] = [:]
    /// The time of the newest report.
    package private(set) var newest = HybridTime(rawValue: 0)

    /// All nodes where people reported it.
    package var nodes: Set<SignerKey> { reasons.values.reduce(into: []) { $0.formUnion($1) } }

    /// Returns the reports by what they are about, the same in whatever order they come. Those of nodes that are no
    /// members, or that operators hide, count for nothing, whatever member stamped them.
    package static func all(
        _ messages: some Sequence<Message>, _ roster: PlaceRoster
    ) -> [SubjectID: Reports] {
        var all: [SubjectID: Reports] = [:]
        for message in messages {
            guard message.kind == .report, let node = message.author, let body = try? ReportBody(message),
                roster.mayWrite(.report, node), roster.verdict(on: MessageFacts(message, register: nil)) == .good,
                !roster.hidden.has(.node, node.bytes)
            else { continue }
            var reports = all[body.reported] ?? Reports()
            reports.reasons[body.reason, default: []].insert(node)
            reports.newest = max(reports.newest, message.time)
            all[body.reported] = reports
        }
        return all
    }
}

/// A line in a room or a help pin that people reported to the operators.
package struct ReportedMessage: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case line(RoomLine)
        /// The words of a help pin.
        case pin(SubjectID, words: String)
    }

    package let order: MessageOrder
    package let author: SignerKey
    package let content: Content
    package let reports: Reports

    /// `nil` for a message that people cannot report.
    init?(_ message: Message, _ reports: Reports, _ roster: PlaceRoster) {
        guard let author = message.author, let content = Content(message, roster) else { return nil }
        (order, self.author, self.content, self.reports) = (message.order, author, content, reports)
    }
}

extension ReportedMessage.Content {
    /// `nil` for a message that people cannot report.
    init?(_ message: Message, _ roster: PlaceRoster) {
        if let line = RoomLine(message, roster) {
            self = .line(line)
        } else if message.kind == .helpPin, case .asks(_, let words) = try? HelpPinBody(message) {
            self = .pin(SubjectID(madeBy: message.order), words: words)
        } else {
            return nil
        }
    }
}
