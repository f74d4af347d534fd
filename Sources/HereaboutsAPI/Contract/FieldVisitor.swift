package import GeoCore

/// Goes through the fields of a request: to read them from a URL, to print them into one, or to describe them.
///
/// A request names its fields once, in `APIRequest.visit`. So reading, printing and description cannot differ.
package protocol FieldVisitor {
    /// A field that must be given.
    mutating func required<Value>(_ parameter: Parameter<Value>, _ value: inout Value) throws(ErrorBody)
    /// A field that may be left out.
    mutating func optional<Value>(_ parameter: Parameter<Value>, _ value: inout Value?) throws(ErrorBody)
    /// A field that has the value `standard` when left out.
    mutating func defaulted<Value: Equatable>(
        _ parameter: Parameter<Value>, _ value: inout Value, standard: Value
    ) throws(ErrorBody)
    /// A field that may be given any number of times, in a request that is read forgivingly.
    mutating func repeated<Value>(_ parameter: Parameter<Value>, _ list: inout [Value]) throws(ErrorBody)
}

extension FieldVisitor {
    /// A field that is `true` or `false`, and has the value `standard` when left out.
    package mutating func truth(
        _ name: String, _ summary: String, _ value: inout Bool, standard: Bool
    ) throws(ErrorBody) {
        var truth = value ? Truth.true : .false
        try defaulted(.word(name, summary), &truth, standard: standard ? .true : .false)
        value = truth == .true
    }

    /// The pair `lat` and `lon`, both or neither.
    package mutating func optionalPosition(_ coordinate: inout Coordinate?) throws(ErrorBody) {
        var latitude = coordinate?.latitude, longitude = coordinate?.longitude
        try optional(.latitude, &latitude)
        try optional(.longitude, &longitude)
        if let latitude, let longitude {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        } else if latitude != nil || longitude != nil {
            let missing = latitude == nil ? "lat" : "lon"
            throw ErrorBody(.missingParameter, "\(missing) is missing: lat and lon go together", field: missing)
        } else {
            coordinate = nil
        }
    }

    /// The pair `lat` and `lon`.
    package mutating func requiredPosition(_ coordinate: inout Coordinate) throws(ErrorBody) {
        var latitude = coordinate.latitude, longitude = coordinate.longitude
        try required(.latitude, &latitude)
        try required(.longitude, &longitude)
        coordinate = Coordinate(latitude: latitude, longitude: longitude) ?? coordinate
    }
}

/// Yes or no in an address.
private enum Truth: String, Sendable, CaseIterable { case `true`, `false` }
