package import GeoCore

/// The body of a report on a queue. Its author is the node where somebody reported, and the time of the message is that
/// of the report. No message names the person.
///
///     1  the place (8)
///     2  the minutes that people waited (2)
package struct QueueBody: Equatable, Sendable {
    package let place: Int64
    package let minutes: Int

    /// `minutes` is in 0 ... 65 535.
    package init(place: Int64, minutes: Int) { (self.place, self.minutes) = (place, minutes) }

    package init(_ message: Message) throws(BodyFault) {
        try message.aboutNothing()
        place = Int64(bitPattern: try message.number(1, bytes: 8).required(1))
        minutes = Int(try message.number(2, bytes: 2).required(2))
    }

    package var fields: [BodyField] {
        [BodyField(1, UInt64(bitPattern: place), bytes: 8), BodyField(2, UInt64(clamping: minutes), bytes: 2)]
    }
}

/// The body of a help pin: somebody asks for help at a point, and wants that point to be known. Or the end of it, in a
/// message about the pin's id.
///
///     1  the point (8)
///     2  the words, at most 480 bytes
///     3  empty: the pin is resolved; alone
package enum HelpPinBody: Equatable, Sendable {
    case asks(at: PointE7, words: String)
    case resolves(SubjectID)

    /// The greatest length of the words in bytes.
    package static let longestWords = 480

    package init(_ message: Message) throws(BodyFault) {
        guard let resolved = message.value(of: 3) else {
            try message.aboutNothing()
            let point = try message.value(of: 1).required(1)
            guard point.count == PointBytes.count else { throw BodyFault(1, .length) }
            let words = try message.text(2).required(2)
            guard words.utf8.count <= Self.longestWords else { throw BodyFault(2, .length) }
            self = .asks(at: try PointBytes.point(point, of: 1), words: words)
            return
        }
        guard resolved.isEmpty else { throw BodyFault(3, .length) }
        for tag in UInt8(1)...2 where message.has(tag) { throw BodyFault(tag, .notHere) }
        self = .resolves(try message.subject())
    }

    package var fields: [BodyField] {
        switch self {
        case .asks(let point, let words): [BodyField(tag: 1, value: PointBytes.bytes(of: point)), BodyField(2, words)]
        case .resolves: [BodyField(tag: 3, value: [])]
        }
    }

    package var about: SubjectID? {
        if case .resolves(let pin) = self { pin } else { nil }
    }
}

/// The body of a node's links: the members that its author is linked to.
///
///     1  for each link the beginning of the member's key (8), and since when it is up: milliseconds since 1970 (8)
package struct LinksBody: Equatable, Sendable {
    package struct Link: Equatable, Sendable {
        /// The first eight bytes of the member's key, as in entry stamps. The roster has the whole key.
        package let member: UInt64
        package let since: Timestamp

        package init(member: UInt64, since: Timestamp) { (self.member, self.since) = (member, since) }
    }

    package let links: [Link]

    /// There are at most `most` links.
    package init(links: [Link]) { self.links = links }

    package static let most = 8
    private static let length = 16

    package init(_ message: Message) throws(BodyFault) {
        try message.aboutNothing()
        let bytes = try message.value(of: 1).required(1)
        guard bytes.count % Self.length == 0, bytes.count <= Self.most * Self.length else {
            throw BodyFault(1, .length)
        }
        var reader = BodyReader(bytes, of: 1), links: [Link] = []
        while !reader.isAtEnd { links.append(Link(member: try reader.number(8), since: try reader.time())) }
        self.links = links
    }

    package var fields: [BodyField] {
        var bytes: [UInt8] = []
        for link in links {
            bytes.appendBigEndian(link.member)
            bytes.appendBigEndian(UInt64(clamping: link.since))
        }
        return [BodyField(tag: 1, value: bytes)]
    }
}
