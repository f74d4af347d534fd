import ArgumentParser
import HereaboutsAPI
import Search
import Server

/// Prints the position and the kind of a place, given by its name.
struct PlaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Print latitude, longitude and description of a place by its name.")

    @Argument(help: "The name, as on the map.") var name: String
    @Option(help: "If several places have the name, the place nearest to this: latitude,longitude.") var near:
        CoordinateArgument?
    @Option(help: "The language of names, such as fi.") var lang: String?
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        try atlas.with { view in
            var workspace = SearchWorkspace()
            let place = try SearchEngine(view).place(
                named: name, near: near?.value, language: lang, workspace: &workspace)
            print("\(Decimal.print(place.latitude)) \(Decimal.print(place.longitude)) \(place.description)".onOneLine)
        }
    }
}
