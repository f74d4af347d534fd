import ArgumentParser
import Server

/// Reports problems that keep people from opening the map.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check certificate, clock, folders, ports and PostgreSQL, and suggest remedies.",
        discussion: "Takes the settings of `serve`. It changes nothing, and may run while the server runs.")

    @OptionGroup var options: ServeOptions

    func run() async throws {
        let findings = await Doctor(try options.configuration()).findings()
        for finding in findings { print(finding.line.onOneLine) }
        let faults = findings.count { $0.isFault }
        guard faults == 0 else { throw CommandFault(faults == 1 ? "1 fault" : "\(faults) faults") }
    }
}
