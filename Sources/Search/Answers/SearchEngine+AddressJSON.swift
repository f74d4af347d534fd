import Atlas
package import GeoCore

extension SearchEngine {
    /// Says what is at `position`, as JSON (docs/search.md): `{"lat", "lon", "address", "street", "place"}`.
    package func addressJSON(at position: Coordinate, language: String? = nil) -> [UInt8] {
        let answer = address(at: position), language = NameLanguage(language, in: places), point = PointE7(position)
        var json = JSONWriter()
        json.beginObject()
        json.members(of: point)
        json.key("address")
        if let answer { write(addressOf: answer, language, to: &json) } else { json.null() }
        json.key("street")
        if let street = answer?.street {
            write(street, crossing: answer?.crossStreet, language, to: &json)
        } else {
            json.null()
        }
        json.key("place")
        if let place = answer?.place { write(place, language, to: &json) } else { json.null() }
        json.endObject()
        return json.bytes
    }

    private func write(addressOf answer: Surroundings, _ language: NameLanguage, to json: inout JSONWriter) {
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
        write(answer.locality, countryCode(of: answer, AddressTags(in: places)), to: &json)
        json.endObject()
    }

    private func write(
        _ street: NearbyPlace, crossing: NearbyPlace?, _ language: NameLanguage, to json: inout JSONWriter
    ) {
        json.beginObject()
        write(identity: street.place, type: .street, to: &json)
        writeName(of: street.place, as: "name", language, to: &json)
        json.key("distance")
        json.value(street.distanceInMetres, decimals: 1)
        if let crossing { writeName(of: crossing.place, as: "cross_street", language, to: &json) }
        json.endObject()
    }

    private func write(_ place: NearbyPlace, _ language: NameLanguage, to json: inout JSONWriter) {
        let point = places.point(place.place)
        json.beginObject()
        write(identity: place.place, type: places.type(place.place), to: &json)
        writeName(of: place.place, as: "name", language, to: &json)
        json.members(of: point)
        json.key("distance")
        json.value(place.distanceInMetres, decimals: 1)
        json.endObject()
    }

    func writeName(of place: PlaceID, as key: StaticString, _ language: NameLanguage, to json: inout JSONWriter) {
        var text: [UInt8] = []
        appendName(place, language, to: &text)
        json.key(key)
        json.value(utf8: text.span)
    }
}
