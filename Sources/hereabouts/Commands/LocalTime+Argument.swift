import ArgumentParser
import GeoCore

/// A time on the command line, on the clock of the place: 2026-11-23T18:05.
struct LocalTimeArgument: ExpressibleByArgument {
    let value: LocalTime

    init?(argument: String) {
        guard let value = LocalTime(argument) else { return nil }
        self.value = value
    }
}
