import Atlas

extension SearchEngine {
    /// Appends what a place is called: its name in the language, its local name, or the words of its kind.
    func appendName(_ place: PlaceID, _ language: NameLanguage, to output: inout [UInt8]) {
        if let name = places.name(place, in: language) {
            places.text.append(name, to: &output)
        } else if !places.name(place).isEmpty {
            places.text.append(places.name(place), to: &output)
        } else if places.type(place) == .address {
            appendAddressLine(place, language, to: &output)
        } else {
            appendKindName(places.kind(place), language, to: &output)
        }
    }

    /// Appends street and house number in the order of the country, or the street alone; nothing without a street.
    func appendAddressLine(_ place: PlaceID, _ language: NameLanguage, to output: inout [UInt8]) {
        guard let street = places.street(place) else { return }
        let number = places.houseNumber(place)
        if !number.isEmpty, places.numbersComeFirst {
            places.text.append(number, to: &output)
            output.append(0x20)
        }
        appendName(street, language, to: &output)
        if !number.isEmpty, !places.numbersComeFirst {
            output.append(0x20)
            places.text.append(number, to: &output)
        }
    }

    /// Appends what stands below a place's name: its address line, and the city; around an address or street its
    /// suburb.
    func appendLabel(
        _ place: PlaceID, in locality: Locality, _ language: NameLanguage, to output: inout [UInt8]
    ) {
        let start = output.count
        switch places.type(place) {
        case .place: appendAddressLine(place, language, to: &output)
        case .address, .street:
            places.text.append((locality.suburb.isUnknown ? locality.neighbourhood : locality.suburb).name, to: &output)
        case .area: break
        }
        let region = locality.county.isUnknown ? locality.state.name : locality.county.name
        for part in [
            locality.city.name, locality.city.isUnknown || places.type(place) == .area ? region : .empty,
        ]
        where !part.isEmpty {
            appendSeparator(after: start, to: &output)
            places.text.append(part, to: &output)
        }
    }

    /// Appends a comma when something was written since `start`.
    func appendSeparator(after start: Int, to output: inout [UInt8]) {
        guard output.count > start else { return }
        output.append(UInt8(ascii: ","))
        output.append(0x20)
    }

    /// The string that names a kind: its value, or its key where the value is only "yes".
    func kindName(_ kind: Int) -> StringID {
        let value = places.kindValue(kind), yes: [UInt8] = [UInt8(ascii: "y"), UInt8(ascii: "e"), UInt8(ascii: "s")]
        return places.text.equals(value, yes.span) ? places.kindKey(kind) : value
    }

    /// Appends what a kind is called: "Drinking water"; its value as words where it has no name.
    func appendKindName(_ kind: Int, _ language: NameLanguage, to output: inout [UInt8]) {
        if let name = kindNames.name(ofKind: kind, in: language.kinds) { return output += name }
        let start = output.count
        places.text.append(kindName(kind), to: &output)
        for index in start..<output.count where output[index] == UInt8(ascii: "_") { output[index] = 0x20 }
        guard start < output.count, output[start] >= UInt8(ascii: "a"), output[start] <= UInt8(ascii: "z") else {
            return
        }
        output[start] -= 0x20
    }
}
