package import Gossip

/// The games of the mesh, for callers that ask often: a game is played anew only when a message came or went.
package struct PlayedGames: Sendable {
    /// The messages of which the games were made.
    package private(set) var messages: [MessageID] = []
    /// The games, in the order of their offers.
    package private(set) var games: [MeshGame] = []
    private var played: [SubjectID: (messages: [MessageOrder], game: MeshGame?)] = [:]

    /// So many games of one author, and so many in all, are played: the newest ones. A game takes some milliseconds.
    package static let mostOfAuthor = 8, most = 200

    package init() {}

    package mutating func play(_ messages: [Message]) {
        var ofAuthor: [SignerKey: Int] = [:]
        let newest = MeshGame.offers(in: messages).reversed().filter { offer, _ in
            ofAuthor[offer.author, default: 0] += 1
            return ofAuthor[offer.author, default: 0] <= Self.mostOfAuthor
        }
        var now: [SubjectID: (messages: [MessageOrder], game: MeshGame?)] = [:]
        games = newest.prefix(Self.most).reversed().compactMap { offer, about in
            let orders = [offer.order] + about.map(\.order)
            let known = played[offer.game].flatMap { $0.messages == orders ? $0 : nil }
            let current = known ?? (messages: orders, game: MeshGame(offer, about))
            now[offer.game] = current
            return current.game
        }
        (played, self.messages) = (now, messages.map(\.id))
    }
}
