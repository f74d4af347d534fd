import Foundation
import GeoCore
import Gossip
import TestSupport
import Testing

/// Frames that a stranger could send: noise, ranges with any content, and damaged frames of a real session.
private struct HostileFrames {
    var generator: SeededGenerator
    private let real: [[UInt8]]

    init(seed: UInt64, real: [[UInt8]]) { (generator, self.real) = (SeededGenerator(seed: seed), real) }

    mutating func frame() -> [UInt8] {
        switch generator.index(below: 8) {
        case 0: [0x61] + bytes(generator.index(below: 100))
        case 1, 2, 3: ranges()
        default: damaged(real[generator.index(below: real.count)])
        }
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    private mutating func number() -> [UInt8] {
        let bits = [1, 3, 7, 14, 31, 64][generator.index(below: 6)]
        var rest = generator.next() >> UInt64(64 - bits), digits = [UInt8(rest & 0x7f)]
        while rest > 0x7f {
            rest >>= 7
            digits.append(UInt8(rest & 0x7f) | 0x80)
        }
        return digits.reversed()
    }

    private mutating func ranges() -> [UInt8] {
        var frame: [UInt8] = [0x61]
        for _ in 0..<generator.index(below: 30) {
            let prefix = generator.happens(0.7) ? 0 : generator.index(below: 34)
            // Mostly the seconds of the items; infinity sometimes.
            frame += generator.happens(0.8) ? [UInt8(generator.index(below: 8))] : number()
            frame += [UInt8(prefix)] + bytes(prefix)
            switch generator.index(below: 10) {
            case 0..<3: frame += [0]
            case 3..<6: frame += [1] + bytes(16)
            case 6..<9:
                let count = generator.index(below: 5)
                frame += [2, UInt8(count)] + bytes(32 * count)
            default: frame += number() + bytes(generator.index(below: 40))
            }
        }
        return frame
    }

    private mutating func damaged(_ frame: [UInt8]) -> [UInt8] {
        var frame = frame
        for _ in 0...generator.index(below: 3) where !frame.isEmpty {
            let place = generator.index(below: frame.count)
            switch generator.index(below: 5) {
            case 0: frame[place] ^= 1 << UInt8(generator.index(below: 8))
            case 1: frame[place] = UInt8(truncatingIfNeeded: generator.next())
            case 2: frame.removeSubrange(place..<min(frame.count, place + 1 + generator.index(below: 40)))
            case 3: frame.insert(contentsOf: bytes(1 + generator.index(below: 20)), at: place)
            default: frame.insert(contentsOf: frame[place..<min(frame.count, place + 60)], at: place)
            }
        }
        return frame
    }
}

@Suite struct HostileFrameTests {
    /// `make soak-mesh` asks for ten million.
    private static let count = ProcessInfo.processInfo.environment["HOSTILE_FRAMES"].flatMap(Int.init) ?? 100_000

    private let client = ItemRuns((0..<400).map { NegentropyItem(time: UInt64($0 / 8), id: MessageID(item: $0)) })
    private let server = ItemRuns((20..<420).map { NegentropyItem(time: UInt64($0 / 8), id: MessageID(item: $0)) })
    private let settings = Negentropy(frameLimit: 4096)

    /// Gives a frame to both sides; an answer must be a frame that its reader takes. Returns whether it was taken.
    private func give(_ frame: [UInt8]) throws -> Bool {
        var asking = NegentropyClient(settings)
        let step: NegentropyClient.Step
        do throws(NegentropyFault) {
            step = try asking.receive(frame, about: client)
        } catch {
            guard error.cause != .otherVersion else { return false }
            #expect(error.offset <= frame.count)
            #expect(throws: error) { try NegentropyServer.answer(frame, from: server, settings) }
            return false
        }
        if case .send(let next) = step.next {
            #expect(next.count <= 4096)
            _ = try NegentropyServer.answer(next, from: server, settings)
        }
        let answer = try NegentropyServer.answer(frame, from: server, settings)
        #expect(answer.count <= 4096)
        var reading = NegentropyClient(settings)
        _ = try reading.receive(answer, about: client)
        return true
    }

    private func realFrames() throws -> [[UInt8]] {
        var generator = SeededGenerator(seed: 5)
        return try NegentropySession(client, server, settings).messages
            + NegentropySession(client, server, settings, using: &generator).messages
            + NegentropySession(ItemRuns(), server, settings).messages
    }

    @Test func `no frame that somebody makes up stops either side, and answers are frames`() throws {
        var frames = HostileFrames(seed: 10, real: try realFrames()), taken = 0
        for _ in 0..<Self.count where try give(frames.frame()) { taken += 1 }
        // The frames reach the work behind the reader, and the refusals.
        #expect(taken > Self.count / 20 && taken < Self.count * 19 / 20, "\(taken) of \(Self.count) were taken")
    }

    @Test func `real frames with any byte changed or with any end do no harm`() throws {
        var taken = 0
        for frame in try realFrames() {
            for bytes in Damage.flips(of: frame) where try give(bytes) { taken += 1 }
            for bytes in Damage.truncations(of: frame) where try give(bytes) { taken += 1 }
        }
        #expect(taken > 1000)
    }

    @Test func `no bytes that somebody makes up stop the reader of messages`() throws {
        var generator = SeededGenerator(seed: 11), taken = 0
        let vectors = try MessageVector.all.map(\.message.bytes)
        for _ in 0..<Self.count {
            var bytes = vectors[generator.index(below: vectors.count)]
            for _ in 0...generator.index(below: 3) {
                let place = generator.index(below: bytes.count)
                switch generator.index(below: 4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: place)
                // The lengths and tags, where one change does the most.
                default: bytes[min(bytes.count - 1, 68 + generator.index(below: 8))] ^= 1
                }
            }
            do {
                let message = try Message(bytes: bytes)
                #expect(message.bytes == bytes)
                taken += 1
            } catch {
                #expect(error.offset <= bytes.count)
            }
        }
        #expect(taken > Self.count / 100 && taken < Self.count)
    }
}
