import GeoCore
import HereaboutsAPI
import Routing

extension OSRMRouteRequest {
    /// What the route writer is asked for; throws for what this server does not do.
    func options() throws(OSRM.Refusal) -> OSRMOptions {
        var options = OSRMOptions()
        options.geometries =
            switch geometries {
            case .polyline: .polyline
            case .polyline6: .polyline6
            case .geojson: .geojson
            }
        options.overview =
            switch overview {
            case .simplified: .simplified
            case .full: .full
            case .false: .none
            }
        options.steps = steps == .true
        options.skipsWaypoints = skipWaypoints == .true
        options.hints = common.generateHints == .true
        options.annotations = try Self.annotations(annotations)
        guard alternatives.map(Self.isSwitchOrNumber) ?? true else { throw OSRM.unreadable("alternatives") }
        guard ["default", "true", "false"].contains(continueStraight ?? "default") else {
            throw OSRM.unreadable("continue_straight")
        }
        return options
    }

    private static func annotations(_ text: String?) throws(OSRM.Refusal) -> OSRMOptions.Annotations {
        switch text {
        case nil, "false": return []
        case "true": return .all
        case let text?:
            var annotations: OSRMOptions.Annotations = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                switch word {
                case "duration": annotations.insert(.duration)
                case "distance": annotations.insert(.distance)
                case "speed": annotations.insert(.speed)
                case "weight": annotations.insert(.weight)
                case "datasources": annotations.insert(.datasources)
                case "nodes": throw OSRM.Refusal(.notImplemented, "This map keeps no node ids to annotate with.")
                default: throw OSRM.unreadable("annotations")
                }
            }
            return annotations
        }
    }

    private static func isSwitchOrNumber(_ text: String) -> Bool {
        text == "true" || text == "false" || Int(text).map { $0 >= 0 } ?? false
    }
}

extension OSRMCommonFields {
    /// Compares the options with the number of coordinates; throws for those this server does not do.
    ///
    /// Returns the farthest that a street may be from each coordinate, in metres; `nil` for no limit.
    func radiuses(forCoordinates count: Int) throws(OSRM.Refusal) -> [Double?] {
        guard bearings?.contains(where: { $0 != ";" }) != true, exclude == nil else {
            throw OSRM.Refusal(.notImplemented, "This server knows no bearings and no exclusions.")
        }
        for (name, list) in [("hints", hints), ("approaches", approaches), ("bearings", bearings)] {
            guard let list, list.count(where: { $0 == ";" }) + 1 != count else { continue }
            throw OSRM.Refusal(.invalidOptions, "Number of \(name) does not match number of coordinates")
        }
        guard let radiuses else { return Array(repeating: nil, count: count) }
        var limits: [Double?] = []
        for item in radiuses.split(separator: ";", omittingEmptySubsequences: false) {
            if item.isEmpty || item == "unlimited" {
                limits.append(nil)
            } else if let metres = Decimal.read(item), metres >= 0 {
                limits.append(metres)
            } else {
                throw OSRM.unreadable("radiuses")
            }
        }
        guard limits.count == count else {
            throw OSRM.Refusal(.invalidOptions, "Number of radiuses does not match number of coordinates")
        }
        return limits
    }
}

extension OSRM {
    static func unreadable(_ name: String) -> Refusal { Refusal(.invalidQuery, "The value of \(name) cannot be read.") }
}
