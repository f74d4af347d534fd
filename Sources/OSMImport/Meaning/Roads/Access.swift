/// The meaning of an access key's value (wiki.openstreetmap.org/wiki/Key:access).
enum Access: Equatable {
    /// Open to the public: `yes`, `designated`, `permissive`, `discouraged`, and undocumented values.
    case open
    /// Open to people with business there: `destination`, `customers`, `delivery`, `permit`, `residents`.
    case business
    /// Open to people with the owner's permission: `private`, and staff.
    case `private`
    /// Closed, or open only to travel modes that we do not route: `no`, `forestry`, `bus`.
    case closed
    /// Cyclists may push the bicycle (wiki.openstreetmap.org/wiki/Tag:bicycle%3Ddismount).
    case dismount

    init(_ value: String) {
        switch value {
        case "no", "agricultural", "forestry", "emergency", "emergency_vehicle", "military", "official", "restricted",
            "psv", "bus", "minibus", "taxi", "share_taxi", "hgv", "use_sidepath", "impassable":
            self = .closed
        case "private", "employees", "staff": self = .private
        case "destination", "customers", "delivery", "permit", "residents": self = .business
        case "dismount": self = .dismount
        default: self = .open
        }
    }

    /// Returns the most open of several values in one tag, such as `destination;delivery`.
    static func parse(_ value: String) -> Access {
        guard value.utf8.contains(UInt8(ascii: ";")) else { return Access(value) }
        let all = value.split(separator: ";").map { Access(String($0.drop { $0 == " " })) }
        for access in [Access.open, .business, .dismount, .private] where all.contains(access) { return access }
        return .closed
    }
}

/// The access keys of a profile, the most specific first, each with its two directions.
///
/// A more specific key overrides a more general one: foot before access, bicycle before vehicle before access
/// (wiki.openstreetmap.org/wiki/Computing_access_restrictions).
struct AccessKeys {
    private let keys: [(both: RoadKey, forward: RoadKey?, backward: RoadKey?)]
    /// The number of keys for the profile's own vehicle rather than for vehicles in general.
    private let ownCount: Int

    static let foot = AccessKeys(
        keys: [
            (.foot, .footForward, .footBackward), (.access, .accessForward, .accessBackward),
        ], ownCount: 1)
    static let bicycle = AccessKeys(
        keys: [
            (.bicycle, .bicycleForward, .bicycleBackward), (.vehicle, .vehicleForward, .vehicleBackward),
            (.access, .accessForward, .accessBackward),
        ], ownCount: 1)
    static let car = AccessKeys(
        keys: [
            (.motorcar, .motorcarForward, .motorcarBackward),
            (.motorVehicle, .motorVehicleForward, .motorVehicleBackward),
            (.vehicle, .vehicleForward, .vehicleBackward), (.access, .accessForward, .accessBackward),
        ], ownCount: 2)

    /// Returns the access along the drawing of the way; `nil` if no key has it.
    func forward(_ tags: RoadTags) -> Access? { value(tags) { $0.forward } }

    /// Returns the access against the drawing of the way; `nil` if no key has it.
    func backward(_ tags: RoadTags) -> Access? { value(tags) { $0.backward } }

    /// Returns the general access, as for a node.
    func general(_ tags: RoadTags) -> Access? { value(tags) { _ in nil } }

    /// Returns the directions that a key such as `bicycle:backward=yes` opens, regardless of a general one-way rule
    /// (wiki.openstreetmap.org/wiki/Key:oneway).
    func exempted(_ tags: RoadTags) -> Directions {
        var exempted: Directions = []
        for key in keys.prefix(ownCount).reversed() {
            for (directed, direction) in [(key.forward, Directions.forward), (key.backward, .backward)] {
                guard let value = directed.flatMap({ tags[$0] }) else { continue }
                let access = Access.parse(value)
                if access == .open || access == .business {
                    exempted.insert(direction)
                } else {
                    exempted.remove(direction)
                }
            }
        }
        return exempted
    }

    private func value(
        _ tags: RoadTags, _ directed: ((both: RoadKey, forward: RoadKey?, backward: RoadKey?)) -> RoadKey?
    ) -> Access? {
        for key in keys {
            if let directedKey = directed(key), let value = tags[directedKey] { return Access.parse(value) }
            if let value = tags[key.both] { return Access.parse(value) }
        }
        return nil
    }
}
