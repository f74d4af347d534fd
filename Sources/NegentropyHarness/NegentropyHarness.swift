import Foundation
import GeoCore
import Gossip

/// Speaks the line protocol of the tests of hoytech/negentropy on standard input and output, so that these can set our
/// Negentropy against the reference implementations. Times are decimal, ids and messages hexadecimal in lower case.
///
///     item,TIME,ID    adds an item
///     seal            ends the items
///     initiate        makes this side the client:            msg,HEX
///     msg,HEX         as a server:                           msg,HEX
///                     as a client:  have,ID… need,ID… and    msg,HEX or done
///
/// The environment has the frame limit (`FRAMESIZELIMIT`, 0: none). This side divides ranges as the references do. With
/// `CUTSEED` in the environment, any number, it divides them as nodes do, and opens with parts at random places.
@main
struct NegentropyHarness {
    private let settings: Negentropy
    private let generator: SeededGenerator?
    private var added: [NegentropyItem] = []
    private var items: ItemRuns?
    private var client: NegentropyClient?

    static func main() {
        do {
            var harness = try NegentropyHarness(environment: ProcessInfo.processInfo.environment)
            while let line = readLine() {
                for answer in try harness.answers(to: line) { print(answer) }
                fflush(nil)
            }
        } catch {
            FileHandle.standardError.write(Data("NegentropyHarness: \(error)\n".utf8))
            exit(1)
        }
    }

    init(environment: [String: String]) throws(HarnessFault) {
        func number(_ name: String, _ usual: UInt64) throws(HarnessFault) -> UInt64 {
            guard let text = environment[name] else { return usual }
            guard let number = UInt64(text), number <= UInt32.max else { throw HarnessFault.badSetting(name) }
            return number
        }
        let frame = try Int(number("FRAMESIZELIMIT", 0))
        guard frame == 0 || frame >= Negentropy.smallestFrame else { throw HarnessFault.badSetting("FRAMESIZELIMIT") }
        var limits = Negentropy.Limits()
        // The tests reconcile larger sets than a session between nodes may.
        (limits.ranges, limits.rounds, limits.bytes) = (.max, .max, .max)
        generator = environment["CUTSEED"] == nil ? nil : SeededGenerator(seed: try number("CUTSEED", 0))
        settings = Negentropy(
            generator == nil ? .reference : .usual, frameLimit: frame == 0 ? nil : frame, limits: limits)
    }

    /// Obeys one line, and returns the lines to print.
    private mutating func answers(to line: String) throws -> [String] {
        let words = line.split(separator: ",", omittingEmptySubsequences: false)
        switch (words[0], words.count) {
        case ("item", 3):
            guard items == nil, let time = UInt64(words[1]), time < .max, let id = Self.bytes(words[2]),
                let digest = Bytes32(id)
            else { throw HarnessFault.badItem(line) }
            added.append(NegentropyItem(time: time, id: MessageID(digest)))
            return []
        case ("seal", 1):
            items = ItemRuns(added)
            return []
        case ("initiate", 1):
            guard let items, client == nil else { throw HarnessFault.tooSoon(line) }
            return ["msg," + Self.text(opening(of: items))]
        case ("msg", 2):
            guard let items else { throw HarnessFault.tooSoon(line) }
            guard let message = Self.bytes(words[1]) else { throw HarnessFault.badMessage }
            guard var client else {
                return ["msg," + Self.text(try NegentropyServer.answer(message, from: items, settings))]
            }
            defer { self.client = client }
            return lines(of: try client.receive(message, about: items))
        default: throw HarnessFault.unknownLine(line)
        }
    }

    private mutating func opening(of items: ItemRuns) -> [UInt8] {
        var client = NegentropyClient(settings)
        defer { self.client = client }
        guard var generator else { return client.opening(of: items) }
        return client.opening(of: items, using: &generator)
    }

    private func lines(of step: NegentropyClient.Step) -> [String] {
        let ids =
            step.have.map { "have," + Self.text($0.digest.bytes) }
            + step.need.map { "need," + Self.text($0.digest.bytes) }
        return switch step.next {
        case .send(let message): ids + ["msg," + Self.text(message)]
        case .finished, .spent: ids + ["done"]
        }
    }

    private static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

enum HarnessFault: Error, CustomStringConvertible {
    case badSetting(String)
    case badItem(String)
    case badMessage
    case tooSoon(String)
    case unknownLine(String)

    var description: String {
        switch self {
        case .badSetting(let name): "the environment's \(name) is no number, or out of range"
        case .badItem(let line): "'\(line)' is no item,TIME,ID before seal"
        case .badMessage: "a message is not hexadecimal"
        case .tooSoon(let line): "'\(line)' comes before seal, or for the second time"
        case .unknownLine(let line): "'\(line)' is no command"
        }
    }
}
