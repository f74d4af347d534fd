import ArgumentParser
import Pictures

/// Makes the sizes of one picture, from standard input to standard output; the server starts it for each upload.
struct PictureCommand: ParsableCommand {
    static let name = "picture"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Make the stored sizes of a picture.", shouldDisplay: false)

    @Option(help: ArgumentHelp("Make one small edition of at most so many bytes.", visibility: .hidden))
    var within: Int?

    func run() { PictureProcess.serve(within: within) }
}
