import GeoCore
import MeshLinks
import Testing

@Suite struct DiscoveryTests {
    @Test func `two nodes find each other within two seconds, and the smaller label dials at once`() {
        var air = Air()
        let one = air.add(seed: 1), other = air.add(seed: 2)
        air.pass(1000)
        let labels = [one, other].map { air.nodes[$0].discovery.label }
        let (first, second) = labels[0] < labels[1] ? (one, other) : (other, one)
        #expect(air.nodes[first].found.map(\.label) == [air.nodes[second].discovery.label])
        #expect(air.nodes[second].found.isEmpty)
        air.pass(2000)
        #expect(air.nodes[second].found.map(\.label) == [air.nodes[first].discovery.label])
        let heard = air.nodes[first].found[0]
        #expect(heard.port == 40404 && heard.addresses == Air.interface(1, host: second + 1).addresses.map(\.address))
    }

    @Test func `nobody finds himself, nodes of another place, or nodes of another network`() {
        var air = Air()
        let one = air.add(seed: 1)
        _ = air.add(Air.settings(secret: PlaceSecret(Array("another secret of a place".utf8))!), seed: 2)
        _ = air.add(seed: 4, on: [2])
        air.pass(3 * Air.period)
        #expect(air.nodes[one].found.isEmpty && air.nodes[one].renewed.count == 4)
        air.move(one, to: [1, 2])
        air.pass(10_000)
        // The other node still answers for its last label.
        #expect(air.nodes[one].found.count == 2 && air.nodes[one].found.allSatisfy { $0.interface.rawValue == 2 })
    }

    @Test func `nodes at different ports find each other there`() {
        var air = Air()
        let ports: [UInt16] = [40404, 29170, 1]
        for (number, port) in ports.enumerated() { _ = air.add(Air.settings(port: port), seed: UInt64(number)) }
        air.pass(5000)
        for number in ports.indices {
            let found = air.nodes[number].found.map(\.port).sorted()
            #expect(found == ports.indices.filter { $0 != number }.map { ports[$0] }.sorted())
        }
    }

    @Test func `a node whose clock is not set cannot check marks, and finds nodes at its own port alone`() {
        var air = Air()
        let one = air.add(seed: 1)
        air.nodes[one].isClockSet = false
        _ = air.add(Air.settings(port: 1), seed: 2)
        let same = air.add(seed: 3)
        air.pass(5000)
        #expect(air.nodes[one].found.map(\.label) == [air.nodes[same].discovery.label])
    }

    @Test func `a node says the records of the description, each label alone`() throws {
        var air = Air()
        _ = air.add(seed: 1)
        air.pass(5000)
        let label = air.nodes[0].discovery.label.description
        let answers = air.packets.compactMap(\.message).filter(\.isResponse)
        let message = try #require(answers.first)
        let period = (Air.start / Air.period)
        let mark = Air.secret.mark(ofPeriod: period, port: 40404)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let host = DNSName(known: "\(label).local"), instance = DNSName(known: "\(label)._hereabouts._tcp.local")
        #expect(
            message.answers == [
                DNSRecord(DNSName(known: "_hereabouts._tcp.local"), .ptr(instance), timeToLive: 120),
                DNSRecord(
                    instance, .srv(priority: 0, weight: 0, port: 40404, target: host), timeToLive: 120, isUnique: true),
                DNSRecord(
                    instance, .txt([Array("v=1".utf8), Array("p=\(mark)".utf8)]), timeToLive: 120, isUnique: true),
                DNSRecord(host, .a(NodeAddress("10.90.1.1")!), timeToLive: 120, isUnique: true),
                DNSRecord(host, .aaaa(NodeAddress("fe80::1:1")!), timeToLive: 120, isUnique: true),
            ])
        // Announced twice, a second apart, in both families (RFC 6762 §8.3).
        let announced = air.packets.filter { $0.message?.isResponse == true }
        #expect(announced.filter { $0.segment.family == .ipv4 }.count >= 2)
        #expect(announced.filter { $0.segment.family == .ipv6 }.count >= 2)
    }

    @Test func `a label is answered for two more periods, and none ends as another begins`() throws {
        var air = Air()
        _ = air.add(seed: 5)
        _ = air.add(seed: 6)
        air.pass(7 * Air.period)
        let labels = air.nodes[0].renewed
        #expect(labels.count == 8 && Set(labels).count == 8)
        for (index, label) in labels.dropFirst().prefix(3).enumerated() {
            let named = air.packets.filter { packet in
                packet.sender == 0 && packet.message.map { Air.labels($0).contains(label.description) } == true
            }
            let begin = try #require(named.first?.time)
            let goodbye = try #require(
                named.first { $0.message?.answers.first?.timeToLive == 0 && $0.message?.isResponse == true })
            let age = goodbye.time - begin
            #expect((3 * Air.period - 70_000...4 * Air.period + 70_000).contains(age), "\(index)")
            let later = named.filter { $0.time > goodbye.time + 1000 }
            #expect(later.isEmpty, "known answers, too, forget it")
        }
        // New labels come in the first minute of a period.
        let begins = labels.dropFirst().map { label in
            air.packets.first { $0.message.map { Air.labels($0).contains(label.description) } == true }!.time
        }
        for begin in begins { #expect((Air.start + begin) % Air.period <= 61_000) }
    }

    @Test func `no answer names two labels, and questions do not tell own labels from others`() {
        var air = Air()
        for seed in 1...10 { _ = air.add(seed: UInt64(seed)) }
        air.pass(5 * Air.period)
        var questions: [Milliseconds: Set<Set<String>>] = [:]
        for packet in air.packets {
            guard let message = packet.message else { continue }
            if message.isResponse {
                #expect(Air.labels(message).count <= 1)
            } else {
                // Two minutes into a period, everybody knows the same.
                let age = (Air.start + packet.time) % Air.period
                if (300_000...600_000).contains(age), packet.segment.family == .ipv4 {
                    questions[packet.time, default: []].insert(Air.labels(message))
                }
            }
        }
        #expect(!questions.isEmpty)
        for known in questions.values { #expect(known.count == 1) }
        // A question lists the labels of its sender as it lists others: no packet leaves out a node's own.
        let own = air.packets.filter { $0.message?.isResponse == false && $0.time > 600_000 }.compactMap { packet in
            packet.message.map { Air.labels($0).contains(air.nodes[packet.sender].renewed[0].description) }
        }
        #expect(own.contains(true))
    }

    @Test func `a network that changes gets a new label, and the old one is said nowhere there`() {
        var air = Air()
        let one = air.add(seed: 1), other = air.add(seed: 2), third = air.add(seed: 3, on: [2])
        air.pass(5000)
        let old = air.nodes[one].discovery.label
        let before = air.packets.count
        air.move(one, to: [2])
        #expect(air.nodes[one].discovery.label != old)
        #expect(air.nodes[one].lost == air.nodes[one].found.map(\.label))
        air.pass(10_000)
        let said = air.packets[before...].filter { $0.sender == one }.compactMap(\.message).flatMap { Air.labels($0) }
        #expect(!said.contains(old.description))
        #expect(!said.contains(air.nodes[other].discovery.label.description), "what was heard is forgotten")
        #expect(Set(said).isSuperset(of: [air.nodes[one].discovery.label.description]))
        #expect(air.nodes[one].found.last?.label == air.nodes[third].discovery.label)
        // Coming back to the first network, it is somebody new.
        let second = air.nodes[one].discovery.label
        air.move(one, to: [1])
        #expect(![old, second].contains(air.nodes[one].discovery.label))
    }

    @Test func `the same interfaces in another order are no change`() {
        var air = Air()
        _ = air.add(seed: 1, on: [1, 2])
        air.move(0, to: [2, 1])
        #expect(air.nodes[0].renewed.count == 1)
    }

    @Test func `a node that leaves is lost a second later, one that falls silent after its records end`() {
        var air = Air()
        let one = air.add(seed: 1), other = air.add(seed: 2), third = air.add(seed: 3)
        air.pass(10_000)
        #expect(air.nodes[one].found.count == 2)
        let left = air.nodes[other].discovery.label, silent = air.nodes[third].discovery.label
        air.give(.stop, to: other)
        air.nodes[other].interfaces = []
        air.pass(1100)
        #expect(air.nodes[one].lost == [left])
        air.nodes[third].isDeaf = true
        air.move(third, to: [])
        air.pass(100_000)
        #expect(air.nodes[one].lost == [left])
        air.pass(30_000)
        #expect(air.nodes[one].lost == [left, silent])
    }

    @Test func `nodes that stay are not lost, and ask little`() {
        var air = Air()
        for seed in 1...8 { _ = air.add(seed: UInt64(seed)) }
        air.pass(60_000)
        let before = air.packets.count
        // The period in which all began ends after 1000 s.
        air.pass(900_000 - 60_000)
        for node in air.nodes { #expect(node.found.count == 7 && node.lost.isEmpty) }
        // Eight nodes, two families, a question in some 96 s by one of them and eight answers to it.
        let rate = Double(air.packets.count - before) / 840 * 60
        #expect(rate < 60, "\(rate) packets a minute")
    }

    @Test func `all nodes answer for the name of the place, and not twice in a second`() {
        var air = Air()
        for seed in 1...3 { _ = air.add(seed: UInt64(seed)) }
        air.pass(10_000)
        let before = air.packets.count
        var question = DNSMessage()
        let name = DNSName(known: "place.local")
        question.questions = [DNSQuestion(name, .a), DNSQuestion(DNSName(known: "other.local"), .a)]
        for _ in 0..<50 { air.say(question) }
        air.pass(500)
        let answers = air.packets[before...].compactMap(\.message).filter(\.isResponse)
        #expect(answers.count == 3)
        for answer in answers {
            #expect(answer.answers.allSatisfy { $0.name == name && !$0.isUnique && $0.timeToLive == 120 })
        }
        // An asker who knows an address of one node still wants those of the others.
        question.answers = [DNSRecord(name, .a(NodeAddress("10.90.1.2")!), timeToLive: 100)]
        let middle = air.packets.count
        air.pass(2000)
        air.say(question)
        air.pass(500)
        #expect(Set(air.packets[middle...].filter { $0.message?.isResponse == true }.map(\.sender)) == [0, 2])
    }

    @Test func `a node answers for the place's name only while it has it`() {
        var air = Air()
        _ = air.add(seed: 1)
        air.pass(10_000)
        let asked = DNSName(known: "place.local")
        var question = DNSMessage()
        question.questions = [DNSQuestion(asked, .a)]
        for (name, expected): (DNSName?, Int) in [(nil, 0), (asked, 1), (DNSName(known: "other.local"), 0)] {
            air.nodes[0].discovery.placeName = name
            let before = air.packets.count
            air.say(question)
            air.pass(2000)
            let answers = air.packets[before...].compactMap(\.message).filter { message in
                message.isResponse && message.answers.contains { $0.name == asked }
            }
            #expect(answers.count == expected)
        }
    }

    @Test func `a known label is not answered, and an unknown one is`() {
        var air = Air()
        _ = air.add(seed: 1)
        air.pass(10_000)
        let label = air.nodes[0].discovery.label
        let service = DNSName(known: "_hereabouts._tcp.local")
        for (life, expected): (UInt32, Bool) in [(60, false), (59, true)] {
            let before = air.packets.count
            var question = DNSMessage()
            question.questions = [DNSQuestion(service, .ptr)]
            question.answers = [
                DNSRecord(service, .ptr(DNSName(known: "\(label)._hereabouts._tcp.local")), timeToLive: life)
            ]
            air.say(question)
            air.pass(2000)
            #expect(air.packets[before...].contains { $0.message?.isResponse == true } == expected)
        }
    }

    @Test func `a node whose clock is not set finds others, and is found when its clock is put right`() {
        var air = Air()
        let one = air.add(seed: 1), lost = air.add(seed: 2)
        air.nodes[lost].clockOffset = -Air.start
        air.nodes[lost].isClockSet = false
        air.move(lost, to: [])
        air.move(lost, to: [1])
        air.pass(5000)
        #expect(air.nodes[lost].found.count == 1)
        let before = air.nodes[one].found.count
        air.nodes[lost].clockOffset = 0
        air.nodes[lost].isClockSet = true
        air.pass(2 * Air.period)
        #expect(air.nodes[one].found.count > before)
    }
}
