/// A number about a game that the page shows. The page knows each by its raw value (`Web/bocce/table.js`).
package enum Fact: Int32, Sendable, CaseIterable {
    /// The team whose turn it is; 2 when the game is over.
    case turn
    /// The index of the ball that is thrown next; -1 when the game is over.
    case nextIndex
    /// The number of throws that have begun.
    case thrown
    /// The number of throws that have ended.
    case ended
    case blueLeft
    case orangeLeft
    /// The team with the ball nearest to the jack; 2 for none.
    case leader
    /// Its balls that are nearer than the other team's, as a bit for each index.
    case nearer
    case points
    /// The index of a team's ball nearest to the jack; -1 if the team has none in play.
    case nearestBlue
    case nearestOrange

    package func value(_ game: Game) -> Int32 {
        switch self {
        case .turn: Int32(game.turn?.rawValue ?? 2)
        case .nextIndex: Int32(game.nextIndex ?? -1)
        case .thrown: Int32(game.thrown.count)
        case .ended: Int32(game.hashes.count)
        case .blueLeft: Int32(game.ballsLeft(.blue))
        case .orangeLeft: Int32(game.ballsLeft(.orange))
        case .leader: Int32(game.standing.leader?.rawValue ?? 2)
        case .nearer: Int32(game.standing.nearer)
        case .points: Int32(game.standing.points)
        case .nearestBlue: nearest(.blue, game.motion)
        case .nearestOrange: nearest(.orange, game.motion)
        }
    }

    private func nearest(_ team: Team, _ motion: Motion) -> Int32 {
        let inPlay = Game.indices(of: team).filter { motion.balls[$0].isInPlay }
        return Int32(inPlay.min { motion.distance(of: $0) < motion.distance(of: $1) } ?? -1)
    }
}
