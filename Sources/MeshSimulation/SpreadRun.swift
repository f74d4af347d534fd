package import GeoCore
import Gossip
import Mesh

/// A run of many nodes that write, lose frames and restart; then quiet.
package struct SpreadRun: Sendable {
    package var nodes = 1000
    package var links = 5.6
    package var messages = 100
    /// The time between two messages.
    package var pause: Milliseconds = 500
    package var loss = 0.1
    /// How often some node restarts; it has no links for ten seconds. `nil`: never.
    package var restartEvery: Milliseconds? = 2000
    package var seed: UInt64 = 1

    package init() {}

    package struct Report: Sendable {
        package var faults: [String] = []
        /// Bytes of spreading as a share of plain flooding on the same links with the same losses.
        package var share = 0.0
        package var traffic = Traffic()
        package var floodBytes = 0
        /// Within which time half, 99 % and all of the messages were at a node.
        package var half: Milliseconds = 0
        package var most: Milliseconds = 0
        package var all: Milliseconds = 0
        /// Pairs of a message and a node that lacked it when the writing ended, as a share.
        package var lateShare = 0.0
        package var probe = ComparisonProbe()
        package var events = 0
    }

    package func run() throws -> Report {
        var settings = Simulation.Settings()
        (settings.seed, settings.loss) = (seed, loss)
        // The graph is given: no place is kept for others.
        settings.mesh.reservedLinks = 0
        var simulation = Simulation(settings)
        for number in 0..<nodes { try simulation.add(FakeSigner(UInt64(number))) }
        try simulation.spreadRoster()
        let graph = Graph(count: nodes, mean: links, using: &simulation.generator)
        for (one, other) in graph.pairs { try simulation.connect(one, other) }
        try simulation.run(for: 20_000)
        simulation.forgetTraffic()
        let frame = try write(&simulation)
        var report = Report()
        report.lateShare = 1 - Double(simulation.delays.count) / Double(nodes * messages)
        try simulation.run(for: 5000)
        report.traffic = simulation.traffic
        report.floodBytes = graph.floodBytes(
            of: frame, messages: messages, loss: loss, using: &simulation.generator)
        report.share = Double(report.traffic.spreading) / Double(report.floodBytes)
        try quieten(&simulation, &report)
        report.events = simulation.events
        return report
    }

    /// Writes the messages, some node restarting now and then; returns the bytes of one on the wire.
    private func write(_ simulation: inout Simulation) throws -> Int {
        var frame = 0, away: [(until: Milliseconds, node: Int, neighbours: [Int])] = []
        var nextRestart = simulation.time + (restartEvery ?? .max / 2)
        for number in 0..<messages {
            let author = FakeSigner(1_000_000 + UInt64(simulation.generator.index(below: 50)))
            let message = try simulation.message(by: author, UInt64(number))
            frame = message.bytes.count + EntryStamp.length + 1 + Frame.prefixLength
            try simulation.write(message, at: simulation.generator.index(below: nodes))
            try simulation.run(for: pause)
            if let restartEvery, simulation.time >= nextRestart {
                nextRestart += restartEvery
                let node = simulation.generator.index(below: nodes)
                away.append((simulation.time + 10_000, node, simulation.links(of: node).map(\.other)))
                try simulation.restart(node)
            }
            while let first = away.first, first.until <= simulation.time {
                away.removeFirst()
                try reconnect(first.node, first.neighbours, &simulation)
            }
        }
        for one in away { try reconnect(one.node, one.neighbours, &simulation) }
        return frame
    }

    private func reconnect(_ node: Int, _ neighbours: [Int], _ simulation: inout Simulation) throws {
        for other in neighbours where !simulation.links(of: node).contains(where: { $0.other == other }) {
            try simulation.connect(node, other)
        }
    }

    /// Waits until comparisons have brought the rest, and watches what the next ones cost.
    private func quieten(_ simulation: inout Simulation, _ report: inout Report) throws {
        try simulation.run(for: 120_000)
        simulation.loss = 0
        try simulation.run(for: 120_000)
        simulation.probe = ComparisonProbe()
        try simulation.run(for: 81_000)
        report.probe = simulation.probe
        (report.half, report.most) = (simulation.delays.time(of: 0.5), simulation.delays.time(of: 0.99))
        report.all = simulation.written.values.map { $0.last - $0.time }.max() ?? 0
        let union = Set(simulation.written.keys)
        let lacking = (0..<nodes).count { simulation.shown($0) != union }
        if lacking > 0 { report.faults.append("\(lacking) nodes do not show the union") }
        if simulation.duplicatesShown > 0 { report.faults.append("\(simulation.duplicatesShown) messages shown twice") }
        if report.probe.mostRounds > 1 {
            report.faults.append("comparing equal sets took \(report.probe.mostRounds) rounds")
        }
        if report.probe.mostBytes > 340 {
            report.faults.append("comparing equal sets took \(report.probe.mostBytes) bytes")
        }
        if report.probe.comparisons < 8 { report.faults.append("nothing was compared") }
        if !simulation.closed.isEmpty { report.faults.append("honest nodes closed \(simulation.closed.count) links") }
    }
}
