import Bocce
import GeoCore

/// A game on a screen: its state, the marks on its balls, and the numbers that the page reads.
///
/// The numbers are in memory of its own, within the bounds of `PageNumbers.perBall` for each ball.
@safe
struct Table: ~Copyable {
    /// What the page draws: for each ball `PageNumbers.perBall` numbers, in a place that never moves.
    private let drawing: UnsafeMutablePointer<Double>
    private(set) var game: Game
    private var marks: [Mark]
    private var opponent: Opponent?
    /// The greatest change of a ball's speed by a meeting since `takeLoudest`, in points a second.
    private var loudest = 0.0
    /// The throw that `opponent` decided on, or that a flick makes.
    private(set) var proposed = Throw(start: 0, across: 0, along: 0)

    /// More than the part of its speed that a ball loses in a step at the greatest resistance.
    private static let slowing = 0.1

    init(_ game: Game) {
        self.game = game
        let count = game.motion.balls.count
        marks = Array(repeating: Mark(), count: count)
        unsafe drawing = .allocate(capacity: count * PageNumbers.perBall)
        unsafe drawing.initialize(repeating: 0, count: count * PageNumbers.perBall)
        draw()
    }

    deinit { unsafe drawing.deallocate() }

    /// The address of the numbers that the page draws.
    var address: UnsafeRawPointer { unsafe UnsafeRawPointer(drawing) }

    mutating func begin(_ thrown: Throw, by team: Team) -> ThrowRefusal? {
        do throws(ThrowRefusal) {
            try game.begin(thrown, by: team)
        } catch {
            return error
        }
        opponent = nil
        draw()
        return nil
    }

    /// Moves what rolls by steps of 1/240 s, until everything rests.
    mutating func step(_ count: Int32) {
        var left = count
        while left > 0, game.isRolling {
            roll()
            left -= 1
        }
        draw()
    }

    /// Returns how hard the hardest meeting since the last call was, in points a second; 0 if nothing met.
    mutating func takeLoudest() -> Double {
        defer { loudest = 0 }
        return loudest
    }

    private mutating func roll() {
        let before = game.motion.balls
        for index in marks.indices where game.motion.balls[index].state == .rolling {
            let ball = game.motion.balls[index]
            marks[index].turn(
                rollX: ball.speedX / Double(Motion.stepsPerSecond), rollY: ball.speedY / Double(Motion.stepsPerSecond),
                spin: ball.spin / Double(Motion.stepsPerSecond),
                radius: index == 0 ? Court.jackRadius : Court.ballRadius)
        }
        game.step()
        for index in marks.indices where game.motion.balls[index].state == .rolling {
            let ball = before[index], now = game.motion.balls[index]
            let x = now.speedX - ball.speedX, y = now.speedY - ball.speedY
            let change = (x * x + y * y).squareRoot()
            // Without a meeting, a ball only slows down, by a small part of its speed in a step.
            let speed = (ball.speedX * ball.speedX + ball.speedY * ball.speedY).squareRoot()
            if change > Self.slowing * speed + 1 { loudest = max(loudest, change) }
        }
    }

    private func draw() {
        for index in marks.indices {
            let ball = game.motion.balls[index], mark = marks[index]
            let numbers = unsafe drawing + index * PageNumbers.perBall
            unsafe numbers[0] = Double(ball.state.rawValue)
            unsafe numbers[1] = ball.x
            unsafe numbers[2] = ball.y
            unsafe numbers[3] = mark.x
            unsafe numbers[4] = mark.y
            unsafe numbers[5] = mark.z
        }
    }

    /// Prepares a throw from its start and its roll, in points; returns the refusal that it would get.
    mutating func propose(startingAt start: Double, across: Double, along: Double) -> ThrowRefusal? {
        proposed = Throw(startingAt: start, rolling: across, along)
        return game.turn.flatMap { game.refusal(of: proposed, by: $0) }
    }

    /// Has the computer think about its next throw.
    mutating func consider(_ strength: Opponent.Strength, seed: UInt64) {
        opponent = Opponent(strength, in: game, seed: seed)
    }

    /// Thinks for a number of trials. Returns whether the computer has decided; its throw is then `proposed`.
    mutating func think(_ trials: Int32) -> Bool {
        guard opponent != nil else { return false }
        for _ in 0..<max(0, trials) {
            guard opponent?.isReady == false else { break }
            opponent?.think()
        }
        guard opponent?.isReady == true, let thrown = opponent?.decide() else { return false }
        proposed = thrown
        opponent = nil
        return true
    }
}

/// The direction from a ball's centre to the middle of its mark, which turns as the ball rolls. Its length is 1; z
/// points at the viewer.
struct Mark {
    var x = 0.0
    var y = 0.36
    var z = 0.9329523031752481

    /// Turns the mark as a ball does that rolls so far, in points, without slipping, and by `spin` radians.
    mutating func turn(rollX: Double, rollY: Double, spin: Double, radius: Double) {
        let distance = (rollX * rollX + rollY * rollY).squareRoot()
        if distance > 0 {
            // Along the roll, the top of the ball moves ahead; across it, nothing changes.
            let alongX = rollX / distance, alongY = rollY / distance
            let (sine, cosine) = Elementary.sineAndCosine(distance / radius)
            let along = x * alongX + y * alongY
            let turned = along * cosine + z * sine
            x += (turned - along) * alongX
            y += (turned - along) * alongY
            z = z * cosine - along * sine
        }
        guard spin != 0 else { return }
        let (sine, cosine) = Elementary.sineAndCosine(spin)
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
    }
}
