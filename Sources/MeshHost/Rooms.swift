package import GeoCore
package import Gossip

/// The rooms that every place has.
package enum CommonRoom: String, CaseIterable, Sendable {
    case general, help

    /// The first 16 bytes of SHA-256 of "hereabouts room 1", a zero byte, the room's word, a zero byte, and the place's
    /// code: everybody computes a place's rooms alike, and no other place has the same.
    package func id(in place: PlaceCode) -> SubjectID {
        let text = Array("hereabouts room 1".utf8) + [0] + Array(rawValue.utf8) + [0] + bigEndian(place.rawValue)
        let digest = PortableSHA256.digest(of: text).bytes
        guard let id = SubjectID(digest.prefix(16)) else { preconditionFailure("a digest has 32 bytes") }
        return id
    }
}

/// A line in a room, as people read it.
package struct RoomLine: Equatable, Sendable {
    /// The greatest lengths in bytes. A body of this class holds both with their headers.
    package static let longestText = 8000
    package static let longestName = 128

    package let order: MessageOrder
    package let room: SubjectID
    package let author: SignerKey
    /// The name that the roster gives the author, or that the author shows.
    package let name: String?
    package let isNamed: Bool
    /// The name of the node whose key signed the line, for a visitor without keys there; `nil` for all other lines.
    package let visitedNode: String?
    package let text: String
    /// The member where it entered, and when.
    package let entry: SignerKey?
    package let entered: Timestamp?

    /// `nil` for a message that is no line, or whose text nobody can read. `this` is the node that shows it: a guest is
    /// not in the roster.
    package init?(_ message: Message, _ roster: PlaceRoster, this: (key: SignerKey, name: String)) {
        guard message.kind == .roomLine, let author = message.author, let room = message.about,
            let body = try? LineBody(message)
        else { return nil }
        (order, self.room, self.author, text) = (message.order, room, author, body.text)
        isNamed = roster.names[author] != nil
        // A node's key speaks for the node's visitors, and never for its operator.
        name = roster.names[author] ?? body.name
        visitedNode = roster.nodes[author]?.name ?? (author == this.key ? this.name : nil)
        entry = message.stamp.flatMap { roster.member($0.member, at: $0.time) }
        entered = message.stamp?.time.milliseconds
    }
}
