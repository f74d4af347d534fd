package import GeoCore

/// The body of a message in a game of bocce. An offer is about nothing, and makes the game's id; the other messages are
/// about it. Each has one field.
///
///     1  an offer: width, length, resistance and spin's damping of the court (2 each), the team that begins (1)
///     2  empty: the author wants to play
///     3  the offer's author begins with a person: the id of their message with 2 (32)
///     4  a throw: the id of the message before it, with 3 or 4 (32), start, across and along (4 each, with signs)
///     5  empty: the author leaves
package enum GameBody: Equatable, Sendable {
    case offers(Offer)
    case joins(SubjectID)
    case begins(SubjectID, with: MessageID)
    case throwing(SubjectID, after: MessageID, Roll)
    case leaves(SubjectID)

    /// The numbers of an offer, whose ranges the rules of the game know.
    package struct Offer: Equatable, Sendable {
        package let width, length, resistance, damping: UInt16
        package let first: UInt8

        package init(width: UInt16, length: UInt16, resistance: UInt16, damping: UInt16, first: UInt8) {
            (self.width, self.length, self.resistance, self.damping) = (width, length, resistance, damping)
            self.first = first
        }
    }

    /// The numbers of a throw.
    package struct Roll: Equatable, Sendable {
        package let start, across, along: Int32

        package init(start: Int32, across: Int32, along: Int32) {
            (self.start, self.across, self.along) = (start, across, along)
        }
    }

    package init(_ message: Message) throws(BodyFault) {
        let tags = (UInt8(1)...5).filter { message.has($0) }
        guard let tag = tags.first else { throw BodyFault(1, .missing) }
        guard tags.count == 1 else { throw BodyFault(tags[1], .notHere) }
        let value = try message.value(of: tag).required(tag)
        var reader = BodyReader(value, of: tag)
        if tag == 1 {
            try message.aboutNothing()
            self = .offers(try Offer(&reader))
        } else {
            let game = try message.subject()
            self =
                switch tag {
                case 2: .joins(game)
                case 3: .begins(game, with: try reader.messageID())
                case 4: .throwing(game, after: try reader.messageID(), try Roll(&reader))
                default: .leaves(game)
                }
        }
        guard reader.isAtEnd else { throw BodyFault(tag, .length) }
    }

    /// The game that the message is about; `nil` for an offer.
    package var game: SubjectID? {
        switch self {
        case .offers: nil
        case .joins(let game), .begins(let game, _), .throwing(let game, _, _), .leaves(let game): game
        }
    }

    package var fields: [BodyField] {
        switch self {
        case .offers(let offer): [BodyField(tag: 1, value: offer.bytes)]
        case .joins: [BodyField(tag: 2, value: [])]
        case .begins(_, let join): [BodyField(tag: 3, value: join.digest.bytes)]
        case .throwing(_, let before, let roll): [BodyField(tag: 4, value: before.digest.bytes + roll.bytes)]
        case .leaves: [BodyField(tag: 5, value: [])]
        }
    }
}

extension GameBody.Offer {
    fileprivate init(_ reader: inout BodyReader) throws(BodyFault) {
        width = UInt16(try reader.number(2))
        length = UInt16(try reader.number(2))
        resistance = UInt16(try reader.number(2))
        damping = UInt16(try reader.number(2))
        first = UInt8(try reader.number(1))
    }

    fileprivate var bytes: [UInt8] {
        [width, length, resistance, damping].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } + [first]
    }
}

extension GameBody.Roll {
    fileprivate init(_ reader: inout BodyReader) throws(BodyFault) {
        start = Int32(bitPattern: UInt32(try reader.number(4)))
        across = Int32(bitPattern: UInt32(try reader.number(4)))
        along = Int32(bitPattern: UInt32(try reader.number(4)))
    }

    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [start, across, along] { bytes.appendBigEndian(UInt64(UInt32(bitPattern: number)), count: 4) }
        return bytes
    }
}

extension BodyReader {
    fileprivate mutating func messageID() throws(BodyFault) -> MessageID {
        MessageID(Bytes32(startOf: try take(Bytes32.count)))
    }
}
