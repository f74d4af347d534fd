import GeoCore
import HereaboutsAPI
import Routing

extension OSRMLineFields {
    /// Returns the options for writing routes; throws for unsupported options.
    func options(_ common: OSRMCommonFields) throws(OSRM.Refusal) -> OSRMOptions {
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
            case .byLegs: .byLegs
            }
        options.steps = steps == .true
        options.skipsWaypoints = skipWaypoints == .true
        options.hints = common.generateHints == .true
        options.annotations = try Self.annotations(annotations)
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
                case "nodes": annotations.insert(.nodes)
                default: throw OSRM.unreadable("annotations")
                }
            }
            return annotations
        }
    }
}

extension OSRMRouteRequest {
    /// Returns the number of routes that the client wants besides the quickest.
    func alternativeCount() throws(OSRM.Refusal) -> Int {
        switch alternatives {
        case nil, "false": return 0
        case "true": return 1
        case let text?:
            guard let count = OSRM.natural(text[...]) else { throw OSRM.unreadable("alternatives") }
            guard count <= Self.mostAlternatives else {
                throw OSRM.Refusal(
                    .tooBig,
                    "Requested number of alternatives is higher than current maximum (\(Self.mostAlternatives))")
            }
            return count
        }
    }

    private static let mostAlternatives = 3
}

extension OSRMCommonFields {
    /// Returns the conditions for snapping each of `count` coordinates to streets; throws for lists that are unreadable
    /// or have another length.
    func snapOptions(forCoordinates count: Int) throws(OSRM.Refusal) -> [SnapOptions] {
        var snapOptions = [SnapOptions](repeating: SnapOptions(), count: count)
        for index in snapOptions.indices { snapOptions[index].mayLieAnywhere = snapping == .any }
        try each(hints, "hints", &snapOptions) { (text, options) throws(OSRM.Refusal) in
            // A hint that this server did not make, or made for another map, does not count.
            options.hint = PositionHint(text)
        }
        try each(radiuses, "radiuses", &snapOptions) { (text, options) throws(OSRM.Refusal) in
            if text == "unlimited" { return }
            guard let metres = Decimal.read(text), metres >= 0 else { throw OSRM.unreadable("radiuses") }
            options.limitInMetres = min(metres, RouteQuestion.unlimitedInMetres)
        }
        try each(bearings, "bearings", &snapOptions) { (text, options) throws(OSRM.Refusal) in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { OSRM.natural($0) }
            guard numbers.count == 2, let degrees = numbers[0], let range = numbers[1] else {
                throw OSRM.unreadable("bearings")
            }
            guard let bearings = BearingRange(degrees: degrees, range: range) else {
                throw OSRM.Refusal(.invalidOptions, "A bearing is 0 to 360, its range 0 to 180 degrees.")
            }
            options.bearings = bearings
        }
        try each(approaches, "approaches", &snapOptions) { (text, options) throws(OSRM.Refusal) in
            switch text {
            case "curb": options.approach = .curb
            case "opposite": options.approach = .opposite
            case "unrestricted": break
            default: throw OSRM.unreadable("approaches")
            }
        }
        return snapOptions
    }

    /// Calls `body` with each non-empty element and the conditions of its coordinate.
    private func each(
        _ list: String?, _ name: String, _ snapOptions: inout [SnapOptions],
        _ body: (Substring, inout SnapOptions) throws(OSRM.Refusal) -> Void
    ) throws(OSRM.Refusal) {
        guard let list else { return }
        let elements = list.split(separator: ";", omittingEmptySubsequences: false)
        guard elements.count == snapOptions.count else {
            throw OSRM.Refusal(
                .invalidOptions,
                "Number of elements in \(name) size \(elements.count) does not match coordinate size \(snapOptions.count)"
            )
        }
        for (index, element) in elements.enumerated() where !element.isEmpty { try body(element, &snapOptions[index]) }
    }
}

extension OSRM {
    static func unreadable(_ name: String) -> Refusal { Refusal(.invalidQuery, "The value of \(name) cannot be read.") }

    /// Returns the indices in a list, out of `count` coordinates.
    static func positions(_ list: String, _ name: String, of count: Int) throws(Refusal) -> [Int] {
        var positions: [Int] = []
        for item in list.split(separator: ";", omittingEmptySubsequences: false) {
            guard let position = natural(item) else { throw unreadable(name) }
            guard position < count else {
                throw Refusal(.invalidOptions, "Index \(position) in \(name) is none of \(count) coordinates")
            }
            positions.append(position)
        }
        guard positions.count <= count else { throw Refusal(.invalidOptions, "More \(name) than coordinates") }
        return positions
    }

    /// Returns the indices of the coordinates at which legs end; `nil` for all.
    static func stops(_ waypoints: String?, of count: Int) throws(Refusal) -> [Int]? {
        guard let waypoints else { return nil }
        let stops = try positions(waypoints, "waypoints", of: count)
        guard stops.first == 0, stops.last == count - 1, zip(stops, stops.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw Refusal(.invalidValue, "First and last coordinates must be specified as waypoints.")
        }
        return stops
    }

    /// Returns the whole number that consists of digits only; `nil` for other text.
    static func natural(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int(text) : nil
    }
}
