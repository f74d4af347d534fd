/// Asks who is where, of those who let the one who asks know.
public struct PeopleRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/people", "people",
        "Where friends are, members of one's groups, and those who let everybody know; in no order that tells anything.",
        answer: .json(PeopleList.self), access: .lookers)
    package static let blank = PeopleRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct PeopleList: Codable, Equatable, Sendable {
    public let people: [SeenPerson]

    public init(people: [SeenPerson]) { self.people = people }
}

/// What became another of who is where, as the event `people` brings it.
public struct PeopleChange: Codable, Equatable, Sendable {
    public let people: [SeenPerson]
    /// The ids of those who are not seen any more.
    public let gone: [String]

    public init(people: [SeenPerson], gone: [String]) { (self.people, self.gone) = (people, gone) }
}

/// Somebody who lets the one who asks know where they are.
public struct SeenPerson: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let isFriend: Bool
    /// Whether the place is told as the device says, or somewhere around.
    public let isExact: Bool
    /// `nil` at home.
    public let lat: Double?
    public let lon: Double?
    /// In metres; `nil` for an exact place, and at home.
    public let radius: Double?
    /// At home, if an area is told for that.
    public let area: Area?
    public let isAtHome: Bool
    /// As ISO 8601 in UTC; at home to the hour.
    public let since: String
    public let last: String
    /// The group that lets one see them, if they are no friend.
    public let group: String?
    /// `true` for somebody who does not exist.
    public let isSimulated: Bool?

    public init(
        id: String, name: String, isFriend: Bool, isExact: Bool, lat: Double?, lon: Double?, radius: Double? = nil,
        area: Area?, isAtHome: Bool, since: String, last: String, group: String? = nil, isSimulated: Bool? = nil
    ) {
        (self.id, self.name, self.isFriend, self.isExact) = (id, name, isFriend, isExact)
        (self.lat, self.lon, self.radius, self.area, self.isAtHome) = (lat, lon, radius, area, isAtHome)
        (self.since, self.last, self.group, self.isSimulated) = (since, last, group, isSimulated)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, lat, lon, radius, area, since, last, group
        case isFriend = "is_friend"
        case isExact = "is_exact"
        case isAtHome = "is_at_home"
        case isSimulated = "is_simulated"
    }

    /// A square of a grid that has nothing to do with anybody's home.
    public struct Area: Codable, Equatable, Sendable {
        public let south: Double
        public let west: Double
        public let north: Double
        public let east: Double

        public init(south: Double, west: Double, north: Double, east: Double) {
            (self.south, self.west, self.north, self.east) = (south, west, north, east)
        }
    }
}

extension SeenPerson: Annotated {
    package static let notes = [
        "id": "The same for one person as long as they are seen; tells nothing else.",
        "name": "A friend's or member's name, or the pseudonym under which somebody is seen by everybody.",
        "is_exact":
            "Whether the place is told as the device says; else it is somewhere around, the same for as long as they stay about there.",
        "lat":
            "Latitude in degrees, WGS 84; not there at home. With a `radius` it is the middle of a circle, moved on purpose, and no place to go to.",
        "lon": "Longitude in degrees, WGS 84.",
        "radius":
            "Metres around the point within which they were, in 19 of 20 cases; not there for an exact place, and at home.",
        "area": "At home: a square of a grid that has nothing to do with anybody's home.",
        "is_at_home": "Whether they are at home, or say so.",
        "since": "When they came there, as ISO 8601 in UTC; at home to the hour.",
        "last": "When they were last heard of, likewise.",
        "group": "The name of the group whose members see them; not there for a friend, or who is seen by everybody.",
        "is_simulated":
            "True for somebody who does not exist, where the operator lets such people live; else not there.",
    ]
}

/// Asks what one shares.
public struct SharingRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/sharing", "sharing",
        "What one lets others know of where one is: nothing, until one says otherwise.",
        answer: .json(SharingState.self), access: .users)
    package static let blank = SharingRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks what others see of one, and what they could make of it.
public struct ExposureRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/exposure", "exposure",
        "What friends, everybody, the members of groups and those with a link are told of one just now, and how near a guess comes to the place where one is most, of somebody who has watched all along.",
        answer: .json(ExposureState.self), access: .users)
    package static let blank = ExposureRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct ExposureState: Codable, Equatable, Sendable {
    /// As friends see one; `nil` when they do not.
    public let friends: SeenPerson?
    /// As everybody else sees one, friends who may not included.
    public let everybody: SeenPerson?
    /// As the members of groups see one, and whoever has a link.
    public let circles: [Circle]
    public let guesses: [Guess]

    public init(friends: SeenPerson?, everybody: SeenPerson?, circles: [Circle], guesses: [Guess]) {
        (self.friends, self.everybody, self.circles, self.guesses) = (friends, everybody, circles, guesses)
    }

    /// A group, or a link, and what is told through it.
    public struct Circle: Codable, Equatable, Sendable {
        /// What the members call it; `nil` for a link.
        public let group: String?
        /// ISO 8601, UTC.
        public let ends: String
        /// `nil` when nothing is told just now.
        public let person: SeenPerson?

        public init(group: String?, ends: String, person: SeenPerson?) {
            (self.group, self.ends, self.person) = (group, ends, person)
        }
    }

    /// How a watcher's guess went.
    public struct Guess: Codable, Equatable, Sendable {
        public let viewer: Viewer
        public let attack: Attack
        /// How far off it is.
        public let metres: Double

        public init(viewer: Viewer, attack: Attack, metres: Double) {
            (self.viewer, self.attack, self.metres) = (viewer, attack, metres)
        }
    }

    public enum Viewer: String, Codable, Sendable, CaseIterable { case friends, everybody, circles }

    public enum Attack: String, Codable, Sendable, CaseIterable { case longest, average }
}

extension ExposureState.Viewer: WireWords {}
extension ExposureState.Attack: WireWords {}

extension ExposureState: Annotated {
    package static let notes = [
        "friends": "As friends see one; not there when they do not.",
        "everybody": "As everybody else sees one; not there when they do not.",
        "circles": "Groups and links, and what is told through each.",
        "guesses": "Attacks on all that is kept of where one was; none when one is told nowhere.",
    ]
}

extension ExposureState.Circle: Annotated {
    package static let notes = [
        "group": "What the members call it; not there for a link.",
        "ends": "Until when it is told.",
        "person": "As those see one; not there when they do not just now.",
    ]
}

extension ExposureState.Guess: Annotated {
    package static let notes = [
        "viewer":
            "Who watches: `circles` are those in a group or with a link, of those that are told the most exactly.",
        "attack":
            "`longest`: guesses the place that is told for the longest time; `average`: the middle of all that are told.",
        "metres": "How far the guess is from the place where one is most, home areas left out.",
    ]
}

/// Asks what others see of one at this moment.
public struct ShownRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/shown", "shown",
        "What friends, everybody, the members of one's groups and whoever has one's links see of one at this moment, and when they see something who see nothing yet.",
        answer: .json(ShownState.self), access: .users)
    package static let blank = ShownRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct ShownState: Codable, Equatable, Sendable {
    /// `nil` when friends are not let know.
    public let friends: Shown?
    /// `nil` when not everybody is let know.
    public let everybody: Shown?
    /// Of each group and link, the oldest first.
    public let circles: [Circle]

    public init(friends: Shown?, everybody: Shown?, circles: [Circle]) {
        (self.friends, self.everybody, self.circles) = (friends, everybody, circles)
    }

    /// What those see of one who are let know in one way.
    public struct Shown: Codable, Equatable, Sendable {
        /// `nil` while they see nothing.
        public let person: SeenPerson?
        /// As ISO 8601 in UTC; `nil` when they see something, or nothing waits to be shown.
        public let due: String?

        public init(person: SeenPerson?, due: String?) { (self.person, self.due) = (person, due) }
    }

    /// A group or a link, and what is shown through it.
    public struct Circle: Codable, Equatable, Sendable {
        public let id: String
        public let shown: Shown

        public init(id: String, shown: Shown) { (self.id, self.shown) = (id, shown) }
    }
}

extension ShownState: Annotated {
    package static let notes = [
        "friends": "What friends see; not there when one does not let them know.",
        "everybody": "What everybody sees; not there when one does not let everybody know.",
        "circles": "What is shown through each group and link, the oldest first.",
    ]
}

extension ShownState.Shown: Annotated {
    package static let notes = [
        "person": "As they see one; not there while they see nothing.",
        "due":
            "When they first see something, as ISO 8601 in UTC, if one stays where one is and goes on reporting; not there when they see something already, or nothing waits to be shown.",
    ]
}

extension ShownState.Circle: Annotated {
    package static let notes = [
        "id": "The id of the group or link.", "shown": "What its members see, or whoever has it.",
    ]
}

/// Changes what one shares.
public struct ChangeSharingRequest: BodyRequest {
    public var body: Revised<SharingFields>

    public init(revision: Int, _ fields: SharingFields) { body = Revised(revision: revision, fields: fields) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/me/sharing", "change_sharing",
        "Changes what one lets others know; it holds when the answer comes.",
        answer: .json(SharingState.self), access: .users, failures: [.invalidBody, .changedMeanwhile, .nameTaken])
    package static let blank = ChangeSharingRequest(revision: 0, SharingFields())
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What somebody lets others know of where they are.
public struct SharingFields: Codable, Equatable, Sendable {
    public var friends: SharedPrecision
    public var pseudonym: String?
    public var statistics: Bool
    public var homes: [Home]
    public var atHome: Bool
    public var retentionDays: Int
    public var keepsVisits: Bool?

    public init(
        friends: SharedPrecision = .nothing, pseudonym: String? = nil, statistics: Bool = false, homes: [Home] = [],
        atHome: Bool = false, retentionDays: Int = 30, keepsVisits: Bool? = nil
    ) {
        (self.friends, self.pseudonym, self.statistics) = (friends, pseudonym, statistics)
        (self.homes, self.atHome) = (homes, atHome)
        (self.retentionDays, self.keepsVisits) = (retentionDays, keepsVisits)
    }

    enum CodingKeys: String, CodingKey {
        case friends, pseudonym, statistics, homes
        case atHome = "at_home"
        case retentionDays = "retention_days"
        case keepsVisits = "keeps_visits"
    }
}

/// What friends are told.
public enum SharedPrecision: String, Codable, Sendable, CaseIterable {
    case nothing, fuzzy, exact
}

extension SharedPrecision: WireWords {}

extension SharingFields: Annotated {
    package static let notes = [
        "friends": "What friends are told: nothing, somewhere around, or exactly where one is.",
        "pseudonym":
            "The name under which everybody who may look is told somewhere around; nobody is told without one.",
        "statistics": "Whether one's visits count, unnamed, in how busy places are.",
        "homes": "At most three areas where one is told to be at home and nothing else; see `home_areas`.",
        "at_home": "Whether one counts as being at home wherever one is.",
        "retention_days": "How many days what one's devices reported is kept: 0 to 30.",
        "keeps_visits":
            "Whether the places that one was at are kept for oneself after that, until one says otherwise; not when this is missing.",
    ]
}

public struct SharingState: Codable, Equatable, Sendable {
    public let revision: Int
    public let fields: SharingFields
    /// Where the homes are, in their order.
    public let areas: [HomePlace]

    public init(revision: Int, fields: SharingFields, areas: [HomePlace]) {
        (self.revision, self.fields, self.areas) = (revision, fields, areas)
    }
}

/// Asks for one's friends, and those who asked or were asked.
public struct FriendsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/friends", "friends", "One's friends, and those who asked or were asked.",
        answer: .json(FriendList.self), access: .users)
    package static let blank = FriendsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct FriendList: Codable, Equatable, Sendable {
    public let friends: [Friend]

    public init(friends: [Friend]) { self.friends = friends }
}

public struct Friend: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let state: State

    public init(id: String, name: String, state: State) { (self.id, self.name, self.state) = (id, name, state) }

    public enum State: String, Codable, Sendable, CaseIterable {
        case asked, wants, friend
    }
}

extension Friend.State: WireWords {}

extension Friend: Annotated {
    package static let notes = [
        "state":
            "`asked`: one has asked them; `wants`: they have asked, and become friends when one asks them too; `friend`."
    ]
}

/// Asks somebody to be a friend, or agrees.
public struct AskFriendRequest: BodyRequest {
    public var body: Wish

    public struct Wish: Codable, Equatable, Sendable {
        public var name: String

        public init(name: String) { self.name = name }
    }

    public init(name: String) { body = Wish(name: name) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/friends", "ask_friend", "Asks somebody to be a friend, or agrees when they have asked.",
        answer: .json(FriendList.self), access: .users, failures: [.invalidBody, .notFound])
    package static let blank = AskFriendRequest(name: "")
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Ends a friendship, or takes back or declines a wish for one.
public struct EndFriendshipRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/friends/{id}", "end_friendship",
        "Ends a friendship, or takes back or declines a wish for one.", answer: .nothing, access: .users,
        failures: [.notFound])
    package static let blank = EndFriendshipRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}
