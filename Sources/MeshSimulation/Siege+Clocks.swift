import GeoCore
import Gossip
import Mesh

extension Siege {
    private static let day: Milliseconds = 86_400_000
    private static let tenYears: Milliseconds = 3650 * day

    /// Four members with wrong clocks stand among the others, and people write there. A bad member sends messages and
    /// stamps whose times are right or wrong, each by itself.
    mutating func shiftTimes(_ events: Int) throws {
        pace(25, events)
        let wrong = try addWrongClocks()
        let signer = FakeSigner(Self.firstBad)
        for number in 0..<events {
            if number.isMultiple(of: 100) {
                let node = wrong[number / 100 % wrong.count]
                let sent = HybridTime(milliseconds: simulation.instant(of: node).clock)
                try simulation.write(simulation.message(by: freshSigner(), at: sent, UInt64(number)), at: node)
            }
            let link = try attackLink { _ in (signer, true) }
            let message = try simulation.message(by: freshSigner(), at: anyTime(), UInt64(number))
            let stamped = message.stamped(by: signer, at: anyTime())
            try send(Frame.message(stamped.bytes).bytes, on: link, then: 25)
            note(events)
        }
        // Held messages become due, and all nodes compare.
        try simulation.run(for: 300_000)
        checkTimes()
    }

    /// Links members whose clocks are off by a day and by ten years to both nodes in the middle; returns their numbers.
    private mutating func addWrongClocks() throws -> [Int] {
        var wrong: [Int] = []
        for (number, offset) in [Self.day, -Self.day, Self.tenYears, -Self.tenYears].enumerated() {
            wrong.append(try simulation.add(FakeSigner(6000 + UInt64(number)), clockOffset: offset))
        }
        try simulation.spreadRoster()
        for (number, node) in wrong.enumerated() { try simulation.connect(node, 1 + number % 2) }
        try simulation.run(for: 1000)
        return wrong
    }

    /// The right time in one of three cases, else one beside a limit, off by days or by years.
    private mutating func anyTime() -> HybridTime {
        let limits: [Milliseconds] = [59_000, 61_000, 1_800_000, 3_599_000, 3_601_000, Self.day, 3 * Self.day]
        var offset: Milliseconds = 0
        switch simulation.generator.index(below: 6) {
        case 0, 1: break
        case 2, 3: offset = limits[simulation.generator.index(below: limits.count)]
        case 4: offset = Milliseconds(simulation.generator.index(below: Int(4 * Self.day)))
        default: offset = Self.tenYears
        }
        if simulation.generator.happens(0.5) { offset = -offset }
        return HybridTime(milliseconds: simulation.now.milliseconds + offset)
    }

    /// The right clocks show the same messages, and none from the future or from before its class's life.
    private mutating func checkTimes() {
        let clock = simulation.now.milliseconds, settings = simulation.settings.mesh
        let shown = simulation.shown(Self.attacked)
        for node in 0...Self.last {
            if simulation.shown(node) != shown { report.faults.append("node \(node) shows other messages") }
            for message in simulation.node(node).messages(of: .talk) {
                let time = message.facts.order.time.milliseconds, life = message.facts.messageClass.life ?? 0
                // Nodes look for what has ended once a minute.
                let oldest = clock - life - settings.expiryGrace - 61_000
                if time > clock + settings.lead { report.faults.append("node \(node) keeps a message of the future") }
                if time < oldest { report.faults.append("node \(node) keeps a message that has ended") }
            }
        }
        let refused = simulation.node(Self.attacked).counters.refused
        report.remark =
            "\(shown.count) messages shown by all right clocks; refused as too early "
            + "\(refused[.tooEarly, default: 0]), too old \(refused[.tooOld, default: 0]), "
            + "for the stamp's time \(refused[.stampTime, default: 0])"
        for refusal in [Refusal.tooEarly, .tooOld, .stampTime] where refused[refusal, default: 0] == 0 {
            report.faults.append("nothing was refused as \(refusal)")
        }
    }
}
