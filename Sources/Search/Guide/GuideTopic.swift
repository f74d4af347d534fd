package import GeoCore

/// A topic that a guide has a page for: a venue, a work in a venue, or a tour.
package struct GuideTopic: Equatable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        case venue, work, tour

        /// The kind's name in answers.
        var code: StaticString {
            switch self {
            case .venue: "venue"
            case .work: "work"
            case .tour: "tour"
            }
        }

        /// The importance of the topic, 0 ... 255, as for places (`PlaceRank`): curators chose it, so it ranks like a
        /// museum.
        var rank: UInt8 {
            switch self {
            case .venue: 175
            case .tour: 150
            case .work: 145
            }
        }
    }

    package let kind: Kind
    package let id: String
    package let name: String
    /// The artist of a work.
    package let artist: String?
    package let venue: (id: String, name: String)?
    /// The position; a work has the position of its venue.
    package let point: PointE7?
    /// The start of a tour. Answers do not show it: it only determines the tour's country.
    let start: PointE7?

    package init(
        _ kind: Kind, id: String, name: String, artist: String? = nil, venue: (id: String, name: String)? = nil,
        point: PointE7? = nil, start: PointE7? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.artist = artist
        self.venue = venue
        self.point = point
        self.start = start
    }

    package static func == (a: GuideTopic, b: GuideTopic) -> Bool {
        a.kind == b.kind && a.id == b.id && a.name == b.name && a.artist == b.artist && a.venue?.id == b.venue?.id
            && a.venue?.name == b.venue?.name && a.point == b.point && a.start == b.start
    }

    /// Reads topics that a page wrote: records that end with U+001E, of eight fields that end with U+001F.
    ///
    /// The fields are kind (`venue`, `work`, `tour`), id, name, artist, the venue's id, the venue's name, latitude and
    /// longitude in ten-millionths of a degree. An empty field means none. Skips records of any other form.
    package static func read(_ text: Span<UInt8>) -> [GuideTopic] {
        var topics: [GuideTopic] = [], fields: [[UInt8]] = [], field: [UInt8] = []
        for index in text.indices {
            switch text[index] {
            case 0x1f:
                fields.append(field)
                field.removeAll()
            case 0x1e:
                if let topic = GuideTopic(fields) { topics.append(topic) }
                fields.removeAll()
                field.removeAll()
            default: field.append(text[index])
            }
        }
        return topics
    }

    private init?(_ fields: [[UInt8]]) {
        guard fields.count == 8, !fields[1].isEmpty, !fields[2].isEmpty else { return nil }
        let known = Kind.allCases.first { kind in kind.code.withUTF8Buffer { unsafe fields[0].elementsEqual($0) } }
        guard let kind = known else { return nil }
        func text(_ index: Int) -> String? {
            fields[index].isEmpty ? nil : String(decoding: fields[index], as: UTF8.self)
        }
        var point: PointE7?
        if let latitude = Self.number(fields[6]), let longitude = Self.number(fields[7]) {
            guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000 else { return nil }
            point = PointE7(latitudeE7: latitude, longitudeE7: longitude)
        }
        let venue = text(4).flatMap { id in text(5).map { (id: id, name: $0) } }
        guard kind != .work || venue != nil else { return nil }
        self.init(kind, id: text(1) ?? "", name: text(2) ?? "", artist: text(3), venue: venue, point: point)
    }

    private static func number(_ digits: [UInt8]) -> Int32? {
        var number: Int64 = 0
        let isNegative = digits.first == UInt8(ascii: "-"), rest = isNegative ? digits.dropFirst() : digits[...]
        guard !rest.isEmpty, rest.count <= 10 else { return nil }
        for digit in rest {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return Int32(exactly: isNegative ? -number : number)
    }
}
