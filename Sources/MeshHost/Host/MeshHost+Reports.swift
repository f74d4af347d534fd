import GeoCore
package import Gossip
package import Mesh

/// Reports of people to the operators. They become no row: they follow from the messages that the node keeps.
extension MeshHost {
    /// Why a report is not made.
    package enum ReportFault: Error, Equatable {
        /// There is no such line or help pin here.
        case notFound
        /// The place has not admitted this node, so nobody counts what it reports.
        case noMember
        /// People have reported here as often as all nodes take of one node in a time.
        case overQuota(FullQuota)
        /// The node does not take the message now.
        case refused(Acceptance)
    }

    /// Reports a line or a help pin for somebody at this node. The same reason a second time says nothing new.
    package func report(_ id: MessageID, _ reason: ReportBody.Reason) throws {
        let kept = try storage.bytes(of: id).flatMap { try? Message(bytes: $0) }
        guard let kept, ReportedMessage.Content(kept, roster) != nil else { throw ReportFault.notFound }
        guard roster.mayWrite(.report, nodeKey) else { throw ReportFault.noMember }
        let body = ReportBody(of: id, reason)
        let own = try messages(.report, about: body.reported, by: nodeKey)
        guard !own.contains(where: { (try? ReportBody($0)) == body }) else { return }
        guard let time = reading() else { throw ReportFault.refused(.refused(.noClock)) }
        let message = try keys.node.signed(
            MessageDraft(.report, in: place, at: time, by: nodeKey, about: body.reported, body.fields))
        let outcome = try take(message)
        if outcome == .refused(.overQuota), let quota = fullQuota(for: message) { throw ReportFault.overQuota(quota) }
        guard outcome == .kept || outcome == .known else { throw ReportFault.refused(outcome) }
    }

    /// Returns the id of the message that made a help pin; `nil` where the node does not have it.
    package func message(ofPin pin: SubjectID) -> MessageID? {
        node.messages(of: .now).first {
            $0.facts.kind == .helpPin && $0.facts.about == nil && SubjectID(madeBy: $0.facts.order) == pin
        }?.facts.id
    }

    /// Returns the reported lines and help pins that are here, but for those that operators hide and those whose reports
    /// an operator of this server dismissed: the one with the newest report first.
    package func reported() throws -> [ReportedMessage] {
        let reports = Reports.all(
            try messages(node.messages(of: .talk).filter { $0.facts.kind == .report && $0.hasBytes }.map(\.facts.id)),
            roster)
        guard !reports.isEmpty else { return [] }
        let dismissed = Set(try dismissals().map(\.id))
        let ids = [MessageClass.talk, .now].flatMap { node.messages(of: $0) }.map(\.facts.id).filter {
            reports[ReportBody.subject(of: $0)] != nil && !dismissed.contains($0)
        }
        let found = try messages(ids).compactMap { message in
            reports[ReportBody.subject(of: message.id)].flatMap { ReportedMessage(message, $0, roster) }
        }
        return found.sorted { ($0.reports.newest.rawValue, $0.order) > ($1.reports.newest.rawValue, $1.order) }
    }

    /// Takes a message out of `reported` for good, at this node alone. Returns whether it was there.
    package func dismissReports(of id: MessageID) throws -> Bool {
        guard let reported = try reported().first(where: { $0.order.id == id }) else { return false }
        let kept = try dismissals().suffix(Self.mostDismissals - 1) + [reported.order]
        try commit {
            try self.storage.setNote(
                Self.dismissalsName, to: kept.flatMap { bigEndian($0.time.rawValue) + $0.id.digest.bytes })
            return ((), [])
        }
        return true
    }

    /// The messages whose reports were dismissed here, without those that have ended.
    private func dismissals() throws -> [MessageOrder] {
        let bytes = try storage.note(Self.dismissalsName) ?? [], length = 8 + Bytes32.count
        let end = (time ?? 0) - (MessageClass.talk.life ?? 0)
        return stride(from: 0, to: bytes.count - bytes.count % length, by: length).compactMap { start in
            let time = HybridTime(rawValue: bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
            guard time.milliseconds > end, let id = Bytes32(bytes[start + 8..<start + length]) else { return nil }
            return MessageOrder(time: time, id: MessageID(id))
        }
    }

    private static let dismissalsName = "dismissed reports"
    /// How many are remembered: beyond it, the oldest come back.
    private static let mostDismissals = 4096
}
