/// The kind of a message. The upper four bits of its number are the class, so no number can be in two classes.
package enum MessageKind: UInt8, CaseIterable, Sendable {
    case names = 0x10
    case roles = 0x11
    case nodes = 0x12
    case moderation = 0x13
    case certificate = 0x14
    case prekey = 0x20
    case certificateRequest = 0x21
    case queueReport = 0x30
    case helpPin = 0x31
    case links = 0x32
    case gameMove = 0x33
    case guideChange = 0x40
    case overlay = 0x41
    case sealedMail = 0x50
    case receipt = 0x51
    case roomLine = 0x60
    case report = 0x61
    case post = 0x70
    case edit = 0x71
    case deletion = 0x72
    case picture = 0x80

    package var messageClass: MessageClass {
        guard let found = MessageClass(rawValue: rawValue >> 4) else {
            preconditionFailure("the kind \(rawValue) has no class")
        }
        return found
    }

    /// The tags below 128 that a body of this kind may have; the fields' meaning is in docs/mesh.md.
    var knownTags: ClosedRange<UInt8>? {
        switch self {
        case .post: 1...7
        case .nodes: 1...4
        case .helpPin, .moderation, .certificate: 1...3
        case .roomLine, .queueReport, .guideChange, .names, .roles, .picture: 1...2
        case .edit, .prekey, .certificateRequest, .links, .overlay, .report: 1...1
        case .gameMove: 1...5
        case .sealedMail, .receipt, .deletion: nil
        }
    }
}
