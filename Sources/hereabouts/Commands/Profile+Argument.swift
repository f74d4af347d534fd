import ArgumentParser
import Routing

/// A travel mode on the command line.
struct ProfileArgument: ExpressibleByArgument {
    let value: Profile

    init(value: Profile) { self.value = value }

    init?(argument: String) {
        guard let value = Profile(name: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.name }

    static var allValueStrings: [String] { Profile.allCases.map(\.name) }
}
