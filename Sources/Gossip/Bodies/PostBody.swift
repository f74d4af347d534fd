package import GeoCore

/// The body of a post: what its author wrote first.
///
///     1  the text; absent with 7
///     2  the name that the author shows
///     3  where they wrote it: the point (8), the facing (1), the class of speed (1)
///     4  the name of that place; with 3, and only with it
///     5  the radius within which they were, in decimetres (4); only with 3
///     6  when they wrote it, if the message is later: milliseconds since 1970 (8)
///     7  empty: the post is a picture without a text, and the picture comes in a message of its own
package struct PostBody: Equatable, Sendable {
    /// Empty for a picture without a text.
    package var text: String
    package var name: String
    package var location: Location?
    package var written: Timestamp?

    package init(text: String, name: String, location: Location? = nil, written: Timestamp? = nil) {
        (self.text, self.name, self.location, self.written) = (text, name, location, written)
    }

    package struct Location: Equatable, Sendable {
        package let point: PointE7
        package let facing: Facing
        package let speed: SpeedClass
        /// The name of the place.
        package let place: String
        package let accuracyDecimetres: UInt32?

        package init(
            point: PointE7, facing: Facing, speed: SpeedClass, place: String, accuracyDecimetres: UInt32?
        ) {
            (self.point, self.facing, self.speed) = (point, facing, speed)
            (self.place, self.accuracyDecimetres) = (place, accuracyDecimetres)
        }
    }

    /// The first millisecond that ISO 8601 cannot write: after the year 9999.
    static let end: UInt64 = 253_402_300_800_000

    package init(_ message: Message) throws(BodyFault) {
        try message.aboutNothing()
        text = try Self.text(of: message)
        name = try message.text(2).required(2)
        location = try Location(message)
        written = try message.number(6, bytes: 8).map { (number) throws(BodyFault) in
            guard number < Self.end else { throw BodyFault(6, .value) }
            return Timestamp(number)
        }
    }

    private static func text(of message: Message) throws(BodyFault) -> String {
        guard let mark = message.value(of: 7) else {
            let text = try message.text(1).required(1)
            guard !text.isEmpty else { throw BodyFault(1, .length) }
            return text
        }
        guard mark.isEmpty else { throw BodyFault(7, .length) }
        guard !message.has(1) else { throw BodyFault(1, .notHere) }
        return ""
    }

    package var fields: [BodyField] {
        var fields = text.isEmpty ? [] : [BodyField(1, text)]
        fields.append(BodyField(2, name))
        if let location { fields += location.fields }
        if let written { fields.append(BodyField(6, UInt64(clamping: written), bytes: 8)) }
        if text.isEmpty { fields.append(BodyField(tag: 7, value: [])) }
        return fields
    }
}

extension PostBody.Location {
    fileprivate init?(_ message: Message) throws(BodyFault) {
        guard let value = message.value(of: 3) else {
            for tag in UInt8(4)...5 where message.has(tag) { throw BodyFault(tag, .notHere) }
            return nil
        }
        guard value.count == PointBytes.count + 2 else { throw BodyFault(3, .length) }
        guard let facing = Facing(rawValue: value[value.endIndex - 2]),
            let speed = SpeedClass(rawValue: value[value.endIndex - 1])
        else { throw BodyFault(3, .value) }
        let accuracy = try message.number(5, bytes: 4)
        self.init(
            point: try PointBytes.point(value, of: 3), facing: facing, speed: speed,
            place: try message.text(4).required(4), accuracyDecimetres: accuracy.map { UInt32($0) })
    }

    fileprivate var fields: [BodyField] {
        let bytes = PointBytes.bytes(of: point) + [facing.rawValue, speed.rawValue]
        let fields = [BodyField(tag: 3, value: bytes), BodyField(4, place)]
        return fields + (accuracyDecimetres.map { [BodyField(5, UInt64($0), bytes: 4)] } ?? [])
    }
}
