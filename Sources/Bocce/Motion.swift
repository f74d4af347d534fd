/// The motion of the balls: 240 steps a second, each exact.
///
/// All balls lose speed at the same rate, so the distance of each in a step is its speed at the start of the step times a
/// length of *rolling* that is the same for all: (1 - e^(-kt)) / k. Measured in rolling instead of time, balls move in
/// straight lines at constant speeds. A step therefore finds every meeting of two balls, and of the jack with a wall, as
/// the root of a quadratic or linear equation; nothing passes through anything at any speed.
///
/// The arithmetic consists of IEEE operations in a fixed order. The same throws give the same bytes on all machines.
package struct Motion: Equatable, Sendable {
    package static let stepsPerSecond = 240
    /// A ball with less than that to roll, in points, comes to rest.
    static let shortestRoll = 0.1
    /// Two balls that meet at a lower speed, in points a second, do not bounce. Otherwise a ball could bounce without
    /// end within a step.
    static let slowestBounce = 4.0
    /// After so many meetings in a step, all balls stop. No throw comes near it.
    static let maximumMeetings = 512

    package let court: Court
    /// The jack first, then the balls of blue, then those of orange.
    package var balls: [Ball]
    private let decay: Decay
    private let spinFactor: Double

    /// Makes a court on which nothing was thrown yet.
    package init(_ court: Court) {
        self.court = court
        balls = Array(repeating: Ball(), count: 1 + 2 * Court.ballsPerTeam)
        decay = Decay(rate: Double(court.resistance) / 100)
        spinFactor = Decay(rate: Double(court.angularDamping) / 100).factor
    }

    package static func == (one: Motion, other: Motion) -> Bool { one.court == other.court && one.balls == other.balls }

    /// Whether nothing moves.
    package var isResting: Bool {
        for ball in balls where ball.state == .rolling { return false }
        return true
    }

    /// The energy of motion of all balls, in points² per second².
    package var energy: Double {
        var sum = 0.0
        for ball in balls { sum += ball.energy }
        return sum
    }

    /// Starts to roll a ball as a throw says.
    package mutating func start(_ index: Int, as thrown: Throw) {
        let rate = Double(court.resistance) / 100
        balls[index].state = .rolling
        balls[index].x = Double(thrown.start) / Throw.unitsPerPoint
        balls[index].y = Court.startDistance
        balls[index].speedX = Double(thrown.across) / Throw.unitsPerPoint * rate
        balls[index].speedY = Double(thrown.along) / Throw.unitsPerPoint * rate
    }

    /// Moves everything by 1/240 s.
    package mutating func step() {
        roll(decay.distance)
        for index in balls.indices where balls[index].state == .rolling {
            balls[index].speedX *= decay.factor
            balls[index].speedY *= decay.factor
            balls[index].spin *= spinFactor
            settle(index)
        }
    }

    /// Moves the balls by a length of rolling, from meeting to meeting.
    private mutating func roll(_ length: Double) {
        var left = length
        for _ in 0..<Self.maximumMeetings {
            guard let next = nextMeeting(within: left) else { return advance(by: left) }
            advance(by: next.rolling)
            left -= next.rolling
            switch next.what {
            case .balls(let one, let other): collide(one, other)
            case .wall(let isAcross): bounce(isAcross: isAcross)
            }
        }
        for index in balls.indices where balls[index].state == .rolling { balls[index].stop() }
    }

    private mutating func advance(by rolling: Double) {
        for index in balls.indices where balls[index].state == .rolling {
            balls[index].x += balls[index].speedX * rolling
            balls[index].y += balls[index].speedY * rolling
        }
    }

    /// Ends the motion of a ball that has all but stopped, or left the court.
    private mutating func settle(_ index: Int) {
        let ball = balls[index], radius = Court.ballRadius
        let width = Double(court.width), length = Double(court.length), margin = Court.margin
        if ball.x < -margin || ball.x > width + margin || ball.y < -margin || ball.y > length + margin {
            balls[index].stop()
            balls[index].state = .out
            return
        }
        let rest = Self.shortestRoll * Double(court.resistance) / 100
        let speed = ball.speedX * ball.speedX + ball.speedY * ball.speedY
        guard speed < rest * rest, ball.spin.magnitude * radius < rest else { return }
        balls[index].stop()
        balls[index].state = index != 0 && ball.y < court.lineDistance ? .out : .resting
    }
}
