import Bocce
import Community
import HereaboutsAPI

extension SharedBocceGame {
    /// The game at a time, for the player with a secret. Throws `notFound` if the stored throws are no game.
    init(_ shared: SharedGame, at time: Timestamp, by secret: String? = nil) throws(CommunityFault) {
        guard let game = shared.game else { throw .notFound }
        let ending = shared.ending(of: game, at: time), isOver = game.turn == nil
        let (reason, team): (Ending?, Team?) =
            switch ending {
            case .left(let team): (.left, team)
            case .late(let team): (.late, team)
            case .mismatch(let team): (.differentResult, team)
            case nil: (nil, nil)
            }
        let state: State = isOver ? .over : ending != nil ? .ended : shared.isFull ? .playing : .waiting
        self.init(
            id: shared.code.text, game: game.record, state: state,
            isOpen: state == .waiting ? !shared.keepsPlaces : nil,
            turn: ending == nil ? game.turn.map { BocceTeam($0) } : nil,
            team: secret.flatMap { shared.team(of: Token(text: $0).digest) }.map { BocceTeam($0) },
            winner: (isOver ? game.standing.leader : shared.isFull ? Self.winner(of: ending) : nil).map {
                BocceTeam($0)
            },
            points: game.standing.points, ending: isOver ? nil : reason,
            endedBy: isOver ? nil : team.map { BocceTeam($0) }, turnSeconds: shared.turnSeconds,
            secondsLeft: ending == nil
                ? shared.deadline(of: game).map { max(0, Int(($0 - time + 999) / 1000)) } : nil,
            next: shared.next?.text)
    }

    /// The player loses who leaves, is late, or sends another result. Otherwise a device could end a game that its
    /// player is about to lose.
    private static func winner(of ending: SharedGame.Ending?) -> Team? {
        switch ending {
        case .left(let team), .late(let team), .mismatch(let team): team.other
        case nil: nil
        }
    }
}
