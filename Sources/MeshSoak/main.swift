import Foundation
import MeshSimulation

// make soak-mesh: the long form of the simulator's tests. `MeshSoak spread NODES LOSS SEED`, `MeshSoak attack NAME
// EVENTS SEED`, or `MeshSoak attacks`, which prints the names. Ends with 1 where something does not hold.

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
    let start = residentMegabytes()
    var half = start
    let report = try attack.run(events: events, seed: seed) { half = residentMegabytes() }
    let end = residentMegabytes()
    let footprint =
        report.footprint == 0
        ? "" : "; at most \(report.footprint) things remembered by a node (\(report.halfFootprint) at half time)"
    say(
        "\(attack): \(report.events) events; \(start) MB resident at the start, \(half) MB at half time, \(end) MB at "
            + "the end\(footprint); \(report.remark)")
    var faults = report.faults
    // What grows with each event would double.
    if end > half + half / 4 + 32 { faults.append("memory grew from \(half) to \(end) MB") }
    return faults.map { "\(attack): \($0)" }
}

let arguments = CommandLine.arguments
var faults: [String] = []
switch arguments.dropFirst().first {
case "attacks": say(Attack.allCases.map { "\($0)" }.joined(separator: " "))
case "spread" where arguments.count == 5:
    faults = try spread(Int(arguments[2]) ?? 1000, loss: Double(arguments[3]) ?? 0.1, seed: UInt64(arguments[4]) ?? 1)
case "attack" where arguments.count == 5:
    let attack = Attack.allCases.first { "\($0)" == arguments[2] }
    faults =
        try attack.map { try withstand($0, events: Int(arguments[3]) ?? 0, seed: UInt64(arguments[4]) ?? 1) }
        ?? ["no attack has the name \(arguments[2])"]
default: faults = ["say: spread NODES LOSS SEED, attack NAME EVENTS SEED, or attacks"]
}
for fault in faults { say("FAULT: \(fault)") }
exit(faults.isEmpty ? 0 : 1)
