import GeoCore
import MeshLinks
import Testing

/// The short form of the fuzz targets for packets and handshakes.
@Suite struct HostileBytesTests {
    /// Changes, cuts and lengthens bytes at random.
    private func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...generator.index(below: 3) where !bytes.isEmpty {
            let place = generator.index(below: bytes.count), noise = UInt8(truncatingIfNeeded: generator.next())
            switch generator.index(below: 4) {
            case 0: bytes[place] = noise
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.index(below: 8)))
            case 2: bytes.insert(noise, at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
            }
        }
        return bytes
    }

    @Test func `damaged frames end a handshake, and nothing follows`() throws {
        var generator = SeededGenerator(seed: 21)
        let one = Side(), other = Side()
        var faults = 0
        for round in 0..<2000 {
            var dialler = one.handshake(.dialler, with: other.certificate)
            var listener = other.handshake(.listener, with: one.certificate)
            let proof = try dialler.begin() ?? []
            let word = try listener.receive(round % 3 == 0 ? damaged(proof, &generator) : proof, orAfter: &faults)
            guard let word else { continue }
            let last = try dialler.receive(round % 3 == 1 ? damaged(word, &generator) : word, orAfter: &faults)
            guard let last else { continue }
            _ = try listener.receive(round % 3 == 2 ? damaged(last, &generator) : last, orAfter: &faults)
        }
        // Damage can leave a frame as it was, though seldom.
        #expect(faults > 1900)
    }

    @Test func `damaged packets are refused or read the same again`() throws {
        var air = Air()
        _ = air.add(seed: 1)
        air.pass(3000)
        var generator = SeededGenerator(seed: 22), taken = 0
        let packets = air.packets.map(\.bytes)
        for _ in 0..<20_000 {
            let bytes = damaged(packets[generator.index(below: packets.count)], &generator)
            guard let message = try? DNSMessage(bytes) else { continue }
            taken += 1
            #expect(try DNSMessage(message.bytes) == message)
        }
        #expect(taken > 500 && taken < 19_500)
    }
}

extension Handshake {
    /// Takes a frame; after a fault, which it counts, it takes none any more and `nil` comes back.
    fileprivate mutating func receive(_ frame: [UInt8], orAfter faults: inout Int) throws -> [UInt8]? {
        do throws(HandshakeFault) {
            return try receive(frame).send
        } catch {
            faults += 1
            #expect(throws: HandshakeFault.self) { try self.receive(frame) }
            return nil
        }
    }
}
