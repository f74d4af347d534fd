/// A game of bocce: its rules as a state machine over values. A game is its settings and its list of throws.
///
/// The first team throws the jack, then a ball. From then on the team whose nearest ball is farther from the jack
/// throws; the other one if that has none left. A tie is broken by the team that did not throw last.
package struct Game: Equatable, Sendable {
    /// The team that throws the jack and the first ball.
    package let first: Team
    package private(set) var motion: Motion
    /// All throws so far; the first one is that of the jack.
    package private(set) var thrown: [Throw] = []
    /// The hash of the state in which each throw ended.
    package private(set) var hashes: [UInt64] = []
    /// The team whose turn it is; that of the rolling ball until it rests. `nil` when the game is over.
    package private(set) var turn: Team?
    private var used: [Int] = [0, 0]

    package init(_ court: Court = .usual, first: Team = .blue) {
        self.first = first
        motion = Motion(court)
        turn = first
        thrown.reserveCapacity(Self.maximumThrows)
        hashes.reserveCapacity(Self.maximumThrows)
    }

    /// The jack and all balls.
    package static let maximumThrows = 1 + 2 * Court.ballsPerTeam

    /// The indices of a team's balls in `Motion.balls`.
    package static func indices(of team: Team) -> Range<Int> {
        let start = 1 + Int(team.rawValue) * Court.ballsPerTeam
        return start..<start + Court.ballsPerTeam
    }

    package var court: Court { motion.court }
    package var standing: Standing { Standing(motion.balls) }
    /// Whether the next throw is that of the jack.
    package var isJackNext: Bool { thrown.isEmpty }
    /// Whether a ball is rolling.
    package var isRolling: Bool { hashes.count < thrown.count }
    /// The number of balls that a team has left.
    package func ballsLeft(_ team: Team) -> Int { Court.ballsPerTeam - used[Int(team.rawValue)] }
    /// The index in `Motion.balls` of what is thrown next; `nil` when the game is over.
    package var nextIndex: Int? {
        guard let turn else { return nil }
        return isJackNext ? 0 : Self.indices(of: turn).lowerBound + used[Int(turn.rawValue)]
    }

    /// Returns the reason why the game does not accept a throw now; `nil` if it does.
    package func refusal(of thrown: Throw, by team: Team) -> ThrowRefusal? {
        guard let turn else { return .over }
        guard !isRolling else { return .rolling }
        guard team == turn else { return .otherTurn }
        let start = Double(thrown.start) / Throw.unitsPerPoint
        guard start >= Court.ballRadius, start <= Double(court.width) - Court.ballRadius else { return .startOutside }
        let across = Double(thrown.across) / Throw.unitsPerPoint, along = Double(thrown.along) / Throw.unitsPerPoint
        guard along >= court.minimumRoll else { return .tooWeak }
        guard across * across + along * along <= court.maximumRoll * court.maximumRoll else { return .tooStrong }
        return nil
    }

    /// Starts a throw, which `step` then moves.
    package mutating func begin(_ throwing: Throw, by team: Team) throws(ThrowRefusal) {
        if let refusal = refusal(of: throwing, by: team) { throw refusal }
        guard let index = nextIndex else { throw .over }
        motion.start(index, as: throwing)
        if index > 0 { used[Int(team.rawValue)] += 1 }
        thrown.append(throwing)
    }

    /// Moves what rolls by 1/240 s. When everything rests, the turn is the next team's.
    package mutating func step() {
        guard isRolling else { return }
        motion.step()
        guard motion.isResting else { return }
        hashes.append(motion.hash)
        turn = nextTurn
    }

    /// Plays a whole throw.
    package mutating func play(_ throwing: Throw, by team: Team) throws(ThrowRefusal) {
        try begin(throwing, by: team)
        while isRolling { step() }
    }

    /// Plays a throw of the team whose turn it is.
    package mutating func play(_ throwing: Throw) throws(ThrowRefusal) {
        guard let turn else { throw .over }
        try play(throwing, by: turn)
    }

    private var nextTurn: Team? {
        guard thrown.count < Self.maximumThrows, let last = turn else { return nil }
        if thrown.count == 1 { return first }
        let standing = standing
        let wanted = standing.leader?.other ?? last.other
        return ballsLeft(wanted) > 0 ? wanted : wanted.other
    }
}
