/// Classes of streets that a request may exclude, named as in OSRM's profiles.
package struct StreetClasses: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let toll = StreetClasses(rawValue: 1)
    package static let motorway = StreetClasses(rawValue: 2)
    package static let ferry = StreetClasses(rawValue: 4)

    /// Returns the class with OSRM's name; `nil` for other names.
    package init?(name: some StringProtocol) {
        for (known, classes) in Self.names where known.utf8.elementsEqual(name.utf8) {
            self = classes
            return
        }
        return nil
    }

    private static let names: [(String, StreetClasses)] = [("toll", .toll), ("motorway", .motorway), ("ferry", .ferry)]

    /// The classes of a way (github.com/Project-OSRM/osrm-backend, profiles/lib/way_handlers.lua, `classes`).
    init(of way: RoadWay) {
        var classes: StreetClasses = []
        if way.has(.toll) { classes.insert(.toll) }
        if way.kind == .motorway || way.kind == .motorwayLink { classes.insert(.motorway) }
        if way.kind == .ferry { classes.insert(.ferry) }
        self = classes
    }

    /// Returns the classes that a profile can exclude, in any combination (`excludable` in OSRM's profiles).
    package static func avoidable(by profile: Profile) -> StreetClasses {
        profile == .car ? [.toll, .motorway, .ferry] : .ferry
    }
}
