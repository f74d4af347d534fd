import Foundation
import MeshSimulation

// make soak-mesh: the long form of the simulator's tests. MeshSoak [EVENTS] [NODES] [SEED]; for trying out one run,
// `MeshSoak spread NODES LOSS SEED` or `MeshSoak attack NAME EVENTS SEED`. Ends with 1 where something does not hold.

/// Prints a line that is in a file at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The resident memory of this process in megabytes, as Linux gives it.
func residentMegabytes() -> Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4096 / 1_000_000 : 0
}

func spread(_ nodes: Int, loss: Double, seed: UInt64) throws -> [String] {
    var run = SpreadRun()
    (run.nodes, run.loss, run.seed) = (nodes, loss, seed)
    if loss == 0 { run.restartEvery = nil }
    let report = try run.run()
    say(
        "spread: \(nodes) nodes, \(run.messages) messages, loss \(loss): "
            + "\(Int(1000 * report.share)) ‰ of plain flooding, "
            + "acknowledgements \(1000 * report.traffic.acknowledging / report.floodBytes) ‰, "
            + "comparisons and what they bring \(1000 * report.traffic.reconciling / report.floodBytes) ‰; "
            + "half after \(report.half) ms, 99 % after \(report.most) ms, all after \(report.all) ms, "
            + "late \(Int(1000 * report.lateShare)) ‰; equal sets compared in \(report.probe.mostRounds) round "
            + "of at most \(report.probe.mostBytes) bytes; \(report.events) events, \(residentMegabytes()) MB")
    return report.faults + (report.share > 0.35 ? ["spreading took more than 0.35 of plain flooding"] : [])
}

func withstand(_ attack: Attack, events: Int, seed: UInt64) throws -> [String] {
    let before = residentMegabytes(), report = try attack.run(events: events, seed: seed)
    say(
        "\(attack): \(report.events) events, at most \(report.footprint) things remembered by a node "
            + "(\(report.halfFootprint) at half time), \(residentMegabytes() - before) MB more; \(report.remark)")
    return report.faults.map { "\(attack): \($0)" }
}

let arguments = CommandLine.arguments
var faults: [String] = []
if arguments.count > 4, arguments[1] == "spread" {
    faults = try spread(Int(arguments[2]) ?? 1000, loss: Double(arguments[3]) ?? 0.1, seed: UInt64(arguments[4]) ?? 1)
} else if arguments.count > 4, arguments[1] == "attack" {
    for attack in Attack.allCases where "\(attack)" == arguments[2] {
        faults = try withstand(attack, events: Int(arguments[3]) ?? 0, seed: UInt64(arguments[4]) ?? 1)
    }
} else {
    let events = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 10_000_000
    let nodes = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1000
    let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
    for loss in [0, 0.1] { faults += try spread(nodes, loss: loss, seed: seed) }
    for attack in Attack.allCases { faults += try withstand(attack, events: events, seed: seed) }
}
for fault in faults { say("FAULT: \(fault)") }
exit(faults.isEmpty ? 0 : 1)
