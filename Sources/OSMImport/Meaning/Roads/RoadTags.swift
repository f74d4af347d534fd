/// The keys that matter for roads.
package enum RoadKey: UInt8, CaseIterable, Sendable {
    case highway, railway, route, amenity, service, footway, path, cycleway, junction, area, name, ref
    case manMade, publicTransport, sidepathOf, streetName
    case bridge, tunnel, covered, indoor, conveying, toll, lit, motorroad, impassable, status, operationalStatus,
        duration
    case surface, smoothness, tracktype, incline, level
    case sacScale, mtbScale, mtbUphillScale, imbaScale, viaFerrataScale, assistedTrail, ladder, rungs, safetyRope,
        trailVisibility, ford
    case width, estimatedWidth, maxwidth, physicalMaxwidth, maxheight, physicalMaxheight, maxweight, maxweightRating
    case maxlength, construction
    case maxspeed, maxspeedForward, maxspeedBackward, maxspeedAdvisory, maxspeedSource, maxspeedType
    case access, accessForward, accessBackward, foot, footForward, footBackward, wheelchair, rampWheelchair
    case bicycle, bicycleForward, bicycleBackward, vehicle, vehicleForward, vehicleBackward
    case motorVehicle, motorVehicleForward, motorVehicleBackward, motorcar, motorcarForward, motorcarBackward
    case oneway, onewayFoot, onewayBicycle, onewayVehicle, onewayMotorVehicle, onewayMotorcar
    case cyclewayLeft, cyclewayRight, cyclewayBoth
    case cyclewayOneway, cyclewayLeftOneway, cyclewayRightOneway, cyclewayBothOneway
    case drivingSide, turnLanes, turnLanesForward, turnLanesBackward
    case vehicleLanes, vehicleLanesForward, vehicleLanesBackward
    case motorVehicleLanes, motorVehicleLanesForward, motorVehicleLanesBackward
    case sidewalk, sidewalkLeft, sidewalkRight, sidewalkBoth
    case barrier, door, entrance, bollard, kerb, kerbHeight, sensory, locked, direction, signalDirection, stop

    /// The key in OSM; if it is a single word, the case's own name.
    package var name: String {
        switch self {
        case .manMade: "man_made"
        case .publicTransport: "public_transport"
        case .operationalStatus: "operational_status"
        case .sidepathOf: "is_sidepath:of:name"
        case .streetName: "street:name"
        case .sacScale: "sac_scale"
        case .mtbScale: "mtb:scale"
        case .mtbUphillScale: "mtb:scale:uphill"
        case .imbaScale: "mtb:scale:imba"
        case .viaFerrataScale: "via_ferrata_scale"
        case .assistedTrail: "assisted_trail"
        case .safetyRope: "safety_rope"
        case .trailVisibility: "trail_visibility"
        case .estimatedWidth: "est_width"
        case .physicalMaxwidth: "maxwidth:physical"
        case .physicalMaxheight: "maxheight:physical"
        case .maxweightRating: "maxweightrating"
        case .maxspeedAdvisory: "maxspeed:advisory"
        case .maxspeedSource: "source:maxspeed"
        case .maxspeedType: "maxspeed:type"
        case .maxspeedForward: "maxspeed:forward"
        case .maxspeedBackward: "maxspeed:backward"
        case .accessForward: "access:forward"
        case .accessBackward: "access:backward"
        case .footForward: "foot:forward"
        case .footBackward: "foot:backward"
        case .rampWheelchair: "ramp:wheelchair"
        case .bicycleForward: "bicycle:forward"
        case .bicycleBackward: "bicycle:backward"
        case .vehicleForward: "vehicle:forward"
        case .vehicleBackward: "vehicle:backward"
        case .motorVehicle: "motor_vehicle"
        case .motorVehicleForward: "motor_vehicle:forward"
        case .motorVehicleBackward: "motor_vehicle:backward"
        case .motorcarForward: "motorcar:forward"
        case .motorcarBackward: "motorcar:backward"
        case .onewayVehicle: "oneway:vehicle"
        case .onewayMotorVehicle: "oneway:motor_vehicle"
        case .onewayMotorcar: "oneway:motorcar"
        case .drivingSide: "driving_side"
        case .turnLanes: "turn:lanes"
        case .turnLanesForward: "turn:lanes:forward"
        case .turnLanesBackward: "turn:lanes:backward"
        case .vehicleLanes: "vehicle:lanes"
        case .vehicleLanesForward: "vehicle:lanes:forward"
        case .vehicleLanesBackward: "vehicle:lanes:backward"
        case .motorVehicleLanes: "motor_vehicle:lanes"
        case .motorVehicleLanesForward: "motor_vehicle:lanes:forward"
        case .motorVehicleLanesBackward: "motor_vehicle:lanes:backward"
        case .kerbHeight: "kerb:height"
        case .onewayFoot: "oneway:foot"
        case .onewayBicycle: "oneway:bicycle"
        case .cyclewayLeft: "cycleway:left"
        case .cyclewayRight: "cycleway:right"
        case .cyclewayBoth: "cycleway:both"
        case .cyclewayOneway: "cycleway:oneway"
        case .cyclewayLeftOneway: "cycleway:left:oneway"
        case .cyclewayRightOneway: "cycleway:right:oneway"
        case .cyclewayBothOneway: "cycleway:both:oneway"
        case .sidewalkLeft: "sidewalk:left"
        case .sidewalkRight: "sidewalk:right"
        case .sidewalkBoth: "sidewalk:both"
        case .signalDirection: "traffic_signals:direction"
        default: "\(self)"
        }
    }
}

/// The strings of an extract that are keys of roads: found once, so that reading a way's tags compares numbers.
struct RoadKeyTable: Sendable {
    static let none = UInt8.max
    /// A key of roads with `:conditional` after it, such as `access:conditional`: a rule for certain times only.
    static let conditional = UInt8.max - 1
    private static let suffix = ":conditional"

    let ofString: [UInt8]

    init(_ strings: [String]) {
        var numbers: [String: UInt8] = [:]
        for key in RoadKey.allCases { numbers[key.name] = key.rawValue }
        ofString = strings.map { string in
            if let number = numbers[string] { return number }
            guard string.hasSuffix(Self.suffix), numbers[String(string.dropLast(Self.suffix.count))] != nil else {
                return Self.none
            }
            return Self.conditional
        }
    }
}

/// The tags of one way or node that matter for roads. One value serves many objects: `load` replaces its content.
package struct RoadTags {
    private static let noValue = UInt32.max
    private let strings: [String]
    private let keys: RoadKeyTable
    private var values = [UInt32](repeating: noValue, count: RoadKey.allCases.count)
    private var loaded: [UInt8] = []
    /// Whether a rule applies only at certain times (wiki.openstreetmap.org/wiki/Conditional_restrictions).
    private(set) var hasConditional = false

    init(strings: [String], keys: RoadKeyTable) {
        self.strings = strings
        self.keys = keys
    }

    /// Loads the tags of another object; if a broken file repeats a key, the first value counts.
    mutating func load(_ pairs: ArraySlice<TagTable.Pair>) {
        for key in loaded { values[Int(key)] = Self.noValue }
        loaded.removeAll(keepingCapacity: true)
        hasConditional = false
        add(pairs)
    }

    /// Adds the tags of a second object for keys that the first does not have.
    mutating func add(_ pairs: ArraySlice<TagTable.Pair>) {
        for pair in pairs {
            let key = keys.ofString[Int(pair.key)]
            if key == RoadKeyTable.none { continue }
            if key == RoadKeyTable.conditional {
                hasConditional = true
            } else if values[Int(key)] == Self.noValue {
                values[Int(key)] = pair.value
                loaded.append(key)
            }
        }
    }

    package subscript(key: RoadKey) -> String? { stringIndex(key).map { strings[Int($0)] } }

    /// Returns the index of the value in the extract's strings.
    func stringIndex(_ key: RoadKey) -> UInt32? {
        let value = values[Int(key.rawValue)]
        return value == Self.noValue ? nil : value
    }

    func has(_ key: RoadKey) -> Bool { values[Int(key.rawValue)] != Self.noValue }
    func says(_ key: RoadKey, _ value: String) -> Bool { self[key] == value }
}
