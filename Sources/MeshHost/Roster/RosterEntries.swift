package import GeoCore
package import Gossip

/// What a message of the roster says of one node, person or hidden thing. Its register follows from the key or id that
/// it is about, so a later message replaces it.
package protocol RosterEntry {
    static var kind: MessageKind { get }
    var subject: Bytes32 { get }
    var fields: [BodyField] { get }
    /// The register that the message sets.
    var about: SubjectID? { get }
}

extension RosterEntry {
    static func subjectID(_ subject: Bytes32) -> SubjectID? { SubjectID(subject.bytes.prefix(16)) }

    package var about: SubjectID? { Self.subjectID(subject) }

    /// Makes the message that says this, for its author to sign.
    package func draft(in place: PlaceCode, at time: HybridTime, by author: SignerKey) -> MessageDraft {
        MessageDraft(Self.kind, in: place, at: time, by: author, about: about, fields)
    }

    /// Reads the key or id of a message of this kind; `nil` where it is missing, or is not what the message is about.
    static func subject(of message: Message, tag: UInt8) -> Bytes32? {
        guard message.kind == kind, let subject = message.value(of: tag).flatMap({ Bytes32($0) }),
            message.about == subjectID(subject)
        else { return nil }
        return subject
    }
}

/// A node that the place admits.
package struct NodeEntry: RosterEntry, Equatable, Sendable {
    package static let kind = MessageKind.nodes

    package let key: SignerKey
    package var name: String
    /// From when on the node is no member; zero: none of its stamps hold.
    package var until: HybridTime?
    /// The invitation by which it came, so that nobody comes by it again.
    package var invitation: UInt64?

    package init(_ key: SignerKey, name: String, until: HybridTime? = nil, invitation: UInt64? = nil) {
        (self.key, self.name, self.until, self.invitation) = (key, name, until, invitation)
    }

    package var subject: Bytes32 { key.bytes }

    package var fields: [BodyField] {
        var fields = [BodyField(tag: 1, value: key.bytes.bytes), BodyField(tag: 2, value: Array(name.utf8))]
        if let until { fields.append(BodyField(tag: 3, value: bigEndian(until.rawValue))) }
        if let invitation { fields.append(BodyField(tag: 4, value: bigEndian(invitation))) }
        return fields
    }

    /// `nil` where the message does not say of a node whether it is a member.
    package init?(_ message: Message) {
        guard let key = Self.subject(of: message, tag: 1), !SignerKey(key).isSmallOrder,
            let name = message.value(of: 2).flatMap(text), name.utf8.count <= MeshKeys.longestName
        else { return nil }
        let until = message.value(of: 3), invitation = message.value(of: 4)
        guard until.map({ $0.count == 8 }) ?? true, invitation.map({ $0.count == 8 }) ?? true else { return nil }
        self.init(
            SignerKey(key), name: name, until: until.map { HybridTime(rawValue: number($0)) },
            invitation: invitation.map { number($0) })
    }
}

/// The account's name of a person's key.
package struct NameEntry: RosterEntry, Equatable, Sendable {
    package static let kind = MessageKind.names

    package let key: SignerKey
    /// `nil`: the key is no account's any more.
    package let name: String?

    package init(_ key: SignerKey, name: String?) { (self.key, self.name) = (key, name) }

    package var subject: Bytes32 { key.bytes }

    package var fields: [BodyField] {
        [BodyField(tag: 1, value: key.bytes.bytes)] + (name.map { [BodyField(tag: 2, value: Array($0.utf8))] } ?? [])
    }

    package init?(_ message: Message) {
        guard let key = Self.subject(of: message, tag: 1) else { return nil }
        guard let value = message.value(of: 2) else {
            self.init(SignerKey(key), name: nil)
            return
        }
        guard let name = text(value), !name.isEmpty else { return nil }
        self.init(SignerKey(key), name: name)
    }
}

/// What a person may do.
package struct RoleEntry: RosterEntry, Equatable, Sendable {
    package enum Role: UInt8, Sendable {
        case none, curator, `operator`
    }

    package static let kind = MessageKind.roles

    package let key: SignerKey
    package let role: Role

    package init(_ key: SignerKey, _ role: Role) { (self.key, self.role) = (key, role) }

    package var subject: Bytes32 { key.bytes }

    package var fields: [BodyField] {
        [BodyField(tag: 1, value: key.bytes.bytes), BodyField(tag: 2, value: [role.rawValue])]
    }

    package init?(_ message: Message) {
        guard let key = Self.subject(of: message, tag: 1), let value = message.value(of: 2), value.count == 1,
            let role = value.first.flatMap({ Role(rawValue: $0) })
        else { return nil }
        self.init(SignerKey(key), role)
    }
}

/// What operators hide from everybody, or show again.
package struct ModerationEntry: RosterEntry, Equatable, Sendable {
    package enum Target: UInt8, Sendable {
        case message = 1
        case author, node
    }

    package static let kind = MessageKind.moderation

    package let target: Target
    /// The message's id, or the author's or node's key.
    package let subject: Bytes32
    package let isHidden: Bool

    package init(_ target: Target, _ subject: Bytes32, isHidden: Bool) {
        (self.target, self.subject, self.isHidden) = (target, subject, isHidden)
    }

    /// The first 15 bytes of the id or key, then what it names: people without keys write by the key of their node, so a
    /// key can be hidden as an author and as a node.
    package var about: SubjectID? { SubjectID(subject.bytes.prefix(15) + [target.rawValue]) }

    package var fields: [BodyField] {
        [
            BodyField(tag: 1, value: subject.bytes), BodyField(tag: 2, value: [target.rawValue]),
            BodyField(tag: 3, value: [isHidden ? 1 : 0]),
        ]
    }

    package init?(_ message: Message) {
        guard message.kind == Self.kind, let subject = message.value(of: 1).flatMap({ Bytes32($0) }),
            let value = message.value(of: 2), value.count == 1,
            let target = value.first.flatMap({ Target(rawValue: $0) }),
            let hidden = message.value(of: 3), hidden.count == 1, let hidden = hidden.first, hidden <= 1
        else { return nil }
        self.init(target, subject, isHidden: hidden == 1)
        guard message.about == about else { return nil }
    }
}

/// Text without control characters; `nil` for bytes that are none.
private func text(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes, as: UTF8.self).flatMap { text in
        text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

/// The bytes of a number, the highest first.
func bigEndian(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } }
