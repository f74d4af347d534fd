import ArgumentParser
import HereaboutsAPI
import Routing
import Search
import Server

/// Finds round walks.
struct LoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Find round walks of a given length, optionally past a kind of place.")

    @Argument(help: "The start and end: latitude,longitude, a geo: URI or a plus code.") var start: CoordinateArgument
    @Option(help: "The duration in minutes, 5 to 160.") var minutes: Int?
    @Option(help: "The length in metres, 300 to 13000.") var metres: Int?
    @Option(help: "The length in steps, 500 to 20000.") var steps: Int?
    @Option(help: "A kind of place to pass, such as cafe.") var kind: String?
    @Option(help: "The travel mode: foot or wheelchair.") var profile = ProfileArgument(value: .foot)
    @Option(help: "The language of instructions and names: ar, de, en or fi.") var lang = "en"
    @Option(help: "The maximum number of alternative walks, 0 to 3.") var alternatives = 0
    @OptionGroup var form: RouteFormOptions
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        _ = try goal
        guard !profile.value.isVehicle else { throw ValidationError("round walks are for foot and wheelchair") }
        guard (0...RouteRequest.maximumAlternatives).contains(alternatives) else {
            throw ValidationError("--alternatives must be 0 to \(RouteRequest.maximumAlternatives)")
        }
        try RouteCommand.check(language: lang)
    }

    private var goal: LoopQuestion.Goal {
        get throws {
            func checked(_ count: Int, _ name: String, _ range: ClosedRange<Int>) throws -> UInt32 {
                guard range.contains(count) else {
                    throw ValidationError("--\(name) is \(range.lowerBound) to \(range.upperBound)")
                }
                return UInt32(count)
            }
            switch (minutes, metres, steps) {
            case (let minutes?, nil, nil):
                return .time(millis: try checked(minutes, "minutes", LoopRequest.minutes) * 60_000)
            case (nil, let metres?, nil):
                return .length(millimetres: try checked(metres, "metres", LoopRequest.metres) * 1000)
            case (nil, nil, let steps?): return .steps(Int(try checked(steps, "steps", LoopRequest.steps)))
            default: throw ValidationError("say one of --minutes, --metres and --steps")
            }
        }
    }

    func run() throws {
        let goal = try goal
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var question = LoopQuestion(start.value, goal, profile: profile.value)
            question.language = Language(tag: lang) ?? .english
            question.count = alternatives + 1
            if let kind {
                var workspace = SearchWorkspace()
                let found = try SearchEngine(view).places(of: kind, near: start.value, lang, &workspace)
                question.places = found.map { LoopQuestion.Place($0.point, id: $0.id, name: $0.name) }
            }
            var workspace = RouteWorkspace(), plan: LoopPlan
            do throws(RouteError) {
                plan = try engine.loops(question, workspace: &workspace)
            } catch {
                throw CommandFault(error.message)
            }
            switch plan {
            case .walks(let walks): form.print(walks.map(\.route), engine) { RouteJSON.write(walks, engine) }
            case .none(let shortfall): throw CommandFault(shortfall.message(goal))
            }
        }
    }
}
