import ArgumentParser
import Glibc
import Server

/// The program: every command is one file of `Commands`.
struct Hereabouts: AsyncParsableCommand {
    static let version = "0.2.0"

    static let configuration = CommandConfiguration(
        commandName: "hereabouts",
        abstract: "A living map of one place, served by one program.",
        version: version,
        subcommands: [
            DemoCommand.self, ImportCommand.self, UpdateCommand.self, VerifyCommand.self, ServeCommand.self,
            DoctorCommand.self,
            SearchCommand.self, PlaceCommand.self, ReverseCommand.self, RouteCommand.self, MatchCommand.self,
            LoopCommand.self,
            TableCommand.self,
            ReachCommand.self,
            TileCommand.self, TilesCommand.self, AccountCommand.self,
            GuideCommand.self, ParityCommand.self, BenchCommand.self, BenchHierarchyCommand.self,
            BenchSearchCommand.self,
            CheckRoutesCommand.self, HoursCommand.self,
            BackupCommand.self, RestoreCommand.self, TrackCommand.self, SimulateCommand.self, CountCommand.self,
            PictureCommand.self, BocceCommand.self, MeshCommand.self, MoveCommand.self,
        ])
}

/// Runs the command line. Exit status: 0 success, 1 failure, 2 wrong usage; errors are one plain line on standard
/// error.
@main
enum Program {
    static func main() async {
        // Commands map the files that they read; the server maps its own copies.
        signal(SIGBUS) { _ in
            let message: StaticString = "hereabouts: a file became shorter while it was read; run this again\n"
            _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
            _exit(1)
        }
        do {
            // A negative latitude is not an option: a blank before it shows that to the parser.
            let arguments = CommandLine.arguments.dropFirst().map { argument in
                argument.hasPrefix("-") && argument.dropFirst().first?.isNumber == true ? " " + argument : argument
            }
            var command = try Hereabouts.parseAsRoot(Array(arguments))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            finish(error)
        }
    }

    private static func finish(_ error: any Error) -> Never {
        let code = Hereabouts.exitCode(for: error)
        if code == .success {
            print(Hereabouts.fullMessage(for: error))  // Help and version arrive as errors, too.
            exit(0)
        }
        if code == .validationFailure {
            standardError(Hereabouts.fullMessage(for: error))
            exit(2)
        }
        standardError("hereabouts: \(error)".onOneLine)
        exit(error is ConfigurationFault ? 2 : 1)
    }
}

/// Writes one line to standard error.
func standardError(_ line: String) { standardErrorText(line + "\n") }

/// Writes text to standard error as it is.
func standardErrorText(_ text: String) {
    var text = text
    // One call for each line, so that lines of different threads do not mix.
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
