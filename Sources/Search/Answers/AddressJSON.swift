import Atlas
package import GeoCore

/// The options that all answers of one reverse search share.
package struct ReverseForm: Sendable {
    /// The level of detail, as a Nominatim zoom; see `Surroundings.limited(toZoom:)`.
    let zoom: Int
    let answer: AnswerForm

    /// With `time`, an answer says whether the place at the position is open then.
    package init(zoom: Int = 18, language: String? = nil, at time: PlaceTime? = nil, _ engine: SearchEngine) {
        self.zoom = zoom
        answer = AnswerForm(language: language, at: time, in: engine.places)
    }
}

/// Writes the address of a position. Server and browser write the same bytes (docs/search.md).
package enum AddressJSON {
    /// Returns the JSON object of one position.
    package static func write(at position: Coordinate, _ form: ReverseForm, _ engine: SearchEngine) -> [UInt8] {
        var answer = PlaceObjects(form.answer, engine, reservingCapacity: 1024)
        answer.object { $0.members(at: position, zoom: form.zoom) }
        return answer.json.bytes
    }

    /// Returns the JSON objects of many positions, as an array in their order.
    package static func write(at positions: [Coordinate], _ form: ReverseForm, _ engine: SearchEngine) -> [UInt8] {
        var answer = PlaceObjects(form.answer, engine, reservingCapacity: 768 * positions.count + 2)
        answer.json.beginArray()
        for position in positions { answer.object { $0.members(at: position, zoom: form.zoom) } }
        answer.json.endArray()
        return answer.json.bytes
    }
}

extension PlaceObjects {
    fileprivate mutating func members(at position: Coordinate, zoom: Int) {
        let around = engine.address(at: position), answer = around.flatMap { $0.limited(toZoom: zoom) }
        let point = PointE7(position)
        json.members(of: point)
        plusCode(of: point, town: answer?.locality.city)
        objectOrNull("address", answer) { $0.address($1, of: around) }
        objectOrNull("street", answer?.street) { $0.street($1, crossing: answer?.crossStreet, side: answer?.side) }
        objectOrNull("place", answer?.place) { $0.place($1) }
        areas(around: point, zoom: zoom)
    }

    private mutating func objectOrNull<Value>(
        _ key: StaticString, _ value: Value?, _ members: (inout PlaceObjects, Value) -> Void
    ) {
        json.key(key)
        guard let value else { return json.null() }
        object { members(&$0, value) }
    }

    /// Writes the Open Location Code of ten digits, and the short code with the town if the town's centre is near
    /// enough.
    private mutating func plusCode(of point: PointE7, town: LocalityPart?) {
        guard let code = PlusCode(point) else { return }
        object("plus_code") { answer in
            answer.json.key("code")
            answer.json.value(code.text)
            let places = answer.engine.places
            guard let town, let place = town.place, let short = code.short(near: places.point(place)) else { return }
            var text = [UInt8](short.utf8)
            text.append(0x20)
            places.text.append(places.name(place, in: answer.form.language) ?? town.name, to: &text)
            answer.member("short", text)
        }
    }

    private mutating func address(_ answer: Surroundings, of around: Surroundings?) {
        member("label", texts.label(answer))
        if let house = answer.house {
            if let street = engine.places.street(house.place) { member("street", texts.name(street)) }
            memberIfAny("housenumber", engine.places.houseNumber(house.place))
            distance(inMetres: house.distanceInMetres)
        }
        members(of: answer.locality, around.map { engine.countryCode(of: $0, form.tags) } ?? [])
    }

    private mutating func street(_ street: NearbyPlace, crossing: NearbyPlace?, side: CompassPoint?) {
        identity(of: street.place, type: .street)
        member("name", texts.name(street.place))
        distance(inMetres: street.distanceInMetres)
        if let side { direction("side", side) }
        if let crossing { member("cross_street", texts.name(crossing.place)) }
    }

    private mutating func place(_ place: NearbyPlace) {
        identity(of: place.place, type: engine.places.type(place.place))
        member("name", texts.name(place.place))
        json.members(of: engine.places.point(place.place))
        distance(inMetres: place.distanceInMetres)
        visit(to: place.place)
    }

    /// Writes the administrative areas around a point, the country first.
    private mutating func areas(around point: PointE7, zoom: Int) {
        let areas = engine.administrativeAreas(around: point, form.tags)
        array("areas", areas.filter { zoom >= 18 || $0.level <= Self.finestLevel(at: zoom) }) { answer, area in
            answer.object { answer in
                answer.json.key("level")
                answer.json.value(area.level)
                var id: [UInt8] = []
                answer.engine.places.ref(area.area).append(to: &id)
                answer.member("id", id)
                answer.member("name", answer.texts.name(area.area))
            }
        }
    }

    /// Returns the most detailed administrative level that an answer shows at a zoom
    /// (wiki.openstreetmap.org/wiki/Tag:boundary=administrative).
    private static func finestLevel(at zoom: Int) -> Int {
        switch zoom {
        case ..<5: 2
        case ..<8: 4
        case ..<10: 6
        case ..<13: 8
        case ..<14: 10
        default: 11
        }
    }
}
