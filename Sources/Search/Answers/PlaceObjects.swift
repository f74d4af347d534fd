import Atlas
import GeoCore

/// Writes the members that the JSON objects of places share.
struct PlaceObjects {
    var json: JSONWriter
    let engine: SearchEngine
    let texts: PlaceTexts
    let form: AnswerForm

    init(_ form: AnswerForm, _ engine: SearchEngine, reservingCapacity bytes: Int) {
        self.form = form
        self.engine = engine
        texts = PlaceTexts(form.language, engine)
        json = JSONWriter(reservingCapacity: bytes)
    }

    private var places: PlaceTable { engine.places }

    mutating func object(_ members: (inout PlaceObjects) -> Void) {
        json.beginObject()
        members(&self)
        json.endObject()
    }

    mutating func object(_ key: StaticString, _ members: (inout PlaceObjects) -> Void) {
        json.key(key)
        object(members)
    }

    mutating func array<Element>(
        _ key: StaticString, _ elements: some Sequence<Element>, _ element: (inout PlaceObjects, Element) -> Void
    ) {
        json.key(key)
        json.beginArray()
        for one in elements { element(&self, one) }
        json.endArray()
    }

    /// Writes a text as a member.
    mutating func member(_ key: StaticString, _ text: [UInt8]) {
        json.key(key)
        json.value(utf8: text.span)
    }

    /// Writes a text as a member; leaves out an empty text.
    mutating func memberIfAny(_ key: StaticString, _ text: [UInt8]) {
        if !text.isEmpty { member(key, text) }
    }

    /// Writes a string of the atlas as a member; leaves out an empty string.
    mutating func memberIfAny(_ key: StaticString, _ string: StringID) {
        guard !string.isEmpty else { return }
        var bytes: [UInt8] = []
        places.text.append(string, to: &bytes)
        member(key, bytes)
    }

    /// Writes a length in metres.
    mutating func distance(inMetres metres: Double) {
        json.key("distance")
        json.value(metres, decimals: 1)
    }

    /// Writes one of the eight directions: `n`, `ne` …
    mutating func direction(_ key: StaticString, _ point: CompassPoint) {
        json.key(key)
        json.value(code: point.code)
    }

    /// Writes the id, type, category and kind of a place.
    mutating func identity(of place: PlaceID, type: PlaceType) {
        if places.isObject(place) {
            var id: [UInt8] = []
            places.ref(place).append(to: &id)
            member("id", id)
        } else {
            identity(of: Self.degrees(places.point(place)))
        }
        json.key("type")
        switch type {
        case .place: json.value("place")
        case .address: json.value("address")
        case .street: json.value("street")
        case .area: json.value("area")
        }
        memberIfAny("category", places.kindKey(places.kind(place)))
        memberIfAny("kind", places.kindName(places.kind(place)))
    }

    /// Writes the id of a thing that is not an OpenStreetMap object: its position as a `geo:` URI (RFC 5870).
    mutating func identity(of degrees: [UInt8]) {
        member("id", [UInt8]("geo:".utf8) + degrees.filter { $0 != 0x20 })
    }

    /// Returns a position as people write it: "60.17, 24.94".
    static func degrees(_ point: PointE7) -> [UInt8] {
        var latitude = JSONWriter(reservingCapacity: 16), longitude = JSONWriter(reservingCapacity: 16)
        latitude.value(e7: point.latitudeE7)
        longitude.value(e7: point.longitudeE7)
        return latitude.bytes + [UInt8(ascii: ","), 0x20] + longitude.bytes
    }

    /// Writes the street of a place and the nearest cross street.
    mutating func street(of place: PlaceID) {
        guard let street = places.street(place) else { return }
        member("street", texts.name(street))
        if let cross = engine.nearestCrossStreet(of: street, to: places.point(place)) {
            member("cross_street", texts.name(cross.place))
        }
    }

    /// Writes the names of a locality, and the code of its country unless the code is empty.
    mutating func members(of locality: Locality, _ countryCode: [UInt8]) {
        memberIfAny("neighbourhood", locality.neighbourhood.name)
        memberIfAny("suburb", locality.suburb.name)
        memberIfAny("city", locality.city.name)
        memberIfAny("postcode", locality.postcode.name)
        memberIfAny("county", locality.county.name)
        memberIfAny("state", locality.state.name)
        memberIfAny("country", locality.country.name)
        memberIfAny("country_code", countryCode)
    }

    /// Writes a position, and its distance and direction from the user.
    mutating func position(_ point: PointE7, from near: Coordinate?) {
        json.members(of: point)
        guard let near else { return }
        let there = Coordinate(point)
        distance(inMetres: near.distance(inMetresTo: there))
        guard let bearing = near.bearing(to: there) else { return }
        json.key("bearing")
        // A bearing that rounds to 360.0 is written as 0.
        json.value(bearing < 359.95 ? bearing : 0, decimals: 1)
        direction("direction", CompassPoint(bearing: bearing))
    }

    /// Writes the parts of a name that the query matches, in UTF-16 code units.
    mutating func match(_ ranges: [Range<Int>]) {
        guard !ranges.isEmpty else { return }
        array("match", ranges) { answer, range in
            answer.json.beginArray()
            answer.json.value(range.lowerBound)
            answer.json.value(range.upperBound)
            answer.json.endArray()
        }
    }
}
