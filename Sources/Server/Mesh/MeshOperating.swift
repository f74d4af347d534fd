import Codes
import Community
import GeoCore
import Gossip
import HereaboutsAPI
import Mesh
import MeshHost

/// Answers operators about the mesh and does as they ask, in the types of the interface.
extension MeshAnswers {
    // MARK: The roster

    func roster() async throws -> MeshRoster {
        let node = try node, roster = await node.currentRoster
        let organiser = roster.organiser
        let nodes = await node.nodes.map { view in
            MeshRoster.Node(
                key: Hexadecimal.text(view.entry.key.bytes.bytes), name: view.entry.name,
                role: Self.role(view, roster), isThis: view.isThis, isLinked: view.isLinked,
                isHidden: roster.hidden.has(.node, view.entry.key.bytes), lastHeard: view.lastHeard.map { Int($0) })
        }
        let people = Set(roster.names.keys).union(roster.roles.keys).sorted { $0.bytes < $1.bytes }
        var hidden: [MeshRoster.Hidden] = []
        for thing in roster.hidden.all { hidden.append(try await Self.hidden(thing, node, roster)) }
        return MeshRoster(
            isOrganiser: await node.signsRoster, organiser: organiser?.name, nodes: nodes,
            people: people.map { key in
                MeshRoster.Person(
                    key: Hexadecimal.text(key.bytes.bytes), name: roster.names[key],
                    role: .init(roster.roles[key] ?? RoleEntry.Role.none),
                    isHidden: roster.hidden.has(.author, key.bytes))
            },
            hidden: hidden)
    }

    private static func role(_ view: NodeView, _ roster: PlaceRoster) -> MeshRoster.Node.Role {
        guard roster.nodes[view.entry.key] != nil else { return .guest }
        guard view.isMember else { return .removed }
        return view.entry.key == roster.organiser?.key ? .organiser : .member
    }

    private static func hidden(
        _ thing: HiddenThings.Thing, _ node: MeshHost, _ roster: PlaceRoster
    ) async throws -> MeshRoster.Hidden {
        let key = SignerKey(thing.subject)
        var name: String?, text: String?
        switch thing.target {
        case .message:
            let found = try await node.excerpt(of: MessageID(thing.subject))
            (name, text) = (found?.author.flatMap { roster.names[$0] }, found?.text)
        case .author: name = roster.names[key]
        case .node: name = roster.nodes[key]?.name
        }
        return MeshRoster.Hidden(
            kind: MeshHiddenKind(thing.target), subject: Hexadecimal.text(thing.subject.bytes),
            since: Int(thing.since.milliseconds), name: name, text: text)
    }

    // MARK: Changes of it

    /// The node, where it is the organiser's.
    private var organiser: MeshHost {
        get async throws {
            let node = try node
            guard await node.signsRoster else {
                let name = await node.currentRoster.organiser?.name
                let server = name.map { "the organiser's server, \($0)," } ?? "the organiser's server"
                throw ErrorBody(.notOrganiser, "only \(server) can change the roster; its operators do that there")
            }
            return node
        }
    }

    func invite(_ wanted: InviteNodeRequest.NewInvitation) async throws -> MeshInvitation {
        let node = try await organiser, days = wanted.days ?? 7
        guard InviteNodeRequest.days.contains(days) else {
            throw ErrorBody(.invalidBody, "days is not 1 to 365", field: "days")
        }
        // The organiser's node checks the end by its own time.
        let end = (await node.time ?? parts.now()) + Timestamp(days) * 86_400_000
        guard let code = await node.invite(until: end)?.text else {
            preconditionFailure("the organiser's server has the place's key")
        }
        return MeshInvitation(
            code: code, expires: Int(end), drawing: QRCode(code, correction: .low)?.svg)
    }

    func remove(_ text: String) async throws {
        let node = try await organiser, key = SignerKey(try Self.digits(text, "node"))
        guard key != node.nodeKey else {
            throw ErrorBody(.invalidParameter, "node is the organiser's server itself", field: "node")
        }
        guard let entry = await node.currentRoster.nodes[key], entry.until == nil else {
            throw ErrorBody(.notFound, "the roster has no member with this key")
        }
        try await Self.translated { try await node.remove(entry) }
    }

    func setHidden(_ isHidden: Bool, _ kind: MeshHiddenKind, _ text: String) async throws {
        let node = try await organiser, subject = try Self.digits(text, "subject")
        let target = ModerationEntry.Target(kind), known = await node.currentRoster.hidden.has(target, subject)
        guard isHidden || known else { throw ErrorBody(.notFound, "this is not hidden") }
        // The server signs for guests by its own key, and operators speak by the place's.
        let own = [node.nodeKey.bytes, Bytes32(await node.placeKeyBytes)]
        guard kind == .message || !isHidden || !own.contains(subject) else {
            throw ErrorBody(.invalidParameter, "subject is the organiser's server itself", field: "subject")
        }
        guard isHidden != known else { return }
        try await Self.translated { try await node.publish(ModerationEntry(target, subject, isHidden: isHidden)) }
    }

    private static func digits(_ text: String, _ field: String) throws(ErrorBody) -> Bytes32 {
        guard let bytes = Hexadecimal.bytes(text).flatMap({ Bytes32($0) }) else {
            throw ErrorBody(.invalidParameter, "\(field) is not 64 hexadecimal digits", field: field)
        }
        return bytes
    }

    // MARK: Duties

    func duties() async throws -> MeshDutiesState {
        let node = try node, choices = await node.currentChoices
        return MeshDutiesState(
            duties: MeshDuties(
                relay: choices.duties.relays, guests: choices.duties.takesGuests, freeDisk: choices.leastFree),
            diskFree: await node.freeDisk, isDiskFull: await node.status.isDiskFull)
    }

    func change(_ wanted: MeshDuties) async throws -> MeshDutiesState {
        let node = try node
        guard MeshDuties.freeDisks.contains(wanted.freeDisk) else {
            throw ErrorBody(
                .invalidBody, "free_disk is not 0 to \(MeshDuties.freeDisks.upperBound)", field: "free_disk")
        }
        let choices = MeshChoices(
            duties: NodeDuties(relays: wanted.relay, takesGuests: wanted.guests), leastFree: wanted.freeDisk)
        try await Self.translated { try await node.choose(choices) }
        return try await duties()
    }
}

extension MeshHiddenKind {
    fileprivate init(_ target: ModerationEntry.Target) {
        self =
            switch target {
            case .message: .message
            case .author: .author
            case .node: .node
            }
    }
}

extension ModerationEntry.Target {
    fileprivate init(_ kind: MeshHiddenKind) {
        self =
            switch kind {
            case .message: .message
            case .author: .author
            case .node: .node
            }
    }
}

extension MeshRoster.Person.Role {
    fileprivate init(_ role: RoleEntry.Role) {
        self =
            switch role {
            case .none: .user
            case .curator: .curator
            case .operator: .operator
            }
    }
}
