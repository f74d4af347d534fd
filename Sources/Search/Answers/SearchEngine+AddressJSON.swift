import Atlas
package import GeoCore

/// How positions are answered, the same for all of a list.
package struct ReverseForm: Sendable {
    let zoom: Int
    let language: NameLanguage
    let tags: AddressTags
    let visitTags: VisitTags
    let time: PlaceTime?
}

extension SearchEngine {
    /// Answers about positions in as much detail as Nominatim gives at `zoom`, with names in a language; with `time`
    /// they tell whether the place that is there is open then.
    package func reverseForm(zoom: Int = 18, language: String? = nil, at time: PlaceTime? = nil) -> ReverseForm {
        ReverseForm(
            zoom: zoom, language: NameLanguage(language, in: places), tags: AddressTags(in: places),
            visitTags: VisitTags(in: places), time: time)
    }

    /// Says what is at `position`, as JSON (docs/search.md).
    package func addressJSON(at position: Coordinate, _ form: ReverseForm) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 1024)
        write(addressAt: position, form, to: &json)
        return json.bytes
    }

    /// The same of a place that is asked for alone.
    package func addressJSON(at position: Coordinate, language: String? = nil) -> [UInt8] {
        addressJSON(at: position, reverseForm(language: language))
    }

    /// The same for many positions, as an array in their order.
    package func addressesJSON(at positions: [Coordinate], _ form: ReverseForm) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 768 * positions.count + 2)
        json.beginArray()
        for position in positions { write(addressAt: position, form, to: &json) }
        json.endArray()
        return json.bytes
    }

    private func write(addressAt position: Coordinate, _ form: ReverseForm, to json: inout JSONWriter) {
        let around = address(at: position), answer = around.flatMap { $0.limited(toZoom: form.zoom) },
            point = PointE7(position)
        json.beginObject()
        json.members(of: point)
        write(plusCodeOf: point, answer, form.language, to: &json)
        json.key("address")
        if let answer { write(addressOf: answer, of: around, form, to: &json) } else { json.null() }
        json.key("street")
        if let street = answer?.street {
            write(street, crossing: answer?.crossStreet, side: answer?.side, form.language, to: &json)
        } else {
            json.null()
        }
        json.key("place")
        if let place = answer?.place { write(place, form, to: &json) } else { json.null() }
        write(areasAround: point, form, to: &json)
        json.endObject()
    }

    /// The Open Location Code of ten digits, and the short one with the town whose middle is near enough for that.
    private func write(
        plusCodeOf point: PointE7, _ answer: Surroundings?, _ language: NameLanguage, to json: inout JSONWriter
    ) {
        guard let code = PlusCode(point) else { return }
        json.key("plus_code")
        json.beginObject()
        json.key("code")
        json.value(code.text)
        if let town = answer?.locality.city, let place = town.place, let short = code.short(near: places.point(place)) {
            var text = [UInt8](short.utf8)
            text.append(0x20)
            places.text.append(places.name(place, in: language) ?? town.name, to: &text)
            json.key("short")
            json.value(utf8: text.span)
        }
        json.endObject()
    }

    /// The administrative areas around a point, the country first.
    private func write(
        areasAround point: PointE7, _ form: ReverseForm, to json: inout JSONWriter
    ) {
        json.key("areas")
        json.beginArray()
        for (level, area) in administrativeAreas(around: point, form.tags)
        where form.zoom >= 18 || level <= Self.finest(at: form.zoom) {
            var id: [UInt8] = []
            places.ref(area).append(to: &id)
            json.beginObject()
            json.key("level")
            json.value(level)
            json.key("id")
            json.value(utf8: id.span)
            writeName(of: area, as: "name", form.language, to: &json)
            json.endObject()
        }
        json.endArray()
    }

    /// The last administrative level that is told at a zoom (wiki.openstreetmap.org/wiki/Tag:boundary=administrative).
    private static func finest(at zoom: Int) -> Int {
        switch zoom {
        case ..<5: 2
        case ..<8: 4
        case ..<10: 6
        case ..<13: 8
        case ..<14: 10
        default: 11
        }
    }

    private func write(
        addressOf answer: Surroundings, of around: Surroundings?, _ form: ReverseForm, to json: inout JSONWriter
    ) {
        let language = form.language
        var text: [UInt8] = []
        appendLabel(answer, language, to: &text)
        json.beginObject()
        json.key("label")
        json.value(utf8: text.span)
        if let house = answer.house {
            if let street = places.street(house.place) {
                text.removeAll(keepingCapacity: true)
                appendName(street, language, to: &text)
                json.key("street")
                json.value(utf8: text.span)
            }
            write(places.houseNumber(house.place), as: "housenumber", to: &json)
            json.key("distance")
            json.value(house.distanceInMetres, decimals: 1)
        }
        write(answer.locality, around.map { countryCode(of: $0, form.tags) } ?? [], to: &json)
        json.endObject()
    }

    private func write(
        _ street: NearbyPlace, crossing: NearbyPlace?, side: CompassPoint?, _ language: NameLanguage,
        to json: inout JSONWriter
    ) {
        json.beginObject()
        write(identity: street.place, type: .street, to: &json)
        writeName(of: street.place, as: "name", language, to: &json)
        json.key("distance")
        json.value(street.distanceInMetres, decimals: 1)
        if let side { write(side, as: "side", to: &json) }
        if let crossing { writeName(of: crossing.place, as: "cross_street", language, to: &json) }
        json.endObject()
    }

    private func write(_ place: NearbyPlace, _ form: ReverseForm, to json: inout JSONWriter) {
        let point = places.point(place.place)
        json.beginObject()
        write(identity: place.place, type: places.type(place.place), to: &json)
        writeName(of: place.place, as: "name", form.language, to: &json)
        json.members(of: point)
        json.key("distance")
        json.value(place.distanceInMetres, decimals: 1)
        writeVisit(to: place.place, at: form.time, form.visitTags, to: &json)
        json.endObject()
    }

    func writeName(of place: PlaceID, as key: StaticString, _ language: NameLanguage, to json: inout JSONWriter) {
        var text: [UInt8] = []
        appendName(place, language, to: &text)
        json.key(key)
        json.value(utf8: text.span)
    }
}
