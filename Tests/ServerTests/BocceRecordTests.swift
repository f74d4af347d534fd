import Bocce
import HereaboutsAPI
import Server
import Testing

/// Records of games, as `hereabouts bocce replay` and the interface read and write them.
@Suite struct BocceRecordTests {
    private func record(seed: UInt64) throws -> BocceGame {
        var random = RandomGames(seed: seed), game = Game(random.court(), first: .orange)
        while let thrown = random.thrown(in: game) { try game.play(thrown) }
        return game.record
    }

    @Test(arguments: 0..<5)
    func `a record plays as it was played`(seed: UInt64) throws {
        let record = try record(seed: seed), game = try Game(replaying: record)
        #expect(game.record == record && game.turn == nil && record.hashes?.allSatisfy { $0.count == 16 } == true)
    }

    @Test func `a record that is no game is refused with the throw at fault`() throws {
        let good = try record(seed: 1)
        func expect(_ fault: Game.RecordFault, _ change: (inout BocceGame) -> Void) {
            var record = good
            change(&record)
            #expect(throws: fault) { _ = try Game(replaying: record) }
        }
        expect(.court) { $0.court.width = .max }
        expect(.surplusHashes) { $0.hashes?.append("0") }
        expect(.refused(3, .tooStrong)) { $0.throws[2].along = .max }
        expect(.refused(10, .over)) {
            $0.throws.append($0.throws[0])
            $0.hashes = nil
        }
        let played = try #require(good.hashes)[1]
        expect(.hash(2, played: played, recorded: "x")) { $0.hashes?[1] = "x" }
    }
}
