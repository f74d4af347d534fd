/// Asks for the account's friends, and for friendships that are asked for.
public struct FriendsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/friends", "friends", "Your friends, the people who asked you, and those whom you asked.",
        answer: .json(FriendList.self), access: .users)
}

/// Friends and open requests.
public struct FriendList: Codable, Equatable, Sendable {
    public let friends: [Friend]

    public init(friends: [Friend]) { self.friends = friends }
}

/// A friend, or a person who asked or was asked.
public struct Friend: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let state: State

    public init(id: String, name: String, state: State) { (self.id, self.name, self.state) = (id, name, state) }

    /// The state of a friendship.
    public enum State: String, Codable, Sendable, CaseIterable {
        case asked, wants, friend
    }
}

extension Friend.State: WireWords {}

extension Friend: Annotated {
    package static let notes = [
        "state": """
        `asked`: you asked them. `wants`: they asked you, and become your friend when you ask them too. \
        `friend`: you are friends.
        """
    ]
}

/// Asks somebody to be a friend, or agrees.
public struct AskFriendRequest: BodyRequest, FieldlessRequest {
    public var body: Wish

    /// The person to ask.
    public struct Wish: Codable, Equatable, Sendable {
        public var name: String

        public init(name: String) { self.name = name }
    }

    public init(name: String) { body = Wish(name: name) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/friends", "ask_friend", "Asks somebody to be a friend, or agrees when they have asked.",
        answer: .json(FriendList.self), access: .users, needsConfirmation: true,
        failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = AskFriendRequest(name: "")
}

/// Ends a friendship, or withdraws or declines a request for one.
public struct EndFriendshipRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/friends/{id}", "end_friendship",
        "Ends a friendship, or withdraws or declines a request for one.", answer: .nothing, access: .users,
        failures: [.notFound])
}
