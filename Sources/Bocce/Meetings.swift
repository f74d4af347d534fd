/// Meetings of balls with each other, and of the jack with walls.
extension Motion {
    struct Meeting {
        enum What {
            case balls(Int, Int)
            /// A wall at the left or right (`isAcross`), or at the near or far end.
            case wall(isAcross: Bool)
        }

        let what: What
        /// The length of rolling until then.
        let rolling: Double
    }

    /// Returns the first meeting within a length of rolling. Of meetings at the same moment, it is that of the ball
    /// with the lower index.
    func nextMeeting(within length: Double) -> Meeting? {
        var next: Meeting?
        var first = length
        func consider(_ what: Meeting.What, _ rolling: Double?) {
            guard let rolling, rolling < first || (next == nil && rolling <= first) else { return }
            (next, first) = (Meeting(what: what, rolling: rolling), rolling)
        }
        if balls[0].state == .rolling {
            let jack = balls[0], radius = Court.jackRadius
            consider(
                .wall(isAcross: true),
                Self.rolling(from: jack.x, at: jack.speedX, between: radius, Double(court.width) - radius))
            consider(
                .wall(isAcross: false),
                Self.rolling(from: jack.y, at: jack.speedY, between: radius, court.wallDistance - radius))
        }
        for one in 1..<balls.count where balls[one].isInPlay {
            for other in (one + 1)..<balls.count
            where balls[other].isInPlay && (balls[one].state == .rolling || balls[other].state == .rolling) {
                consider(.balls(one, other), Self.rolling(between: balls[one], balls[other]))
            }
        }
        return next
    }

    /// Returns the length of rolling until a coordinate leaves a range at a speed; `nil` if it moves away from both
    /// ends, or not at all.
    private static func rolling(from position: Double, at speed: Double, between low: Double, _ high: Double) -> Double?
    {
        if speed > 0 { return max(0, (high - position) / speed) }
        if speed < 0 { return max(0, (low - position) / speed) }
        return nil
    }

    /// Returns the length of rolling until two balls touch; `nil` if they never do. It is the smaller root of
    /// |p + vs|² = (2r)², where p is their distance and v their difference in speed.
    private static func rolling(between one: Ball, _ other: Ball) -> Double? {
        let x = other.x - one.x, y = other.y - one.y
        let speedX = other.speedX - one.speedX, speedY = other.speedY - one.speedY
        let approach = -(x * speedX + y * speedY)
        // After a meeting without a bounce the arithmetic may leave a last trace of approach.
        guard approach > 1e-6 else { return nil }
        let reach = 2 * Court.ballRadius
        let gap = x * x + y * y - reach * reach
        // They touch already and still approach.
        guard gap > 0 else { return 0 }
        let square = speedX * speedX + speedY * speedY
        let discriminant = approach * approach - square * gap
        guard discriminant >= 0 else { return nil }
        // The usual form subtracts two near numbers.
        return gap / (approach + discriminant.squareRoot())
    }

    /// Turns the jack's speed around at a wall.
    mutating func bounce(isAcross: Bool) {
        if isAcross {
            balls[0].speedX *= -Court.restitution
        } else {
            balls[0].speedY *= -Court.restitution
        }
    }

    /// Changes the speeds and spins of two balls that touch, as disks of mass 1: the impulse along the line of centres
    /// follows Newton's law of restitution, that across it Coulomb's law of friction.
    mutating func collide(_ one: Int, _ other: Int) {
        let radius = Court.ballRadius
        var x = balls[other].x - balls[one].x, y = balls[other].y - balls[one].y
        let distance = (x * x + y * y).squareRoot()
        guard distance > 0 else { return balls[one].stop() }
        x /= distance
        y /= distance
        let speedX = balls[other].speedX - balls[one].speedX, speedY = balls[other].speedY - balls[one].speedY
        let approach = -(speedX * x + speedY * y)
        let restitution = approach < Self.slowestBounce ? 0 : Court.restitution
        let push = (1 + restitution) * approach / 2
        // The speed at the point of contact, across the line of centres. A disk's moment of inertia is r²/2, so an
        // impulse of 1 across changes it by 6.
        let slip = speedY * x - speedX * y - radius * (balls[one].spin + balls[other].spin)
        let grip = Court.friction * push
        let across = max(-grip, min(grip, -slip / 6))
        let impulseX = push * x - across * y, impulseY = push * y + across * x
        balls[one].speedX -= impulseX
        balls[one].speedY -= impulseY
        balls[other].speedX += impulseX
        balls[other].speedY += impulseY
        balls[one].spin -= 2 * across / radius
        balls[other].spin -= 2 * across / radius
        balls[one].state = .rolling
        balls[other].state = .rolling
    }
}
