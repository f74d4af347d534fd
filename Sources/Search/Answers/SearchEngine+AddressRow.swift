import Atlas
package import GeoCore

extension SearchEngine {
    /// The columns of `appendAddressRow`.
    package static var addressColumns: [String] {
        [
            "label", "house_number", "street", "cross_street", "side", "neighbourhood", "suburb", "city", "postcode",
            "county", "state", "country", "country_code", "place", "plus_code",
        ]
    }

    /// Appends what is at `position` as cells of a table (RFC 4180), each after a separator; empty where nothing is
    /// known. Returns whether anything is.
    package func appendAddressRow(
        at position: Coordinate, _ form: ReverseForm, separator: UInt8, to output: inout [UInt8]
    ) -> Bool {
        let around = address(at: position), answer = around.flatMap { $0.limited(toZoom: form.zoom) },
            point = PointE7(position)
        var cell = TableCell(separator: separator)
        func add(_ write: (inout [UInt8]) -> Void) {
            cell.text.removeAll(keepingCapacity: true)
            write(&cell.text)
            cell.append(to: &output)
        }
        func add(_ text: StringID) { add { if !text.isEmpty { places.text.append(text, to: &$0) } } }
        func add(nameOf place: PlaceID?) { add { if let place { appendName(place, form.language, to: &$0) } } }
        add { if let answer { appendLabel(answer, form.language, to: &$0) } }
        add(answer?.house.map { places.houseNumber($0.place) } ?? .empty)
        add(nameOf: answer?.house.flatMap { places.street($0.place) } ?? answer?.street?.place)
        add(nameOf: answer?.crossStreet?.place)
        add { text in answer?.side.map { text.append(code: $0.code) } }
        let locality = answer?.locality ?? Locality()
        for use in [ZoneUse.neighbourhood, .suburb, .city, .postcode, .county, .state, .country] {
            add(locality[use].name)
        }
        add { text in if let around { text += countryCode(of: around, form.tags) } }
        add(nameOf: answer?.place?.place)
        add { text in PlusCode(point).map { text += $0.text.utf8 } }
        return around != nil
    }
}

/// A cell of a table in the making.
private struct TableCell {
    let separator: UInt8
    var text: [UInt8] = []

    /// Appends a separator and the text, in quotes where it needs them.
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
