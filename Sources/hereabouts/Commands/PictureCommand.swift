import ArgumentParser
import Pictures

/// Makes one picture ready, from standard input to standard output: what the server starts for each that is sent.
struct PictureCommand: ParsableCommand {
    static let name = "picture"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Make a picture ready to be shown.", shouldDisplay: false)

    func run() { PictureProcess.serve() }
}
