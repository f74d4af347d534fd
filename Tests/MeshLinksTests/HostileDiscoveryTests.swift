import GeoCore
import MeshLinks
import Testing

/// What strangers on the network, and people who have the place's secret, can do to a node's discovery.
struct HostileDiscoveryTests {
    /// What a node of the place says under a label.
    private func announcement(
        _ label: UInt64, at host: String, port: UInt16 = 40404, seconds: UInt32 = 120
    ) -> DNSMessage {
        let address = NodeAddress(host)!, digits = String(label, radix: 16)
        let text = String(repeating: "0", count: 16 - digits.count) + digits
        let name = DNSName(known: "\(text).local"), instance = DNSName(known: "\(text)._hereabouts._tcp.local")
        let mark = Air.secret.mark(ofPeriod: Air.start / Air.period, port: 40404)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var message = DNSMessage()
        message.isResponse = true
        message.answers = [
            DNSRecord(DNSName(known: "_hereabouts._tcp.local"), .ptr(instance), timeToLive: 120),
            DNSRecord(instance, .srv(priority: 0, weight: 0, port: port, target: name), timeToLive: 120),
            DNSRecord(instance, .txt([Array("v=1".utf8), Array("p=\(mark)".utf8)]), timeToLive: 120),
            DNSRecord(name, address.isIPv6 ? .aaaa(address) : .a(address), timeToLive: seconds),
        ]
        return message
    }

    @Test func `addresses outside the network are not dialled`() {
        var air = Air()
        let one = air.add(seed: 1)
        air.pass(1000)
        for (host, expected) in [
            ("10.90.2.9", false), ("192.0.2.1", false), ("2001:db8::1", false), ("10.90.1.9", true),
        ] {
            air.say(announcement(0xff, at: host))
            air.pass(3000)
            #expect(air.nodes[one].found.isEmpty == !expected, "\(host)")
        }
    }

    @Test func `a stranger who repeats a mark sends nobody to another port`() {
        for label: UInt64 in [1, .max] {
            var air = Air()
            let one = air.add(seed: 1)
            air.pass(1000)
            air.say(announcement(label, at: "10.90.1.9", port: 22))
            air.pass(5000)
            #expect(air.nodes[one].found.isEmpty)
        }
        // The second announcement comes while the node, whose label is greater, waits before it dials.
        var air = Air()
        let one = air.add(seed: 1)
        air.pass(1000)
        air.say(announcement(1, at: "10.90.1.9"))
        air.pass(1000)
        air.say(announcement(1, at: "10.90.1.9", port: 22))
        air.pass(5000)
        #expect(air.nodes[one].found.isEmpty)
    }

    @Test func `a stranger who announces thousands fills no memory and hides nobody for ever`() {
        var air = Air()
        let one = air.add(seed: 1)
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            var message = DNSMessage()
            message.isResponse = true
            message.answers = (0..<100).map { _ in
                let label = String(UInt64.random(in: 1 << 60...(.max), using: &generator), radix: 16)
                return DNSRecord(
                    DNSName(known: "_hereabouts._tcp.local"),
                    .ptr(DNSName(known: "\(label)._hereabouts._tcp.local")), timeToLive: 120)
            }
            air.say(message)
            air.pass(10)
        }
        _ = air.add(seed: 2)
        air.pass(5000)
        #expect(air.nodes[one].found.count == 1)
    }

    @Test func `random packets neither stop a node nor make it say more than it would`() {
        var air = Air()
        _ = air.add(seed: 1)
        air.pass(3000)
        var generator = SeededGenerator(seed: 3)
        let valid = air.packets.map(\.bytes)
        let segment = Segment(InterfaceID(rawValue: 1), .ipv4)
        let before = air.packets.count
        for round in 0..<20_000 {
            var bytes = valid[Int.random(in: valid.indices, using: &generator)]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            air.give(.packet(bytes, segment), to: 0)
            if round % 100 == 0 { air.pass(10) }
        }
        air.pass(5000)
        // Seven seconds: each label and the name at most once a second and family.
        #expect(air.packets.count - before < 60)
        let other = air.add(seed: 2)
        air.pass(5000)
        #expect(air.nodes[other].found.contains { $0.label == air.nodes[0].discovery.label })
    }

    @Test func `a node remembers at most 256 others, and says of each one that it forgets that it is lost`() {
        var air = Air()
        let one = air.add(seed: 1)
        air.pass(1000)
        for label: UInt64 in 1...256 {
            air.say(announcement(label, at: "10.90.1.9"))
            air.pass(10)
        }
        // Each of the later ones is found before the next one takes a place.
        for label: UInt64 in 257...270 {
            air.pass(3000)
            air.say(announcement(label, at: "10.90.1.9"))
        }
        air.pass(3000)
        let found = Set(air.nodes[one].found.map(\.label)), lost = Set(air.nodes[one].lost)
        #expect(found.count > 256)
        #expect(lost.isSubset(of: found))
        #expect(found.count - lost.count <= 256)
    }

    @Test func `a node that was found is lost once, also where its address changed for a moment`() throws {
        var air = Air()
        let one = air.add(seed: 1)
        air.pass(1000)
        air.say(announcement(0xff, at: "10.90.1.9"))
        air.pass(3000)
        let found = try #require(air.nodes[one].found.first)
        // The smaller label waits two seconds before it is dialled; this address lives for one.
        air.say(announcement(0xff, at: "10.90.1.10", seconds: 1))
        air.pass(3000)
        #expect(air.nodes[one].lost == [found.label])
        air.say(announcement(0xff, at: "10.90.1.9"))
        air.pass(3000)
        #expect(air.nodes[one].found.map(\.label) == [found.label, found.label])
    }
}
