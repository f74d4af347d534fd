/// Asks what each audience sees of the account now.
public struct ShownRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/shown", "shown",
        """
        What each audience (friends, everybody, each group and link) sees of you now, and when an audience that sees \
        nothing yet first sees something.
        """,
        answer: .json(ShownState.self), access: .users)
}

/// The view that each audience has of the account now.
public struct ShownState: Codable, Equatable, Sendable {
    public let friends: Shown?
    public let everybody: Shown?
    public let circles: [Circle]

    public init(friends: Shown?, everybody: Shown?, circles: [Circle]) {
        (self.friends, self.everybody, self.circles) = (friends, everybody, circles)
    }

    /// What an audience sees of the account.
    public struct Shown: Codable, Equatable, Sendable {
        public let person: SeenPerson?
        public let due: String?

        public init(person: SeenPerson?, due: String?) { (self.person, self.due) = (person, due) }
    }

    /// A group or a link, and the people and positions visible through it.
    public struct Circle: Codable, Equatable, Sendable {
        public let id: String
        public let shown: Shown

        public init(id: String, shown: Shown) { (self.id, self.shown) = (id, shown) }
    }
}

extension ShownState: Annotated {
    package static let notes = [
        "friends": "What friends see; missing when you do not share with them.",
        "everybody": "What everybody sees; missing when you do not share with everybody.",
        "circles": "What is visible through each group and link, the oldest first.",
    ]
}

extension ShownState.Shown: Annotated {
    package static let notes = [
        "person": "What the audience sees of you; missing while it sees nothing.",
        "due": """
        When the audience first sees something, as ISO 8601 in UTC, if you stay where you are and your device \
        goes on reporting. Missing when it sees something already, or nothing is held back.
        """,
    ]
}

extension ShownState.Circle: Annotated {
    package static let notes = [
        "id": "The id of the group or link.",
        "shown": "What its members see, or the people who have the link.",
    ]
}

/// Asks what each audience sees of the account, and what an attacker could infer.
public struct ExposureRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/exposure", "exposure",
        """
        What each audience (friends, everybody, each group and link) sees of you now, and how near an attacker who \
        has watched all the time comes to the place where you are most.
        """,
        answer: .json(ExposureState.self), access: .users)
}

/// The view that each audience has of the account, and an attacker's guesses.
public struct ExposureState: Codable, Equatable, Sendable {
    public let friends: SeenPerson?
    public let everybody: SeenPerson?
    public let circles: [Circle]
    public let guesses: [Guess]

    public init(friends: SeenPerson?, everybody: SeenPerson?, circles: [Circle], guesses: [Guess]) {
        (self.friends, self.everybody, self.circles, self.guesses) = (friends, everybody, circles, guesses)
    }

    /// A group or a link, and the people and positions visible through it.
    public struct Circle: Codable, Equatable, Sendable {
        public let group: String?
        public let ends: String
        public let person: SeenPerson?

        public init(group: String?, ends: String, person: SeenPerson?) {
            (self.group, self.ends, self.person) = (group, ends, person)
        }
    }

    /// How near an attacker's guess comes.
    public struct Guess: Codable, Equatable, Sendable {
        public let viewer: Viewer
        public let attack: Attack
        public let metres: Double

        public init(viewer: Viewer, attack: Attack, metres: Double) {
            (self.viewer, self.attack, self.metres) = (viewer, attack, metres)
        }
    }

    /// An audience.
    public enum Viewer: String, Codable, Sendable, CaseIterable { case friends, everybody, circles }

    /// An attacker's way of guessing.
    public enum Attack: String, Codable, Sendable, CaseIterable { case longest, average }
}

extension ExposureState.Viewer: WireWords {}

extension ExposureState.Attack: WireWords {}

extension ExposureState: Annotated {
    package static let notes = [
        "friends": "What friends see of you; missing while they see nothing.",
        "everybody": "What everybody else sees of you; missing while they see nothing.",
        "circles": "Groups and links, and what is visible through each.",
        "guesses": "Attacks on all positions of yours that are kept; none while you share nothing.",
    ]
}

extension ExposureState.Circle: Annotated {
    package static let notes = [
        "group": "The group's name; missing for a link.",
        "ends": "When it ends, as ISO 8601 in UTC.",
        "person": "What its audience sees of you; missing while it sees nothing.",
    ]
}

extension ExposureState.Guess: Annotated {
    package static let notes = [
        "viewer":
            "The audience that watches. `circles`: of all groups and links one with the most exact location.",
        "attack": """
        `longest`: guesses the place that was visible for the longest time. `average`: guesses the middle of all \
        visible places.
        """,
        "metres": "How far the guess is from the place where you are most, home areas left out.",
    ]
}
