import Atlas
package import GeoCore

/// Writes the address of a position as cells of a CSV row (RFC 4180).
package enum AddressRow {
    /// The columns of a row.
    package static var columns: [String] {
        [
            "label", "house_number", "street", "cross_street", "side", "neighbourhood", "suburb", "city", "postcode",
            "county", "state", "country", "country_code", "place", "plus_code",
        ]
    }

    /// Appends the cells of a position, each after a separator; unknown cells are empty. Returns whether any cell has
    /// content.
    package static func append(
        at position: Coordinate, _ form: ReverseForm, _ engine: SearchEngine, separator: UInt8,
        to output: inout [UInt8]
    ) -> Bool {
        let places = engine.places, texts = PlaceTexts(form.answer.language, engine), point = PointE7(position)
        let around = engine.address(at: position), answer = around.flatMap { $0.limited(toZoom: form.zoom) }
        var cell = TableCell(separator: separator)
        func add(_ write: (inout [UInt8]) -> Void) {
            cell.text.removeAll(keepingCapacity: true)
            write(&cell.text)
            cell.append(to: &output)
        }
        func add(_ text: StringID) { add { if !text.isEmpty { places.text.append(text, to: &$0) } } }
        func add(nameOf place: PlaceID?) { add { if let place { texts.appendName(place, to: &$0) } } }
        add { if let answer { $0 += texts.label(answer) } }
        add(answer?.house.map { places.houseNumber($0.place) } ?? .empty)
        add(nameOf: answer?.house.flatMap { places.street($0.place) } ?? answer?.street?.place)
        add(nameOf: answer?.crossStreet?.place)
        add { text in answer?.side.map { text.append(code: $0.code) } }
        let locality = answer?.locality ?? Locality()
        for use in [ZoneUse.neighbourhood, .suburb, .city, .postcode, .county, .state, .country] {
            add(locality[use].name)
        }
        add { text in if let around { text += engine.countryCode(of: around, form.answer.tags) } }
        add(nameOf: answer?.place?.place)
        add { text in PlusCode(point).map { text += $0.text.utf8 } }
        return around != nil
    }
}

/// A cell under construction.
private struct TableCell {
    let separator: UInt8
    var text: [UInt8] = []

    /// Appends a separator and the text, quoted if necessary.
    func append(to output: inout [UInt8]) {
        output.append(separator)
        let quote = UInt8(ascii: "\"")
        guard text.contains(where: { $0 == separator || $0 == quote || $0 < 0x20 }) else {
            output += text
            return
        }
        output.append(quote)
        for byte in text {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}

extension [UInt8] {
    fileprivate mutating func append(code: StaticString) {
        code.withUTF8Buffer { unsafe append(contentsOf: $0) }  // The literal's own bytes.
    }
}
