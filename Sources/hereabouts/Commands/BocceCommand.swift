import ArgumentParser
import Bocce
import Foundation
import HereaboutsAPI
import Server

/// Plays recorded games of bocce.
struct BocceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bocce", abstract: "Play a recorded game of bocce again.", subcommands: [Replay.self, Sample.self])

    struct Replay: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print how each throw of a game ends, and the result.",
            discussion: "Fails if the game refuses a throw, or if a throw ends otherwise than the file says.")

        @Argument(help: "The game, as JSON.", completion: .file(extensions: ["json"])) var file: String
        @Flag(help: "Print JSON: the balls after each throw, and the result.") var json = false

        func run() throws {
            let record = try record(), game: Game
            do {
                game = try Game(replaying: record)
            } catch {
                throw CommandFault("\(file): \(error)")
            }
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                print(String(decoding: try encoder.encode(BocceReport(of: game)), as: UTF8.self))
            } else {
                for line in BocceReport(of: game).lines { print(line) }
            }
        }

        private func record() throws -> BocceGame {
            guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
                throw CommandFault("\(file) cannot be read; check its name")
            }
            let decoder = JSONDecoder()
            if let shared = try? decoder.decode(SharedBocceGame.self, from: bytes) { return shared.game }
            if let game = try? decoder.decode(BocceGame.self, from: bytes) { return game }
            throw CommandFault("\(file) is no game: it needs the members court, first and throws")
        }
    }

    /// Writes random games for `wasm/bocce.mjs`, which `make parity` runs.
    struct Sample: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write random games, one a line, with the hash after each throw.", shouldDisplay: false)

        @Option(help: "The number of games.") var games = 1000
        @Option(help: "The seed of the random numbers.") var seed: UInt64 = 1

        func run() throws {
            var random = RandomGames(seed: seed)
            for number in 0..<games {
                var game = Game(random.court(), first: number % 2 == 0 ? .blue : .orange)
                while let thrown = random.thrown(in: game) { try game.play(thrown) }
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                print(String(decoding: try encoder.encode(game.record), as: UTF8.self))
            }
        }
    }
}
