/// A travel mode with its own rules for access and speed, its own travel times and components.
///
/// The raw value is the profile's bit position in masks of the atlas.
package enum Profile: UInt8, CaseIterable, Sendable {
    case foot, wheelchair, bicycle, car

    /// Finds a profile by the name in a request; `nil` for unknown names.
    ///
    /// Also accepts the names of other routers' profiles: OSRM's `walking`, `cycling`, `driving`, Valhalla's
    /// `pedestrian`, `auto`.
    package init?(name: String) {
        for (known, profile) in Self.names where known.utf8.elementsEqual(name.utf8) {
            self = profile
            return
        }
        return nil
    }

    /// The profile's name in URLs and answers.
    package var name: String {
        switch self {
        case .foot: "foot"
        case .wheelchair: "wheelchair"
        case .bicycle: "bicycle"
        case .car: "car"
        }
    }

    /// Whether turn restrictions for vehicles apply.
    package var isVehicle: Bool { self == .bicycle || self == .car }

    private static let names: [(String, Profile)] = [
        ("foot", .foot), ("wheelchair", .wheelchair), ("bicycle", .bicycle), ("car", .car), ("walking", .foot),
        ("pedestrian", .foot), ("cycling", .bicycle), ("bike", .bicycle), ("driving", .car), ("auto", .car),
    ]
}

/// A set of profiles as a bit mask, in the atlas's form.
package struct ProfileSet: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package init(_ profile: Profile) { rawValue = 1 << profile.rawValue }

    package static let all = ProfileSet(rawValue: 0b1111)

    package func contains(_ profile: Profile) -> Bool { rawValue & 1 << profile.rawValue != 0 }
}
