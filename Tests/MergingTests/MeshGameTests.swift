import Bocce
import Community
import GeoCore
import Gossip
import Testing

@Suite struct MeshGameTests {
    private let place = Place(), time: Int64 = 1_800_000_000_000

    /// A game that two people play by the rules, and its messages.
    private struct Played {
        var messages: [Message] = []
        var game: Game
        var last: MessageID
        let id: SubjectID
        let players: [Team: Author]

        init(_ place: Place, seed: UInt64, at time: Int64) throws {
            let blue = Author(place: place), orange = Author(place: place)
            players = [.blue: blue, .orange: orange]
            var random = RandomGames(seed: seed)
            let court = random.court(), first: Team = seed % 2 == 0 ? .blue : .orange
            let offer = GameBody.offers(
                .init(
                    width: UInt16(court.width), length: UInt16(court.length), resistance: UInt16(court.resistance),
                    damping: UInt16(court.angularDamping), first: first.rawValue))
            let offered = try blue.message(.gameMove, at: time, offer.fields)
            id = SubjectID(madeBy: offered.order)
            // All of one millisecond: the order of the game is not that of the messages.
            let join = try orange.message(.gameMove, at: time, about: id, GameBody.joins(id).fields)
            let begin = try blue.message(.gameMove, at: time, about: id, GameBody.begins(id, with: join.id).fields)
            (game, last) = (Game(court, first: first), begin.id)
            messages = [offered, join, begin]
        }

        func throwing(_ thrown: Throw, after before: MessageID, by author: Author, at time: Int64) throws -> Message {
            let roll = GameBody.Roll(start: thrown.start, across: thrown.across, along: thrown.along)
            return try author.message(
                .gameMove, at: time, about: id, GameBody.throwing(id, after: before, roll).fields)
        }

        /// Plays `count` throws more.
        mutating func play(_ count: Int, seed: UInt64, at time: Int64) throws {
            var random = RandomGames(seed: seed)
            for _ in 0..<count {
                guard let turn = game.turn, let author = players[turn], let thrown = random.thrown(in: game) else {
                    return
                }
                let message = try throwing(thrown, after: last, by: author, at: time)
                try game.play(thrown, by: turn)
                (last, messages) = (message.id, messages + [message])
            }
        }
    }

    /// The one game that messages make, in some orders and with repeats.
    private func game(_ messages: [Message]) throws -> MeshGame {
        let game = try #require(MeshGame.games(of: messages).first)
        for _ in 0..<3 {
            let again = messages.filter { _ in Bool.random() }
            #expect(MeshGame.games(of: (messages + again).shuffled()) == [game])
        }
        return game
    }

    @Test func `a game is what its players' throws make of it, and others change nothing`() throws {
        for seed in 0..<UInt64(8) {
            var played = try Played(place, seed: seed, at: time)
            let stranger = Author(place: place)
            while let turn = played.game.turn {
                let mover = try #require(played.players[turn]), other = try #require(played.players[turn.other])
                var random = RandomGames(seed: seed + 99)
                guard let good = random.thrown(in: played.game) else {
                    Issue.record("no throw")
                    return
                }
                // By a stranger, by the player whose turn it is not, a throw that the rules refuse, and one after
                // another message.
                let weak = Throw(start: good.start, across: 0, along: 0)
                played.messages += try [
                    played.throwing(good, after: played.last, by: stranger, at: time),
                    played.throwing(good, after: played.last, by: other, at: time),
                    played.throwing(weak, after: played.last, by: mover, at: time),
                    played.throwing(good, after: MessageID(.zero), by: mover, at: time),
                ]
                try played.play(1, seed: seed + UInt64(played.messages.count), at: time)
                let made = try game(played.messages)
                #expect(made.game == played.game && made.last == played.last && made.ending == nil)
            }
            let made = try game(played.messages)
            #expect(made.game.turn == nil && made.game.thrown.count == Game.maximumThrows)
            #expect(made.players == played.players.mapValues(\.key) && made.id == played.id)
            // Who leaves a game that is over does not lose it.
            let leaves = try stranger.message(.gameMove, at: time, about: played.id, GameBody.leaves(played.id).fields)
            let blue = try #require(played.players[.blue])
            let late = try blue.message(.gameMove, at: time, about: played.id, GameBody.leaves(played.id).fields)
            #expect(try game(played.messages + [leaves, late]) == made)
        }
    }

    @Test func `a player who throws twice after one message has lost, whatever came after`() throws {
        var played = try Played(place, seed: 4, at: time)
        try played.play(2, seed: 1, at: time)
        let (turn, before, rules) = (try #require(played.game.turn), played.last, played.game)
        try played.play(3, seed: 2, at: time)
        var random = RandomGames(seed: 77)
        guard let other = random.thrown(in: rules), let author = played.players[turn] else {
            Issue.record("no throw")
            return
        }
        let second = try played.throwing(other, after: before, by: author, at: time - 1000)
        let made = try game(played.messages + [second])
        #expect(made.ending == .contradicted(turn) && made.game == rules && made.last == before)
        // The same message once more is no second one.
        let first = try #require(played.messages.dropFirst(5).first)
        #expect(try game(played.messages + [first]).ending == nil)
    }

    @Test func `the offer's author chooses among those who want to play, once`() throws {
        let blue = Author(place: place), one = Author(place: place), two = Author(place: place)
        let offer = GameBody.offers(.init(width: 360, length: 640, resistance: 800, damping: 800, first: 1))
        let offered = try blue.message(.gameMove, at: time, offer.fields), id = SubjectID(madeBy: offered.order)
        func join(_ author: Author, at time: Int64) throws -> Message {
            try author.message(.gameMove, at: time, about: id, GameBody.joins(id).fields)
        }
        func begin(_ join: Message, by author: Author) throws -> Message {
            try author.message(.gameMove, at: time, about: id, GameBody.begins(id, with: join.id).fields)
        }
        let joins = [try join(one, at: time + 1), try join(two, at: time)]
        // Nobody plays against themselves.
        let open = try game([offered, try join(blue, at: time)] + joins)
        #expect(open.waiting.map(\.author) == [two.key, one.key] && open.last == nil && open.ending == nil)
        #expect(open.players == [.blue: blue.key] && open.game.turn == .orange)
        let forged = try begin(joins[1], by: two), begun = try begin(joins[0], by: blue)
        let game = try game([offered, forged, begun] + joins)
        #expect(game.players[.orange] == one.key && game.last == begun.id && game.waiting.isEmpty)
        let twice = try self.game([offered, begun, try begin(joins[1], by: blue)] + joins)
        #expect(twice.ending == .contradicted(.blue))
        // The beginning came before the wish that it names.
        #expect(try self.game([offered, begun]).last == nil)
        for (leaver, team) in [(blue, Team.blue), (one, .orange)] {
            let leaves = try leaver.message(.gameMove, at: time, about: id, GameBody.leaves(id).fields)
            #expect(try self.game([offered, begun, leaves] + joins).ending == .left(team))
        }
    }

    @Test func `games that are kept are those of all messages, whatever came since`() throws {
        var played = try Played(place, seed: 6, at: time), kept = PlayedGames()
        let other = try Played(place, seed: 7, at: time - 1)
        for _ in 0..<4 {
            let all = (other.messages + played.messages).shuffled()
            kept.play(all)
            #expect(kept.games == MeshGame.games(of: all) && kept.messages == all.map(\.id))
            #expect(kept.games.map(\.id) == [other.id, played.id])
            try played.play(1, seed: UInt64(played.messages.count), at: time)
        }
        kept.play(other.messages)
        #expect(kept.games.map(\.id) == [other.id])
    }

    @Test func `somebody who left is not among those who want to play, and loses if the game begins`() throws {
        let blue = Author(place: place), one = Author(place: place)
        let offer = GameBody.offers(.init(width: 360, length: 640, resistance: 800, damping: 800, first: 0))
        let offered = try blue.message(.gameMove, at: time, offer.fields), id = SubjectID(madeBy: offered.order)
        func say(_ body: GameBody, by author: Author, at time: Int64) throws -> Message {
            try author.message(.gameMove, at: time, about: id, body.fields)
        }
        let joins = try [say(.joins(id), by: one, at: time + 2), say(.joins(id), by: one, at: time + 1)]
        let open = try game([offered] + joins)
        #expect(open.waiting.map(\.message) == [joins[1].id] && open.changed == open.offered)
        let leaves = try say(.leaves(id), by: one, at: time + 3)
        #expect(try game([offered, leaves] + joins).waiting.isEmpty)
        let begun = try say(.begins(id, with: joins[0].id), by: blue, at: time + 4)
        let made = try game([offered, leaves, begun] + joins)
        #expect(made.ending == .left(.orange) && made.changed == begun.time)
    }

    @Test func `bodies of games are read as they are written, and others say nothing`() throws {
        let author = Author(place: place), id = SubjectID(high: 1, low: 2), message = MessageID.greatest
        let bodies: [GameBody] = [
            .offers(.init(width: 360, length: 640, resistance: 800, damping: 1000, first: 1)), .joins(id),
            .begins(id, with: message), .throwing(id, after: message, .init(start: -1, across: .min, along: .max)),
            .leaves(id),
        ]
        for body in bodies {
            let written = try author.message(.gameMove, at: time, about: body.game, body.fields)
            #expect(try GameBody(written) == body)
            // Without the game, or of one that an offer cannot have yet.
            let other = try author.message(.gameMove, at: time, about: body.game == nil ? id : nil, body.fields)
            #expect(throws: BodyFault.self) { try GameBody(other) }
            let longer = body.fields.map { BodyField(tag: $0.tag, value: $0.value + [0]) }
            let long = try author.message(.gameMove, at: time, about: body.game, longer)
            #expect(throws: BodyFault.self) { try GameBody(long) }
        }
        let two = try author.message(.gameMove, at: time, about: id, bodies[1].fields + bodies[4].fields)
        #expect(throws: BodyFault(5, .notHere)) { try GameBody(two) }
        let none = try author.message(.gameMove, at: time, about: id, [])
        #expect(throws: BodyFault(1, .missing)) { try GameBody(none) }
        let bytes = try author.message(.gameMove, at: time, bodies[0].fields)
        #expect(Array(bytes.body) == [1, 0, 9, 1, 104, 2, 128, 3, 32, 3, 232, 1])
        let wide = GameBody.offers(.init(width: 9000, length: 640, resistance: 800, damping: 800, first: 0))
        let odd = GameBody.offers(.init(width: 360, length: 640, resistance: 800, damping: 800, first: 2))
        for body in [wide, odd] {
            #expect(try MeshGame.games(of: [try author.message(.gameMove, at: time, body.fields)]).isEmpty)
        }
    }
}
