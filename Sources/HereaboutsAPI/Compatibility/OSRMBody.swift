/// A question to one of OSRM's services that is posted, as addresses are too short for many coordinates.
///
/// `coordinates` is an array of `[longitude, latitude]`, or what an address would have; the other members are the
/// options of an address by their names, with lists as arrays and nothing as null.
package struct OSRMBody: Codable, Sendable, Equatable {
    package var coordinates: OSRMValue
    package var options: [String: OSRMValue]

    package init(coordinates: OSRMValue = .list([]), options: [String: OSRMValue] = [:]) {
        self.coordinates = coordinates
        self.options = options
    }

    /// Any member's name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static let coordinates = Name(stringValue: "coordinates")
        /// The name that `SchemaProbe` gives every member.
        static let any = Name(stringValue: "*")
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        coordinates = try members.decode(OSRMValue.self, forKey: .coordinates)
        options = [:]
        for name in members.allKeys
        where name.stringValue != Name.coordinates.stringValue && name.stringValue != Name.any.stringValue {
            options[name.stringValue] = try members.decode(OSRMValue.self, forKey: name)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encode(coordinates, forKey: .coordinates)
        for (name, value) in options { try members.encode(value, forKey: Name(stringValue: name)) }
    }

    /// Returns the question as an address asks it; throws when an address cannot.
    func question<Question: APIRequest>(_ profile: String) throws(ErrorBody) -> Question {
        // Null means that the parameter is not given.
        let items = options.filter { $0.value != .null }.map { name, value in
            PercentCoding.encode(name) + "=" + PercentCoding.encode(value.text(isWords: Self.lists.contains(name)))
        }
        return try Question(
            pathValues: [profile, coordinates.text(isWords: false)], query: items.sorted().joined(separator: "&")[...])
    }

    /// The options that have commas between their words.
    private static let lists: Set = ["annotations", "exclude"]
}

extension OSRMBody {
    /// Pairs of longitude and latitude, or a text as addresses have it.
    static let coordinates = Schema([
        "anyOf": [
            ["type": "array", "items": ["type": "array", "items": ["type": "number"]]], ["type": "string"],
        ]
    ])
}

/// A JSON value, but no object.
package indirect enum OSRMValue: Codable, Sendable, Equatable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([OSRMValue])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try value.decode([OSRMValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        }
    }

    /// The value as an address has it: with semicolons between elements, and commas within them.
    func text(isWords: Bool) -> String {
        switch self {
        case .null: ""
        case .truth(let truth): truth ? "true" : "false"
        case .number(let number): Decimal.print(number)
        case .text(let text): text
        case .list(let list): list.map { $0.text(isWords: true) }.joined(separator: isWords ? "," : ";")
        }
    }
}

/// A posted request to one of OSRM's services: the same question as its address asks, with more coordinates than an
/// address holds. Its body has at most `maximumLength` bytes, 64 KiB unless a service says otherwise.
package protocol OSRMPostedRequest: BodyRequest where Body == OSRMBody {
    /// The request that an address makes.
    associatedtype Question: APIRequest
    /// The name of a profile, as in an address.
    var profile: String { get set }
    init()
}

extension OSRMPostedRequest {
    package static var refusesUnknownMembers: Bool { false }
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
    }

    /// The same question as an address asks it. Throws `invalidParameter` and the like, naming the member, when no
    /// address can ask it.
    ///
    /// - Complexity: writes the members as a query and reads that: O(length of the body), with some allocations for
    ///   each member.
    package var question: Question {
        get throws(ErrorBody) { try body.question(profile) }
    }

    fileprivate static func posted(_ path: PathTemplate, _ service: String, _ form: ForeignForm) -> Endpoint {
        Endpoint(
            .post, path, "osrm_\(service)_post", "OSRM's `\(service)` service, for many coordinates.",
            answer: .foreignJSON(form), refusals: .osrmRefusal)
    }
}

package struct OSRMRouteBodyRequest: OSRMPostedRequest {
    package typealias Question = OSRMRouteRequest
    package var profile = ""
    package var body = OSRMBody()
    package static let endpoint = posted("/route/v1/{profile}", "route", .osrmRoutes)

    package init() {}
}

package struct OSRMTableBodyRequest: OSRMPostedRequest {
    package typealias Question = OSRMTableRequest
    package var profile = ""
    package var body = OSRMBody()
    package static let endpoint = posted("/table/v1/{profile}", "table", .osrmTable)

    package init() {}
}

package struct OSRMMatchBodyRequest: OSRMPostedRequest {
    package typealias Question = OSRMMatchRequest
    package var profile = ""
    package var body = OSRMBody()
    package static let endpoint = posted("/match/v1/{profile}", "match", .osrmMatch)

    package init() {}
}
