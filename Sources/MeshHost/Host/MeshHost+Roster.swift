import GeoCore
import Gossip
import Mesh
import MeshLinks

extension MeshHost {
    /// The roster's messages that a store holds, before there is a node.
    static func rosterMessages(_ storage: any MeshStorage) throws -> [Message] {
        try storage.records().filter { $0.hasBytes && $0.facts.messageClass == .roster }.compactMap {
            try storage.bytes(of: $0.facts.id)
        }.compactMap { try? Message(bytes: $0) }
    }

    /// The bytes of the message that says of a node whether it is a member; empty where there is none.
    static func entry(of node: SignerKey, _ messages: [Message]) -> [UInt8] {
        messages.filter { NodeEntry($0)?.key == node }.max { $0.order < $1.order }?.bytes ?? []
    }

    /// Takes note of messages of the roster that the node has kept.
    func noteRoster(_ actions: [MeshAction]) {
        isRosterOld =
            isRosterOld
            || actions.contains { action in
                if case .kept(let message) = action { message.messageClass == .roster } else { false }
            }
    }

    func refreshRoster(after actions: [MeshAction]) throws -> [MeshAction] {
        noteRoster(actions)
        return try refreshRoster()
    }

    /// Reads the roster anew where the node has kept a message of it, and tells the node.
    func refreshRoster() throws -> [MeshAction] {
        guard isRosterOld else { return [] }
        isRosterOld = false
        let messages = try node.messages(of: .roster).filter(\.hasBytes).compactMap {
            try storage.bytes(of: $0.facts.id)
        }.compactMap { try? Message(bytes: $0) }
        let new = PlaceRoster(place: keys.place, messages)
        guard new != roster else { return [] }
        if !new.excludesTheSame(as: roster) { try putAside(by: new) }
        roster = new
        notify(.roster)
        let now = clock.now
        let actions = try node.receive(.roster(new), at: now) + bringBack(at: now)
        let isMember = new.isMember(keys.node.key, at: node.time(at: now) ?? now.clock)
        if isMember || keys.joinCode == nil { shown.set(Self.entry(of: keys.node.key, messages)) }
        if isMember != self.isMember {
            self.isMember = isMember
            needsNewNode = true
        }
        return actions
    }

    /// Begins anew as a member or as a guest: links are made again, as what this node now is.
    func makeNewNode() throws {
        needsNewNode = false
        if isMember, keys.joinCode != nil {
            keys.joinCode = nil
            try folder.keep(keys)
        }
        for link in links.values { link.close() }
        links = [:]
        node = try MeshNode(
            Self.parts(
                keys, roster, storage, settings, choices, isMember: isMember,
                familiar: node.familiar.flatMap(\.bytes.bytes)),
            at: clock.now)
        enqueue(.node(.clock(isSet: clock.isSet)))
        for id in candidates.ids { enqueue(.node(.found(id, isKnown: true))) }
        notify(.nodes)
        if isMember { notify(.admitted) }
    }

    /// Adds an entry of the place to the roster, and spreads it. Only the organiser's server can.
    func say(_ entry: some RosterEntry) throws -> [MeshAction] {
        guard let placeKey = keys.placeKey else {
            throw MeshFault("only the organiser's server has the place's key")
        }
        let now = clock.now
        guard let time = node.time(at: now) else { throw MeshFault("this machine's clock is not set") }
        let draft = entry.draft(in: keys.placeCode, at: hybrid.reading(at: time), by: placeKey.key)
        let message: Message
        do { message = try placeKey.signed(draft) } catch { throw MeshFault("the entry is too long") }
        let (acceptance, actions) = try node.submit(message, at: now)
        guard acceptance == .kept else {
            throw MeshFault("the entry was not taken: \(acceptance.cause ?? "the roster has it already")")
        }
        return actions + (try refreshRoster(after: actions))
    }

    /// Adds an entry of the place to the roster.
    package func publish(_ entry: some RosterEntry) throws { try commit { ((), try say(entry)) } }
}

extension PlaceRoster {
    func isMember(_ key: SignerKey, at time: Timestamp) -> Bool {
        member(key.beginning, at: HybridTime(milliseconds: time)) == key
    }
}

extension MeshEvent {
    /// Whether it is a frame with a message of the roster (docs/mesh-nodes.md, Frames).
    var bringsRoster: Bool {
        guard case .frame(_, let bytes) = self, bytes.count > 2, [2, 6].contains(bytes[0]) else { return false }
        return MessageKind(rawValue: bytes[2])?.messageClass == .roster
    }
}
