package import Bocce
package import Gossip

/// A game of bocce whose players are at different nodes: what its messages make of it.
///
/// It follows from the set of its messages alone, so it is the same at all nodes that have the same ones, in whatever
/// order they came. Each throw names the message before it, and counts only if its author is the player whose turn it is
/// and the rules accept it. A player who signs two different throws after one message has lost: otherwise they could take
/// back a throw, once they have seen the answer.
package struct MeshGame: Sendable, Equatable {
    package let id: SubjectID
    package let game: Game
    /// The keys of the players, by team. The offer's author plays blue.
    package let players: [Team: SignerKey]
    /// The people who want to play, the first one first, until the offer's author begins with one of them.
    package var waiting: [Wish]
    /// The message that the next throw names; `nil` before the game has begun.
    package let last: MessageID?
    /// The reason why it ended before its last throw; `nil` if it did not.
    package let ending: Ending?
    /// When it was offered, by the author's clock.
    package let offered: HybridTime
    /// The time of the last message that counts, by its author's clock: since then the next player has to throw.
    package let changed: HybridTime

    /// Somebody who wants to play, and the message that says so.
    package struct Wish: Sendable, Equatable {
        package let author: SignerKey
        package let message: MessageID
        package let time: HybridTime
    }

    package enum Ending: Sendable, Equatable {
        /// This player gave up.
        case left(Team)
        /// This player has signed two different throws, or two beginnings, where only one is possible.
        case contradicted(Team)
    }

    /// Returns the games that messages offer, in the order of their offers. Messages of other kinds count for nothing.
    package static func games(of messages: [Message]) -> [MeshGame] {
        offers(in: messages).compactMap { MeshGame($0, $1) }
    }

    /// The offers in their order, each with the messages about its game in theirs.
    static func offers(in messages: [Message]) -> [(offer: GameMessage, about: [GameMessage])] {
        let all = Set(messages.compactMap { GameMessage($0) }).sorted { $0.order < $1.order }
        let about = Dictionary(grouping: all.filter { $0.body.game != nil }, by: \.game)
        var seen: Set<SubjectID> = []
        // Of two offers with one id, for which their author must have searched, the lesser counts.
        return all.compactMap { message in
            guard message.body.game == nil, seen.insert(message.game).inserted else { return nil }
            return (message, about[message.game] ?? [])
        }
    }

    /// `messages` are those about the game, in their order.
    init?(_ offer: GameMessage, _ messages: [GameMessage]) {
        guard case .offers(let settings) = offer.body, let first = Team(rawValue: settings.first),
            let court = Court(
                width: Int32(settings.width), length: Int32(settings.length), resistance: Int32(settings.resistance),
                angularDamping: Int32(settings.damping))
        else { return nil }
        let wishes = Self.wishes(messages, offer.author)
        let beginnings = messages.compactMap { message -> (order: MessageOrder, player: SignerKey)? in
            guard case .begins(_, let join) = message.body, message.author == offer.author,
                let wish = wishes.first(where: { $0.message == join })
            else { return nil }
            return (message.order, wish.author)
        }
        var players: [Team: SignerKey] = [.blue: offer.author], ending: Ending?
        if beginnings.count == 1 { players[.orange] = beginnings[0].player }
        if beginnings.count > 1 { ending = .contradicted(.blue) }
        var game = Game(court, first: first), last = beginnings.count == 1 ? beginnings[0].order : nil
        while ending == nil, let before = last, let turn = game.turn {
            let next = Self.throws(of: messages, after: before.id, by: players[turn], turn, in: game)
            guard let (order, thrown) = next.first else { break }
            if next.count > 1 {
                ending = .contradicted(turn)
            } else if (try? game.play(thrown, by: turn)) != nil {
                last = order
            }
        }
        if ending == nil, game.turn != nil { ending = Self.leaver(messages, players).map { .left($0) } }
        (id, self.game, self.players, self.last, self.ending) = (offer.game, game, players, last?.id, ending)
        (offered, changed) = (offer.order.time, last?.time ?? offer.order.time)
        waiting = beginnings.isEmpty && ending == nil ? Self.open(wishes, messages) : []
    }

    /// The wishes to play of all but the offer's author.
    private static func wishes(_ messages: [GameMessage], _ author: SignerKey) -> [Wish] {
        messages.compactMap { message in
            guard case .joins = message.body, message.author != author else { return nil }
            return Wish(author: message.author, message: message.order.id, time: message.order.time)
        }
    }

    /// The first wish of each person who has not left: with one who has, the game would be over at once.
    private static func open(_ wishes: [Wish], _ messages: [GameMessage]) -> [Wish] {
        var closed = Set(
            messages.compactMap { message -> SignerKey? in
                if case .leaves = message.body { message.author } else { nil }
            })
        return wishes.filter { closed.insert($0.author).inserted }
    }

    /// The throws that the rules accept after a message.
    private static func `throws`(
        of messages: [GameMessage], after before: MessageID, by player: SignerKey?, _ team: Team, in game: Game
    ) -> [(MessageOrder, Throw)] {
        messages.compactMap { message in
            guard message.author == player, case .throwing(_, before, let roll) = message.body else { return nil }
            let thrown = Throw(start: roll.start, across: roll.across, along: roll.along)
            return game.refusal(of: thrown, by: team) == nil ? (message.order, thrown) : nil
        }
    }

    /// The team of the player who left first.
    private static func leaver(_ messages: [GameMessage], _ players: [Team: SignerKey]) -> Team? {
        for message in messages {
            guard case .leaves = message.body else { continue }
            if let team = Team.allCases.first(where: { players[$0] == message.author }) { return team }
        }
        return nil
    }
}

/// A message in a game.
struct GameMessage: Hashable {
    let order: MessageOrder
    let author: SignerKey
    let body: GameBody
    /// The game that it offers or is about.
    let game: SubjectID

    /// `nil` for a message of another kind, and for one whose body says nothing.
    init?(_ message: Message) {
        guard message.kind == .gameMove, let author = message.author, let body = try? GameBody(message) else {
            return nil
        }
        (order, self.author, self.body) = (message.order, author, body)
        game = body.game ?? SubjectID(madeBy: message.order)
    }

    static func == (left: GameMessage, right: GameMessage) -> Bool { left.order == right.order }

    func hash(into hasher: inout Hasher) { hasher.combine(order) }
}
