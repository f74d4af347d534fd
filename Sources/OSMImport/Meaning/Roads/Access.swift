/// What a value of an access key permits (wiki.openstreetmap.org/wiki/Key:access).
enum Access: Equatable {
    /// Open to the public: `yes`, `designated`, `permissive`, `discouraged`, and values that nobody documented.
    case open
    /// For those with business at the place: `destination`, `customers`, `delivery`, `permit`, `residents`.
    case business
    /// For those whom the owner lets: `private`, and staff.
    case `private`
    /// For nobody, or for others than we route: `no`, `forestry`, `bus`.
    case closed
    /// A bicycle may be pushed (wiki.openstreetmap.org/wiki/Tag:bicycle%3Ddismount).
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

    /// The most open of several values in one tag, such as `destination;delivery`.
    static func parse(_ value: String) -> Access {
        guard value.utf8.contains(UInt8(ascii: ";")) else { return Access(value) }
        let all = value.split(separator: ";").map { Access(String($0.drop { $0 == " " })) }
        for access in [Access.open, .business, .dismount, .private] where all.contains(access) { return access }
        return .closed
    }
}

/// The access keys that concern a profile, most particular first, each with its two directions.
///
/// A more particular key overrides a more general one: foot before access, bicycle before vehicle before access
/// (wiki.openstreetmap.org/wiki/Computing_access_restrictions).
struct AccessKeys {
    private let keys: [(both: RoadKey, forward: RoadKey?, backward: RoadKey?)]
    /// How many of the keys concern the profile's own vehicle and not vehicles in general.
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

    /// Along the drawing of the way; `nil` when no key says anything.
    func forward(_ tags: RoadTags) -> Access? { value(tags) { $0.forward } }

    /// Against the drawing of the way; `nil` when no key says anything.
    func backward(_ tags: RoadTags) -> Access? { value(tags) { $0.backward } }

    /// In general, as for a node.
    func general(_ tags: RoadTags) -> Access? { value(tags) { _ in nil } }

    /// The directions that a key such as `bicycle:backward=yes` opens, whatever a general one-way rule says
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
