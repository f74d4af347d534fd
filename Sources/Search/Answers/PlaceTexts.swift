package import Atlas

/// The names and labels of an atlas's places in one language.
struct PlaceTexts: Sendable {
    private let places: PlaceTable
    private let kindNames: KindNames
    private let indoor: IndoorTable?
    private let language: NameLanguage

    init(_ language: NameLanguage, _ engine: SearchEngine) {
        (places, kindNames, indoor) = (engine.places, engine.kindNames, engine.indoor)
        self.language = language
    }

    /// Returns the display name of a place.
    func name(_ place: PlaceID) -> [UInt8] {
        var name: [UInt8] = []
        appendName(place, to: &name)
        return name
    }

    /// Appends the display name of a place: its name in the language, its local name, or the name of its kind.
    func appendName(_ place: PlaceID, to output: inout [UInt8]) {
        if let name = places.name(place, in: language) {
            places.text.append(name, to: &output)
        } else if !places.name(place).isEmpty {
            places.text.append(places.name(place), to: &output)
        } else if places.type(place) == .address {
            appendAddressLine(place, to: &output)
        } else {
            appendKindName(places.kind(place), to: &output)
        }
    }

    /// Appends street and house number in the order of the country, or the street alone; appends nothing without a
    /// street.
    func appendAddressLine(_ place: PlaceID, to output: inout [UInt8]) {
        guard let street = places.street(place) else { return }
        let number = places.houseNumber(place)
        if !number.isEmpty, places.numbersComeFirst {
            places.text.append(number, to: &output)
            output.append(0x20)
        }
        appendName(street, to: &output)
        if !number.isEmpty, !places.numbersComeFirst {
            output.append(0x20)
            places.text.append(number, to: &output)
        }
    }

    /// Returns the building of a room, corridor or area, if it is a place.
    private func building(of place: PlaceID) -> PlaceID? {
        guard let indoor, let space = indoor.space(places.ref(place)) else { return nil }
        return indoor.ref(ofBuilding: indoor.space(at: space).building).flatMap { places.place($0) }
    }

    /// Returns the line below a place's name: its address line, or the building around a room, and the city. For an
    /// address or a street, the suburb takes the address line's part.
    func label(_ place: PlaceID, in locality: Locality) -> [UInt8] {
        var label: [UInt8] = []
        switch places.type(place) {
        case .place:
            if let building = building(of: place) {
                appendName(building, to: &label)
            } else {
                appendAddressLine(place, to: &label)
            }
        case .address, .street:
            places.text.append((locality.suburb.isUnknown ? locality.neighbourhood : locality.suburb).name, to: &label)
        case .area: break
        }
        let region = locality.county.isUnknown ? locality.state.name : locality.county.name
        for part in [
            locality.city.name, locality.city.isUnknown || places.type(place) == .area ? region : .empty,
        ]
        where !part.isEmpty {
            Self.separate(&label)
            places.text.append(part, to: &label)
        }
        return label
    }

    /// Returns an address in one line: house number and street, or the street alone, and the city.
    func label(_ answer: Surroundings) -> [UInt8] {
        var label: [UInt8] = []
        let locality = answer.locality
        if let house = answer.house {
            appendAddressLine(house.place, to: &label)
        } else if let street = answer.street {
            appendName(street.place, to: &label)
        }
        let town = [locality.city, locality.county, locality.state, locality.country].first { !$0.isUnknown }
        guard let town else { return label }
        Self.separate(&label)
        places.text.append(town.name, to: &label)
        return label
    }

    /// Appends a comma to a text unless the text is empty.
    private static func separate(_ text: inout [UInt8]) {
        if !text.isEmpty { text.append(contentsOf: [UInt8(ascii: ","), 0x20]) }
    }

    /// Appends the name of a kind, such as "Drinking water"; the words of its tag value if it has no name.
    private func appendKindName(_ kind: Int, to output: inout [UInt8]) {
        if let name = kindNames.name(ofKind: kind, in: language.kinds) { return output += name }
        let start = output.count
        places.text.append(places.kindName(kind), to: &output)
        for index in start..<output.count where output[index] == UInt8(ascii: "_") { output[index] = 0x20 }
        guard start < output.count, output[start] >= UInt8(ascii: "a"), output[start] <= UInt8(ascii: "z") else {
            return
        }
        output[start] -= 0x20
    }
}

extension PlaceTable {
    /// Returns the string that names a kind: its value, or its key if the value is only "yes".
    func kindName(_ kind: Int) -> StringID {
        let value = kindValue(kind), yes: [UInt8] = [UInt8(ascii: "y"), UInt8(ascii: "e"), UInt8(ascii: "s")]
        return text.equals(value, yes.span) ? kindKey(kind) : value
    }
}

extension SearchEngine {
    /// Returns the reference of a place, and its name in a language or the name of its kind.
    package func label(of place: PlaceID, language: String?) -> (id: String, name: String) {
        var id: [UInt8] = []
        places.ref(place).append(to: &id)
        let name = PlaceTexts(NameLanguage(language, in: places), self).name(place)
        return (String(decoding: id, as: UTF8.self), String(decoding: name, as: UTF8.self))
    }
}
