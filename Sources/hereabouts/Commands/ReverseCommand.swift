import ArgumentParser
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Search
import Server

/// Prints the address at a coordinate, or at each coordinate of a table.
struct ReverseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse", abstract: "Print the address at a coordinate, or at each coordinate of a table.",
        discussion: """
            Without a coordinate, a table of separated values is read from standard input, and written with further columns: latitude and \
            longitude are in columns so named (lat, lon), or in the first two. Rows without a coordinate stay as they are and are named on \
            standard error; the exit status is then 1.
            """)

    @Argument(help: "The coordinate: latitude,longitude.") var coordinate: CoordinateArgument?
    @Option(help: "The language of names, such as fi.") var lang: String?
    @Option(help: "The level of detail: 3 country … 10 city … 16 street, 18 house.") var zoom = 18
    @Flag(help: "Print the server's JSON; for a table, one line for each row.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        guard (0...18).contains(zoom) else { throw ValidationError("--zoom must be 0 to 18") }
    }

    func run() throws {
        try atlas.with { view in
            let engine = try SearchEngine(view)
            let form = ReverseForm(zoom: zoom, language: lang, at: PlaceClock.machine.time, engine)
            if let coordinate { return try say(AddressJSON.write(at: coordinate.value, form, engine)) }
            var stream = ReverseStream(engine, form, as: json ? .ndjson : .csv)
            try stream.run()
        }
    }

    private func say(_ answer: [UInt8]) throws {
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
        guard !lines.isEmpty else { throw CommandFault("this map has nothing near there") }
        for line in lines { print(line.onOneLine) }
    }
}
