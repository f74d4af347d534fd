import Bocce
import Community
import HereaboutsAPI

extension SharedBocceGame {
    /// The game at a time, for the player with `seat`.
    init(_ shared: SharedGame, at time: Timestamp, by seat: String? = nil) {
        let game = shared.game ?? Game(shared.court, first: shared.first)
        let ending = shared.ending(of: game, at: time), isOver = game.turn == nil
        let (reason, team): (Ending?, Team?) =
            switch ending {
            case .left(let team): (.left, team)
            case .late(let team): (.late, team)
            case .mismatch(let team): (.differentResult, team)
            case nil: (nil, nil)
            }
        self.init(
            id: shared.code.text, game: game.record,
            state: isOver ? .over : ending != nil ? .ended : shared.isFull ? .playing : .waiting,
            turn: ending == nil ? game.turn.map { BocceTeam($0) } : nil,
            team: seat.flatMap { shared.team(of: Token(text: $0).digest) }.map { BocceTeam($0) },
            winner: (isOver ? game.standing.leader : Self.winner(of: ending)).map { BocceTeam($0) },
            points: game.standing.points, ending: isOver ? nil : reason,
            endedBy: isOver ? nil : team.map { BocceTeam($0) }, turnSeconds: shared.turnSeconds,
            secondsLeft: ending == nil
                ? shared.deadline(of: game).map { max(0, Int(($0 - time + 999) / 1000)) } : nil)
    }

    /// Who leaves or is late loses; nobody wins when devices disagree.
    private static func winner(of ending: SharedGame.Ending?) -> Team? {
        switch ending {
        case .left(let team), .late(let team): team.other
        case .mismatch, nil: nil
        }
    }
}
