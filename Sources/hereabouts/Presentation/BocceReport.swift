import Bocce
import HereaboutsAPI
import Server

/// The balls after each throw of a game, and its result.
struct BocceReport: Encodable {
    struct Ball: Encodable {
        let x: Double
        let y: Double
        let state: String
    }

    struct Thrown: Encodable {
        let team: BocceTeam
        let hash: String
        /// The jack first, then the balls of blue, then those of orange; those that are not thrown yet are waiting.
        let balls: [Ball]
    }

    let `throws`: [Thrown]
    /// The team whose turn it is; missing when the game is over.
    let turn: BocceTeam?
    /// The team with the nearest ball; missing if there is none.
    let leader: BocceTeam?
    let points: Int

    /// Plays a game once more, to see each throw end.
    init(of game: Game) {
        var again = Game(game.court, first: game.first), thrown: [Thrown] = []
        for (one, hash) in zip(game.thrown, game.record.hashes ?? []) {
            guard let team = again.turn, (try? again.play(one)) != nil else { break }
            thrown.append(
                Thrown(
                    team: BocceTeam(team), hash: hash,
                    balls: again.motion.balls.map { Ball(x: $0.x, y: $0.y, state: "\($0.state)") }))
        }
        `throws` = thrown
        turn = game.turn.map { BocceTeam($0) }
        leader = game.standing.leader.map { BocceTeam($0) }
        points = game.standing.points
    }

    /// The report in words, a line for each throw and one for the result.
    var lines: [String] {
        var lines: [String] = []
        for (index, thrown) in `throws`.enumerated() {
            let before = index == 0 ? nil : `throws`[index - 1].balls
            let ball = thrown.balls.indices.first {
                before?[$0].state ?? "waiting" == "waiting" && thrown.balls[$0].state != "waiting"
            }
            guard let ball else { continue }
            let jack = thrown.balls[0], own = thrown.balls[ball]
            let x = own.x - jack.x, y = own.y - jack.y
            let ending =
                ball == 0
                ? "the jack"
                : own.state == "out"
                    ? "out of play" : "\(Int((x * x + y * y).squareRoot().rounded())) cm from the jack"
            lines.append("\(index + 1)  \(thrown.team)  \(ending)  \(thrown.hash)")
        }
        let result = leader.map {
            "\($0) \(turn == nil ? "wins" : "leads") with \(points) \(points == 1 ? "point" : "points")"
        }
        return lines + [result ?? "nobody leads"]
    }
}
