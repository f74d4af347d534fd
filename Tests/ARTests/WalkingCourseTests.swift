import Testing

import AR

@Suite struct WalkingCourseTests {
    private static func held(_ heading: Double, elevation: Double = -10) -> Attitude<UnknownNorth>? {
        Attitude(alpha: 360 - heading, beta: 90 + elevation, gamma: 0)
    }

    @Test func `who walks ahead for five seconds shows where north is`() throws {
        var walk = WalkingCourse()
        for second in 0..<5 {
            let early = walk.take(course: 350, speed: 1.4, Self.held(30 + Double(second)), at: Double(second))
            #expect(early == nil)
        }
        let late = walk.take(course: 350, speed: 1.4, Self.held(35), at: 5), seen = try #require(late)
        #expect(abs(seen.degrees - 42.5) < 0.01 && seen.spread < 3)
    }

    @Test func `standing, looking around, or at the ground shows nothing`() {
        for (speed, turning, elevation, course) in [
            (0.9, 0.0, -10.0, 350.0), (1.4, 25, -10, 350), (1.4, 0, -40, 350), (1.4, 0, -10, .nan),
        ] {
            var walk = WalkingCourse()
            for second in 0...20 {
                let held = Self.held(turning * Double(second), elevation: elevation)
                let seen = walk.take(course: course, speed: speed, held, at: Double(second))
                #expect(seen == nil)
            }
        }
        var walk = WalkingCourse()
        for index in 0...6 {
            // Too long between fixes, or without sensors.
            let seen = walk.take(course: 0, speed: 2, index < 6 ? Self.held(0) : nil, at: 4 * Double(index))
            #expect(seen == nil)
        }
    }
}
