import Community
import Fairness
import GeoCore
import Gossip
import HereaboutsAPI
import Hummingbird
import Mesh
import MeshHost
import Synchronization

/// Reports of people to the operators, in the types of the interface.
extension MeshAnswers {
    /// Reports a line or a help pin for somebody in a network, which nothing of the report names.
    func report(_ id: String, _ reason: MeshReportReason, _ gate: MeshReportGate, _ exchange: Exchange) async throws {
        let node = try node, message = try await Self.message(id, node)
        guard gate.isNew(message, exchange.clientNetwork) else { return }
        do {
            try exchange.spend(gate.limiter) { "too many reports from this address; report again in \($0) s" }
            try await Self.translated { try await node.report(message, .init(reason)) }
        } catch {
            gate.forget(message, exchange.clientNetwork)
            guard let fault = error as? MeshHost.ReportFault else { throw error }
            throw ErrorBody(fault)
        }
    }

    func reports() async throws -> MeshReports {
        let node = try node, roster = await node.currentRoster
        let reported = try await Self.translated { try await node.reported() }
        return MeshReports(messages: reported.map { MeshReportedMessage($0, roster) })
    }

    func dismissReports(of id: String) async throws {
        let node = try node, message = try await Self.message(id, node)
        guard try await Self.translated({ try await node.dismissReports(of: message) }) else {
            throw ErrorBody(.notFound, "nobody has reported this, or its reports are dismissed already")
        }
    }

    private static func message(_ id: String, _ node: MeshHost) async throws -> MessageID {
        if let digest = Hexadecimal.bytes(id).flatMap({ Bytes32($0) }) { return MessageID(digest) }
        guard let message = await node.message(ofPin: try HelpPinID(path: id).subject) else {
            throw ErrorBody(MeshHost.ReportFault.notFound)
        }
        return message
    }
}

/// Lets each network report a message once, and few messages in ten minutes. Nothing is written down: it remembers
/// numbers that only this run of the program can make of a network and a message.
final class MeshReportGate: Sendable {
    /// How many messages may be reported from one network in ten minutes.
    private static let reportsOfNetwork = 10
    private static let mostRemembered = 4096

    let limiter = RateLimiter(perTenMinutes: reportsOfNetwork)
    private let seen = Mutex<(all: Set<Int>, order: [Int])>(([], []))

    /// Remembers a report; returns false where the network has reported the message. This machine itself has no limit.
    func isNew(_ message: MessageID, _ network: Network?) -> Bool {
        guard let number = Self.number(message, network) else { return true }
        return seen.withLock { seen in
            guard seen.all.insert(number).inserted else { return false }
            seen.order.append(number)
            if seen.order.count > Self.mostRemembered { seen.all.remove(seen.order.removeFirst()) }
            return true
        }
    }

    /// Forgets a report that was not made.
    func forget(_ message: MessageID, _ network: Network?) {
        guard let number = Self.number(message, network) else { return }
        seen.withLock { seen in
            seen.all.remove(number)
            seen.order.removeAll { $0 == number }
        }
    }

    /// Each run of the program hashes in a way of its own.
    private static func number(_ message: MessageID, _ network: Network?) -> Int? {
        guard let network else { return nil }
        var hasher = Hasher()
        hasher.combine(network)
        hasher.combine(message)
        return hasher.finalize()
    }
}

extension Routes {
    /// Adds the routes of reports to the operators.
    mutating func addMeshReports(_ node: MeshAnswers, _ authentication: Authentication) {
        let gate = MeshReportGate()
        on(ReportInMeshRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            try await node.report(request.id, request.body.reason, gate, exchange)
            return Response(status: .noContent)
        }
        on(MeshReportsRequest.self, authentication) { _, _, exchange in
            try await exchange.encoded(try await node.reports(), isList: true, cacheControl: Exchange.personal)
        }
        on(DismissMeshReportsRequest.self, authentication) { request, _, _ in
            try await node.dismissReports(of: request.id)
            return Response(status: .noContent)
        }
    }
}

extension ErrorBody {
    fileprivate init(_ fault: MeshHost.ReportFault) {
        switch fault {
        case .notFound: self.init(.notFound, "there is no such line or help pin here")
        case .noMember:
            self.init(.notAllowed, "reports do not count at this node: the organiser's server has not admitted it")
        case .overQuota(let quota):
            let seconds = Int(max(1, (quota.wait + 999) / 1000))
            self.init(
                .tooSoon, "as much was reported at this node as all nodes take; try again in \(seconds) s",
                retryAfter: seconds)
        case .refused(.refused(.hidden)):
            self.init(.notAllowed, "reports do not count at this node: operators of this place hide it")
        case .refused(let outcome):
            self.init(.unavailable, "the node does not take the report: \(outcome.cause ?? "it has it already")")
        }
    }
}

extension ReportBody.Reason {
    fileprivate init(_ reason: MeshReportReason) {
        self =
            switch reason {
            case .spam: .spam
            case .abuse: .abuse
            case .danger: .danger
            case .other: .other
            }
    }
}

extension MeshReportReason {
    fileprivate init(_ reason: ReportBody.Reason) {
        self =
            switch reason {
            case .spam: .spam
            case .abuse: .abuse
            case .danger: .danger
            case .other: .other
            }
    }
}

extension MeshReportedMessage {
    fileprivate init(_ message: ReportedMessage, _ roster: PlaceRoster) {
        let key = message.author, reports = message.reports
        let kind: Kind, room: String?, pin: String?, text: String, name: String?
        switch message.content {
        case .line(let line):
            (kind, room, pin) = (.line, Hexadecimal.text(line.room.bytes), nil)
            (text, name) = (line.text, line.name)
        case .pin(let id, let words):
            (kind, room, pin) = (.pin, nil, HelpPinID(id).text)
            (text, name) = (words, roster.names[key])
        }
        let counts = reports.reasons.map { (reason: $0.key, count: $0.value.count) }.sorted {
            ($1.count, $0.reason.rawValue) < ($0.count, $1.reason.rawValue)
        }
        self.init(
            id: Hexadecimal.text(message.order.id.digest.bytes), kind: kind, room: room, pin: pin, text: text,
            time: Int(message.order.time.milliseconds), author: Hexadecimal.text(key.bytes.bytes), name: name,
            isNamed: roster.names(key), reported: Int(reports.newest.milliseconds),
            reasons: counts.map { Count(reason: MeshReportReason($0.reason), count: $0.count) },
            nodes: reports.nodes.sorted { $0.bytes < $1.bytes }.map { node in
                Node(
                    key: Hexadecimal.text(node.bytes.bytes),
                    name: roster.nodes[node].flatMap { $0.name.isEmpty ? nil : $0.name })
            })
    }
}
