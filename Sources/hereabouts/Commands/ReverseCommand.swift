import ArgumentParser
import FoundationEssentials
import HereaboutsAPI
import Search
import Server

/// Says what is at a coordinate.
struct ReverseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse", abstract: "Say the address at a coordinate.")

    @Argument(help: "The coordinate: latitude,longitude.") var coordinate: CoordinateArgument
    @Option(help: "The language of names, such as fi.") var lang: String?
    @Flag(help: "Print the server's JSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        try atlas.with { view in
            let answer = try SearchEngine(view).addressJSON(at: coordinate.value, language: lang)
            if json { return print(String(decoding: answer, as: UTF8.self)) }
            let found = try JSONDecoder().decode(AddressAnswer.self, from: Data(answer))
            let lines = [
                found.address?.label,
                found.street.map { street in
                    street.name + (street.crossStreet.map { " at \($0)" } ?? "") + ", "
                        + Measures.distance(street.distance)
                },
                found.place.map { "\($0.name), \(Measures.distance($0.distance))" },
            ].compactMap { $0 }
            guard !lines.isEmpty else { throw CommandFault("this map knows nothing near there") }
            for line in lines { print(line.onOneLine) }
        }
    }
}
