import Atlas
import Community
import GeoCore
import Gossip
import HereaboutsAPI
import Mesh
import MeshHost
import Synchronization

/// Answers about the server's node of the mesh, in the types of the interface.
final class MeshAnswers: Sendable {
    private let host: MeshHost?
    let parts: ServerParts
    /// The lines that were written lately or are being written, by their keys.
    private let written = Mutex<(lines: [String: Task<MeshLine, any Error>], order: [String])>(([:], []))

    /// How many keys are remembered.
    private static let mostKeys = 4096
    private static let mostBundle = 1 << 20
    private static let mostIDs = 256

    init(_ host: MeshHost?, _ parts: ServerParts) { (self.host, self.parts) = (host, parts) }

    var node: MeshHost {
        get throws(ErrorBody) {
            guard let host else { throw Self.noMesh }
            return host
        }
    }

    static var noMesh: ErrorBody {
        ErrorBody(.noMesh, "this server has no node of the mesh; its operator starts one with --mesh")
    }

    // MARK: State

    func state() async throws -> MeshState {
        let node = try node, status = await node.status
        let refused = status.counters.refused.map { MeshState.Refused(reason: MeshRefusal($0.key), count: $0.value) }
        return MeshState(
            place: Hexadecimal.text(bytes(await node.placeCode.rawValue)),
            placeKey: Hexadecimal.text(await node.placeKeyBytes),
            name: parts.atlas.current.info.name,
            node: .init(
                key: Hexadecimal.text(node.nodeKey.bytes.bytes), name: await node.nodeName,
                isMember: status.isMember),
            time: Int(await node.time ?? parts.now()), clockIsSet: status.isClockSet, links: status.links,
            heard: status.heard,
            classes: zip(MeshClass.allCases, status.classes).map {
                MeshState.Class(name: $0, messages: $1.messages, bytes: $1.bytes)
            },
            refused: refused.sorted { $0.reason.rawValue < $1.reason.rawValue })
    }

    // MARK: Rooms

    func rooms() async throws -> MeshRooms {
        let node = try node, place = await node.placeCode, counts = try await node.rooms()
        func room(_ id: SubjectID, _ kind: MeshRooms.Room.Kind, _ name: String) -> MeshRooms.Room {
            let count = counts[id]
            return MeshRooms.Room(
                id: Hexadecimal.text(id.bytes), kind: kind, name: name, lines: count?.count ?? 0,
                lastTime: count.map { Int($0.newest.milliseconds) })
        }
        let common = [
            room(CommonRoom.general.id(in: place), .general, "General"),
            room(CommonRoom.help.id(in: place), .help, "Help"),
        ]
        return MeshRooms(
            rooms: common
                + (try await venues().compactMap { entry in
                    SubjectID(entry.id.bytes).map { room($0, .venue, entry.content.name) }
                }))
    }

    /// The venues that all visitors see.
    private func venues() async throws -> [GuideEntry] {
        let now = parts.now()
        return try await parts.guide.entries().filter {
            $0.content.kind == .venue && !$0.isDeleted && $0.draft.isPublic(at: now)
        }
    }

    func lines(_ request: MeshLinesRequest) async throws -> MeshLines {
        let node = try node, room = try Self.room(request.room)
        let end = try request.before.map { text throws(ErrorBody) in
            guard let order = MessageOrder(cursor: text) else {
                throw ErrorBody(.invalidParameter, "before is not the next of a page", field: "before")
            }
            return order
        }
        let found = try await Self.translated { try await node.lines(of: room, before: end, limit: request.limit) }
        let names = await node.currentRoster.nodes.mapValues(\.name)
        var lines: [MeshLine] = []
        for line in found.lines { lines.append(MeshLine(line, await node.delivery(of: line.order.id), names)) }
        return MeshLines(lines: lines, next: found.next?.cursor)
    }

    /// Writes a line; one with a key that was used in this room lately is the line of then.
    func write(_ line: AddMeshLineRequest.NewLine, in id: String) async throws -> MeshLine {
        guard let key = line.key else { return try await newLine(line, in: id) }
        guard (16...64).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ErrorBody(.invalidBody, "key is not 16 to 64 visible ASCII characters", field: "key")
        }
        let task = written.withLock { written in
            if let task = written.lines[id + key] { return task }
            let task = Task { try await newLine(line, in: id) }
            written.lines[id + key] = task
            written.order.append(id + key)
            if written.order.count > Self.mostKeys { written.lines[written.order.removeFirst()] = nil }
            return task
        }
        do { return try await task.value } catch {
            written.withLock { written in
                guard written.lines[id + key] == task else { return }
                written.lines[id + key] = nil
                written.order.removeAll { $0 == id + key }
            }
            throw error
        }
    }

    private func newLine(_ line: AddMeshLineRequest.NewLine, in id: String) async throws -> MeshLine {
        let node = try node, room = try Self.room(id)
        guard (1...RoomLine.longestText).contains(line.text.utf8.count) else {
            throw ErrorBody(.invalidBody, "text has 1 to \(RoomLine.longestText) bytes", field: "text")
        }
        guard (line.name?.utf8.count ?? 0) <= RoomLine.longestName else {
            throw ErrorBody(.invalidBody, "name has at most \(RoomLine.longestName) bytes", field: "name")
        }
        let place = await node.placeCode
        let isCommon = CommonRoom.allCases.contains { $0.id(in: place) == room }
        let isVenue = try await venues().contains { SubjectID($0.id.bytes) == room }
        guard isCommon || isVenue else {
            throw ErrorBody(.notFound, "there is no such room; see /api/v1/mesh/rooms")
        }
        let made = try await Self.translated { try await node.write(line.text, name: line.name, in: room) }
        return MeshLine(made, nil, isHere: true)
    }

    private static func room(_ id: String) throws(ErrorBody) -> SubjectID {
        guard let room = Hexadecimal.bytes(id).flatMap({ SubjectID($0) }) else {
            throw ErrorBody(.invalidParameter, "room is not 32 hexadecimal digits", field: "room")
        }
        return room
    }

    // MARK: Messages

    func query(_ content: [UInt8]) async throws -> [UInt8] {
        guard let answer = await (try node).answer(query: content) else {
            throw ErrorBody(.invalidBody, "the body is no step of a comparison, or the node's clock is not set")
        }
        return answer
    }

    func bundle(of ids: [UInt8]) async throws -> [UInt8] {
        let node = try node
        guard ids.count.isMultiple(of: 32), ids.count <= 32 * Self.mostIDs else {
            throw ErrorBody(.invalidBody, "the body is not up to \(Self.mostIDs) ids of 32 bytes")
        }
        let wanted = stride(from: 0, to: ids.count, by: 32).compactMap { Bytes32(ids[$0..<$0 + 32]) }
        let found = try await Self.translated {
            try await node.bytes(of: wanted.map { MessageID($0) }, atMost: Self.mostBundle - 256)
        }
        return MessageBundle(of: await node.placeCode, found).bytes
    }

    /// Takes the messages that a phone brings. `mayEnter`: whether one that enters the mesh here may do so.
    func take(
        _ content: [UInt8], mayEnter: @escaping @Sendable (Message) -> Bool
    ) async throws -> MeshVerdicts {
        let node = try node, bundle: MessageBundle
        do { bundle = try MessageBundle(bytes: content, most: BringMessagesRequest.most) } catch {
            throw ErrorBody(
                .invalidBody, "the body is no bundle of messages: \(error.cause.words); make the bundle again")
        }
        guard bundle.place == (await node.placeCode) else {
            throw ErrorBody(.invalidBody, "the messages are of another place")
        }
        let messages = bundle.messages.map { try? Message(bytes: $0) }
        let outcomes = try await Self.translated { try await node.take(messages.compactMap { $0 }, mayEnter: mayEnter) }
        var rest = outcomes[...]
        return MeshVerdicts(
            verdicts: messages.map { message in
                guard let message, let outcome = rest.popFirst() else {
                    return .init(id: "", state: .refused, reason: .malformed)
                }
                return MeshVerdicts.Verdict(message.id, outcome)
            })
    }

    /// What the node cannot do now is no fault of the server's.
    static func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let fault as MeshFault {
            throw ErrorBody(.unavailable, fault.description)
        }
    }
}

private func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
}

extension MessageOrder {
    /// Where a page ends: the reading and the id in hexadecimal digits.
    fileprivate var cursor: String { Hexadecimal.text(bytes(time.rawValue).prefix(8) + id.digest.bytes) }

    fileprivate init?(cursor: String) {
        guard let all = Hexadecimal.bytes(cursor), all.count == 40, let id = Bytes32(all[8...]) else { return nil }
        self.init(
            time: HybridTime(rawValue: all[..<8].reduce(0) { $0 << 8 | UInt64($1) }), id: MessageID(id))
    }
}

extension MeshLine {
    /// `isHere`: the line was just written at this node, and nothing is known of others yet.
    fileprivate init(
        _ line: RoomLine, _ state: DeliveryState?, _ names: [SignerKey: String] = [:], isHere: Bool = false
    ) {
        let delivery = state.map { state in
            guard state.neighbours > 0 else { return Delivery(state: .here, count: 1) }
            let keepers = state.keepers.map { Keeper($0, names) }
            return state.nodes.map { $0 > state.neighbours + 1 } ?? true
                ? Delivery(state: .nodes, count: state.nodes ?? 250, keepers: keepers)
                : Delivery(state: .neighbours, count: state.neighbours, keepers: keepers)
        }
        self.init(
            id: Hexadecimal.text(line.order.id.digest.bytes), time: Int(line.order.time.milliseconds),
            entered: line.entered.map { Int($0) }, author: Hexadecimal.text(line.author.bytes.bytes), name: line.name,
            isNamed: line.isNamed, text: line.text, entry: line.entry.map { Hexadecimal.text($0.bytes.bytes) },
            delivery: delivery ?? (isHere ? Delivery(state: .here, count: 1) : nil))
    }
}

extension MeshVerdicts.Verdict {
    fileprivate init(_ id: MessageID, _ outcome: Acceptance) {
        let id = Hexadecimal.text(id.digest.bytes)
        switch outcome {
        case .kept, .blocked: self.init(id: id, state: .kept)
        case .known: self.init(id: id, state: .known)
        case .held: self.init(id: id, state: .held)
        case .refused(let refusal): self.init(id: id, state: .refused, reason: MeshRefusal(refusal))
        }
    }
}

extension MeshRefusal {
    fileprivate init(_ refusal: Refusal) {
        self =
            switch refusal {
            case .otherPlace: .otherPlace
            case .noClock: .noClock
            case .tooOld: .expired
            case .tooEarly: .tooEarly
            case .stampTime: .stampTime
            case .notAllowed: .notAllowed
            case .unknownMember: .unknownMember
            case .noStamp: .noStamp
            case .overQuota: .overQuota
            case .replaced: .replaced
            case .hidden: .hidden
            case .badSignature: .badSignature
            case .badStamp: .badStamp
            }
    }
}
