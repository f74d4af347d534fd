import Foundation
import GeoCore
import Testing

import Bocce

/// The physics against closed forms, computed here with the C library's functions, and against laws that always hold.
@Suite struct MotionTests {
    /// 10⁻⁶ of the court's length, in points.
    private static let tolerance = 1e-6 * Double(Court.usual.length)

    @Test(arguments: [
        (180, 40, 400, Ball.State.resting), (100, -300, 500, .out), (200, 0, 900, .out), (60, 5, 120, .resting),
    ])
    func `a ball alone slows down exponentially and rests where its throw says`(
        start: Int32, across: Int32, along: Int32, end: Ball.State
    ) {
        var motion = Motion(.usual), steps = 0
        motion.balls[0].state = .resting
        motion.start(1, as: Throw(start: 100 * start, across: 100 * across, along: 100 * along))
        while motion.balls[1].state == .rolling {
            motion.step()
            steps += 1
            let rolled = 1 - exp(-8 * Double(steps) / 240)
            #expect(abs(motion.balls[1].x - Double(start) - rolled * Double(across)) < Self.tolerance)
            #expect(abs(motion.balls[1].y - 32 - rolled * Double(along)) < Self.tolerance)
        }
        #expect(motion.balls[1].state == end)
        guard end == .resting else { return }
        #expect(hypot(motion.balls[1].x - Double(start + across), motion.balls[1].y - Double(32 + along)) < 0.1)
    }

    /// A ball at `offset` points beside the line of centres meets a resting one. The oracle finds the moment from the
    /// geometry of the triangle, and the speeds from the angle of the line of centres.
    @Test(arguments: [0.0, 3, -10, 20, 31])
    func `two balls part as disks with restitution and friction do`(offset: Double) {
        var motion = Motion(.usual)
        motion.balls[0].state = .resting
        motion.balls[2].state = .resting
        (motion.balls[2].x, motion.balls[2].y) = (180 + offset, 332)
        motion.start(1, as: Throw(start: 18000, across: 0, along: 50000))
        for _ in 0..<60 { motion.step() }

        let speed = 500.0 * 8, time = 60.0 / 240
        // Until they touch, the first ball rolls so far that the centres are two radii apart.
        let rollToMeet = 300 - sqrt(32 * 32 - offset * offset)
        let timeToMeet = -log(1 - rollToMeet / 500) / 8
        let meeting = speed * exp(-8 * timeToMeet)
        let angle = atan2(sqrt(32 * 32 - offset * offset), offset)
        let approach = meeting * sin(angle), slip = meeting * cos(angle)
        let push = (1 + Court.restitution) / 2 * approach
        // Friction stops the slip at most: then a sixth of it, the disk's share, goes over.
        let pull = min(Court.friction * push, abs(slip) / 6) * (slip < 0 ? -1 : 1)
        let rolled = (1 - exp(-8 * (time - timeToMeet))) / 8
        // Along and across the line of centres, turned back to x and y.
        let (pushX, pushY) = (push * cos(angle) - pull * sin(angle), push * sin(angle) + pull * cos(angle))
        #expect(abs(motion.balls[2].x - (180 + offset + pushX * rolled)) < Self.tolerance)
        #expect(abs(motion.balls[2].y - (332 + pushY * rolled)) < Self.tolerance)
        #expect(abs(motion.balls[1].x - (180 - pushX * rolled)) < Self.tolerance)
        #expect(abs(motion.balls[1].y - (32 + rollToMeet + (meeting - pushY) * rolled)) < Self.tolerance)
        // A disk's moment of inertia is r²/2.
        let spin = -2 * pull / 16 * exp(-8 * (time - timeToMeet))
        #expect(abs(motion.balls[1].spin - spin) < 1e-9 && motion.balls[2].spin == motion.balls[1].spin)
    }

    @Test(arguments: [(20000, 60000), (-90000, 20000), (0, 95000)])
    func `the jack bounces off the walls as its mirror images say`(across: Int32, along: Int32) {
        var motion = Motion(.usual)
        motion.start(0, as: Throw(start: 18000, across: across, along: along))
        for _ in 0..<100 { motion.step() }
        let rolled = 1 - exp(-8 * 100.0 / 240)
        func folded(_ start: Double, _ roll: Double, _ low: Double, _ high: Double) -> Double {
            var position = start, left = roll
            while true {
                let end = left > 0 ? high : low
                if abs(left) <= abs(end - position) { return position + left }
                left = -(left - (end - position)) * Court.restitution
                position = end
            }
        }
        #expect(abs(motion.balls[0].x - folded(180, rolled * Double(across) / 100, 8, 352)) < Self.tolerance)
        #expect(abs(motion.balls[0].y - folded(32, rolled * Double(along) / 100, 8, 568)) < Self.tolerance)
    }

    /// Between two steps in which nothing met, two balls move in straight lines: they never come nearer than two radii.
    /// With a meeting, at least their ends do not overlap.
    @Test(arguments: 0..<40)
    func `energy never grows and nothing passes through anything`(seed: UInt64) throws {
        var games = RandomGames(seed: seed)
        for _ in 0..<3 {
            var game = Game(games.court())
            while let turn = game.turn, let thrown = games.thrown(in: game) {
                try game.begin(thrown, by: turn)
                while game.isRolling {
                    let before = game.motion
                    game.step()
                    #expect(game.motion.energy < before.energy)
                    expectApart(before, game.motion)
                }
            }
        }
    }

    private func expectApart(_ before: Motion, _ after: Motion) {
        let jack = after.balls[0], court = after.court
        #expect(jack.x >= 8 - 1e-9 && jack.x <= Double(court.width) - 8 + 1e-9)
        #expect(jack.y >= 8 - 1e-9 && jack.y <= 0.9 * Double(court.length) - 8 + 1e-9)
        for one in 1..<9 where after.balls[one].isInPlay {
            for other in (one + 1)..<9 where after.balls[other].isInPlay && before.balls[other].isInPlay {
                let x = after.balls[other].x - after.balls[one].x, y = after.balls[other].y - after.balls[one].y
                #expect(hypot(x, y) > 32 - 1e-6)
                guard before.balls[one].isInPlay, isStraight(before, after, one), isStraight(before, after, other)
                else { continue }
                let startX = before.balls[other].x - before.balls[one].x
                let startY = before.balls[other].y - before.balls[one].y
                let (wayX, wayY) = (x - startX, y - startY)
                let length = wayX * wayX + wayY * wayY
                guard length > 0 else { continue }
                let nearest = max(0, min(1, -(startX * wayX + startY * wayY) / length))
                #expect(hypot(startX + nearest * wayX, startY + nearest * wayY) > 32 - 1e-6)
            }
        }
    }

    /// Whether a ball kept its direction during a step.
    private func isStraight(_ before: Motion, _ after: Motion, _ index: Int) -> Bool {
        let (old, new) = (before.balls[index], after.balls[index])
        let turn = old.speedX * (new.y - old.y) - old.speedY * (new.x - old.x)
        return abs(turn) < 1e-6 && old.speedX * (new.x - old.x) >= 0 && old.speedY * (new.y - old.y) >= 0
    }
}
