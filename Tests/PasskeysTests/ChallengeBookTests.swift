import GeoCore
import Passkeys
import TestSupport
import Testing

@Suite struct ChallengeBookTests {
    private let start = ContinuousClock.now

    @Test func `a challenge leads to its purpose once`() {
        var book = ChallengeBook<Int, String>(), generator = SeededGenerator(seed: 1)
        let first = book.issue(for: "log in", to: 0, at: start, using: &generator)
        let second = book.issue(for: "register", to: 0, at: start, using: &generator)
        #expect(first != second && first.bytes.count == 32)
        #expect(book.take(second, at: start) == "register")
        #expect(book.take(second, at: start) == nil)
        #expect(book.take(first, at: start) == "log in")
        #expect(book.take(Challenge(using: &generator), at: start) == nil)
        #expect(book.count == 0)
    }

    @Test func `a challenge ends after five minutes`() {
        var book = ChallengeBook<Int, Int>(), generator = SeededGenerator(seed: 2)
        let early = book.issue(for: 1, to: 0, at: start, using: &generator)
        let late = book.issue(for: 2, to: 0, at: start, using: &generator)
        #expect(book.take(early, at: start + .seconds(300) - .nanoseconds(1)) == 1)
        #expect(book.take(late, at: start + .seconds(300)) == nil)
        #expect(book.take(late, at: start) == nil)
    }

    @Test func `the oldest gives way when there are too many`() {
        var book = ChallengeBook<Int, Int>(capacity: 3), generator = SeededGenerator(seed: 3)
        let challenges = (0..<4).map { book.issue(for: $0, to: 0, at: start, using: &generator) }
        #expect(book.count == 3)
        #expect(challenges.map { book.take($0, at: start) } == [nil, 1, 2, 3])
    }

    @Test func `a flood of challenges does not exceed the memory limit`() {
        var book = ChallengeBook<Int, Int>(capacity: 100, perRequester: 100), generator = SeededGenerator(seed: 4)
        var recent: [(Challenge, Int)] = []
        for number in 0..<10_000 {
            recent.append((book.issue(for: number, to: 0, at: start, using: &generator), number))
            if recent.count > 100 { recent.removeFirst() }
            if number % 3 == 0 {
                let (challenge, purpose) = recent.remove(at: recent.count / 2)
                #expect(book.take(challenge, at: start) == purpose)
            }
            #expect(book.count <= 100)
        }
    }

    @Test func `a client that asks for many challenges ends only its own`() throws {
        var book = ChallengeBook<Int, Int>(capacity: 100, perRequester: 64), generator = SeededGenerator(seed: 5)
        let quiet = book.issue(for: -1, to: 0, at: start, using: &generator)
        let own = (0..<65).map { book.issue(for: $0, to: 1, at: start, using: &generator) }
        #expect(book.count == 65)
        #expect(book.take(own[0], at: start) == nil && book.take(own[1], at: start) == 1)
        // From many networks: the network with most challenges gives way.
        for requester in 2..<60 { _ = book.issue(for: requester, to: requester, at: start, using: &generator) }
        #expect(book.count == 100)
        #expect(book.take(quiet, at: start) == -1)
    }

    @Test func `challenges that ended give way first`() {
        var book = ChallengeBook<Int, Int>(capacity: 2), generator = SeededGenerator(seed: 6)
        _ = book.issue(for: 1, to: 1, at: start, using: &generator)
        let young = book.issue(for: 2, to: 2, at: start + .seconds(200), using: &generator)
        _ = book.issue(for: 3, to: 3, at: start + .seconds(301), using: &generator)
        #expect(book.take(young, at: start + .seconds(301)) == 2)
    }
}
