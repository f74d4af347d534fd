package import GeoCore
package import Gossip
package import Mesh
import MeshLinks

/// What people and programs ask of a node.
extension MeshHost {
    package var placeKeyBytes: [UInt8] { keys.place.bytes.bytes }
    package var placeCode: PlaceCode { keys.placeCode }
    package var currentRoster: PlaceRoster { roster }
    package var isOfPlace: Bool { isMember }
    package var nodeName: String { roster.nodes[keys.node.key]?.name ?? keys.name }

    /// The time by which this node's messages are written; `nil` where it knows none.
    package var time: Timestamp? { node.time(at: clock.now) }

    package var status: MeshStatus {
        var status = MeshStatus()
        (status.links, status.heard) = (node.linkedPeers.count, heard)
        (status.isMember, status.isClockSet, status.isDiskFull) = (isMember, time != nil, isDiskFull)
        status.classes = MessageClass.allCases.map {
            ("\($0)", node.messages(of: $0).count, node.keptBytes(of: $0))
        }
        (status.counters, status.tooLong) = (node.counters, tooLong)
        return status
    }

    /// The nodes of the place, and guests that are linked, sorted by key.
    package var nodes: [NodeView] {
        let now = time ?? clock.now.clock, linked = Set(node.linkedPeers.map(\.key))
        var entries = roster.nodes
        for key in linked.union([keys.node.key]) where entries[key] == nil { entries[key] = NodeEntry(key, name: "") }
        if entries[keys.node.key]?.name.isEmpty == true {
            entries[keys.node.key] = NodeEntry(keys.node.key, name: keys.name)
        }
        return entries.values.sorted { $0.key.bytes < $1.key.bytes }.map {
            NodeView(
                entry: $0, isMember: roster.isMember($0.key, at: now), isThis: $0.key == keys.node.key,
                isLinked: linked.contains($0.key), lastHeard: linked.contains($0.key) ? now : lastHeard[$0.key])
        }
    }

    /// How many lines each room has, and the time of the newest.
    package func rooms() throws -> [SubjectID: (count: Int, newest: HybridTime)] {
        try storage.subjects(of: .roomLine)
    }

    /// Returns lines of a room that come before `end`, the newest first, and where the next page begins: `nil` where
    /// there is none. A message whose text is none is left out.
    package func lines(
        of room: SubjectID, before end: MessageOrder?, limit: Int
    ) throws -> (lines: [RoomLine], next: MessageOrder?) {
        let messages = try storage.newest(.roomLine, about: room, before: end, limit: limit).compactMap {
            try? Message(bytes: $0)
        }
        return (messages.compactMap { line($0) }, messages.count < limit ? nil : messages.last?.order)
    }

    /// Returns a message as a line; `nil` where it is none.
    func line(_ message: Message) -> RoomLine? { RoomLine(message, roster, this: (keys.node.key, nodeName)) }

    package func delivery(of id: MessageID) -> DeliveryState? { deliveries[id] }

    /// Writes a line for somebody without keys: `signer` signs it, or else the node, as a visitor's. Throws
    /// `WritingFault` where it cannot, and `MeshFault` where the disk is full.
    package func write(
        _ text: String, name: String?, in room: SubjectID, by signer: (any EntrySigner)? = nil
    ) throws -> RoomLine {
        let signer: any EntrySigner = signer ?? keys.node
        guard text.isLegible, text.utf8.count <= RoomLine.longestText else { throw WritingFault.text }
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard name.map({ $0.isLegibleLine && $0.utf8.count <= RoomLine.longestName }) ?? true else {
            throw WritingFault.name
        }
        guard let time = reading() else { throw WritingFault.refused(.refused(.noClock)) }
        let draft = MessageDraft(
            .roomLine, in: keys.placeCode, at: time, by: signer.key, about: room,
            LineBody(text: text, name: name).fields)
        let message: Message
        do { message = try draft.message(signature: signer.signature(of: draft.signedBytes)) } catch {
            throw WritingFault.text
        }
        try takeWritten(message)
        guard let bytes = try storage.bytes(of: message.id),
            let line = (try? Message(bytes: bytes)).flatMap({ line($0) })
        else { throw MeshFault("the line cannot be read any more") }
        return line
    }

    /// Takes a message that this server signed for somebody who writes here. When this returns, it is on disk. Throws
    /// `WritingFault` where the node does not keep it.
    package func takeWritten(_ message: Message) throws {
        let outcome = try take(message)
        if outcome == .refused(.overQuota), let quota = fullQuota(for: message) {
            throw WritingFault.overQuota(quota)
        }
        guard outcome == .kept || outcome == .known else { throw WritingFault.refused(outcome) }
    }

    /// Takes a message that somebody brought. When this returns `.kept`, the message is on disk.
    package func take(_ message: Message) throws -> Acceptance {
        guard !isDiskFull else { throw MeshFault("the disk is full") }
        return try commit {
            let (acceptance, actions) = try self.node.submit(message, at: self.clock.now)
            self.node.count(acceptance)
            return (acceptance, actions)
        }
    }

    /// Counts what a phone brought that is no message.
    package func countMalformed(_ number: Int) { node.countMalformed(number) }

    /// Answers a comparison of a phone; see `MeshNode.answer`.
    package func answer(query: [UInt8]) -> [UInt8]? { node.answer(query: query, at: clock.now) }

    /// Takes several messages in one commit. `areOwn`: this server signed them for people here, so those of somebody
    /// hidden wait until they are shown again. `mayEnter`: whether a message may enter the mesh here; asked of new ones
    /// without a member's stamp.
    package func take(
        _ messages: [Message], areOwn: Bool = false, mayEnter: @Sendable (Message) -> Bool = { _ in true }
    ) throws -> [Acceptance] {
        guard !isDiskFull else { throw MeshFault("the disk is full") }
        return try commit {
            var outcomes: [Acceptance] = [], actions: [MeshAction] = []
            for message in messages {
                // What the roster says counts for the messages behind it.
                if message.messageClass != .roster { actions += try self.refreshRoster() }
                guard !self.node.isEntering(message) || mayEnter(message) else {
                    outcomes.append(.refused(.overQuota))
                    self.node.count(.refused(.overQuota))
                    continue
                }
                let (outcome, more) = try self.node.submit(message, at: self.clock.now)
                // What this server signed is tried again as long as it is refused.
                if !areOwn { self.node.count(outcome) }
                if areOwn, outcome == .refused(.hidden) { try self.putAside(message) }
                outcomes.append(outcome)
                actions += more
                self.noteRoster(more)
            }
            return (outcomes, actions)
        }
    }

    /// Returns the messages of these ids that are here, as many as fit into `most` bytes with their lengths.
    package func bytes(of ids: [MessageID], atMost most: Int) throws -> [[UInt8]] {
        var found: [[UInt8]] = [], left = most
        for id in ids {
            guard let bytes = try storage.bytes(of: id) else { continue }
            left -= bytes.count + MessageBundle.lengthOfLength
            guard left >= 0 else { break }
            found.append(bytes)
        }
        return found
    }

    /// Returns the messages of all classes as bytes, the oldest of the first class first.
    package func exported() throws -> [[UInt8]] {
        try MessageClass.allCases.flatMap { messageClass in
            try node.messages(of: messageClass).filter(\.hasBytes).compactMap { try storage.bytes(of: $0.facts.id) }
        }
    }
}

/// The states of recent messages that were written here.
struct RecentDeliveries {
    private static let most = 4096
    private var states: [MessageID: DeliveryState] = [:]
    private var order: [MessageID] = []

    subscript(id: MessageID) -> DeliveryState? { states[id] }

    mutating func set(_ id: MessageID, _ state: DeliveryState) {
        if states.updateValue(state, forKey: id) == nil { order.append(id) }
        if order.count > Self.most { states[order.removeFirst()] = nil }
    }
}
