/// How the teams stand: which one has the ball nearest to the jack, and with how many balls it is nearer than the other.
package struct Standing: Equatable, Sendable {
    /// The team with the nearest ball; `nil` if there is none, or both teams' nearest are equally near.
    package let leader: Team?
    /// The leader's balls that are nearer than the other team's nearest, as a bit for each index of `Motion.balls`.
    package let nearer: UInt16
    /// The number of those balls: the points of the leader if the game ended now.
    package var points: Int { nearer.nonzeroBitCount }

    package init(_ balls: [Ball]) {
        let blue = Self.nearest(.blue, balls), orange = Self.nearest(.orange, balls)
        leader = blue < orange ? .blue : orange < blue ? .orange : nil
        var bits: UInt16 = 0
        if let leader {
            for index in Game.indices(of: leader)
            where balls[index].isInPlay && Self.square(balls[index], balls[0]) < max(blue, orange) {
                bits |= 1 << UInt16(index)
            }
        }
        nearer = bits
    }

    /// The squared distance of a team's nearest ball from the jack, in points²; infinite if none is in play.
    static func nearest(_ team: Team, _ balls: [Ball]) -> Double {
        var least = Double.infinity
        for index in Game.indices(of: team) where balls[index].isInPlay {
            least = min(least, square(balls[index], balls[0]))
        }
        return least
    }

    private static func square(_ one: Ball, _ other: Ball) -> Double {
        let x = one.x - other.x, y = one.y - other.y
        return x * x + y * y
    }
}

extension Motion {
    /// The distance of a ball's centre from that of the jack, in points.
    package func distance(of index: Int) -> Double {
        let x = balls[index].x - balls[0].x, y = balls[index].y - balls[0].y
        return (x * x + y * y).squareRoot()
    }
}
