import Atlas
import GeoCore

/// A house whose number matches a number of the query.
struct NumberedHouse {
    var place: PlaceID
    let quality: QueryWord.Quality
    /// The length of the part of the wanted number that is the house's own, if not all.
    let length: Int
    /// Whether it is the flat that the query names.
    var isUnit = false
}

/// The position of a number on a street.
extension SearchQuery {
    /// The maximum number of houses of one street that a query finds.
    private static var maximumHouses: Int { 24 }

    /// Returns the houses among `range` with the number, best first, each number once; with `isExact`, only exact
    /// numbers.
    func houses(
        in range: Range<Int>, _ wanted: WantedNumber, isExact: Bool, _ workspace: inout SearchWorkspace
    ) -> [NumberedHouse] {
        let found = houses(in: range, wanted, mayGrow: false, &workspace)
        if isExact { return found.filter { $0.quality == .exact } }
        return found.isEmpty && wanted.mayGrow ? houses(in: range, wanted, mayGrow: true, &workspace) : found
    }

    private func houses(
        in range: Range<Int>, _ wanted: WantedNumber, mayGrow: Bool, _ workspace: inout SearchWorkspace
    ) -> [NumberedHouse] {
        let streets = engine.streets
        var same: [NumberedHouse] = [], others: [NumberedHouse] = []
        let unitKeys = wanted.units.isEmpty ? [] : engine.places.keyIndices([UInt8]("addr:unit".utf8).span)
        for position in mayGrow ? range : streets.positions(in: range, of: wanted.leading) {
            if mayGrow, !Self.begins(streets.number(at: position), with: wanted.leading) { continue }
            let house = streets.house(at: position)
            guard let (fit, length) = fit(of: wanted, to: house, &workspace) else { continue }
            if wanted.isStrict, fit != .same, !(mayGrow && fit == .begins) { continue }
            let isUnit = !unitKeys.isEmpty && isUnit(house, wanted, unitKeys, &workspace)
            let found = NumberedHouse(
                place: house, quality: fit.quality, length: fit == .within ? length : 0, isUnit: isUnit)
            switch fit {
            case .same: add(found, to: &same)
            case .begins where !mayGrow, .sameNumber where wanted.isOrdinal: break
            default: add(found, to: &others)
            }
        }
        // For "17/1/5", "17/1" is nearer than "17".
        let longest = others.reduce(0) { max($0, $1.length) }
        others.removeAll { $0.length > 0 && $0.length < longest }
        return Array((same + others).prefix(Self.maximumHouses))
    }

    /// Adds a house, or replaces another house with its number by it if the house is only an address.
    private func add(_ house: NumberedHouse, to list: inout [NumberedHouse]) {
        let places = engine.places
        guard let known = list.firstIndex(where: { places.isSameAddress($0.place, house.place) }) else {
            if list.count < Self.maximumHouses { list.append(house) }
            return
        }
        if house.isUnit != list[known].isUnit {
            if house.isUnit { list[known] = house }
        } else if places.type(house.place) == .address, places.type(list[known].place) != .address {
            list[known].place = house.place
        }
    }

    /// Returns the best fit among the numbers of a house, and the length of that number.
    func fit(
        of wanted: WantedNumber, to house: PlaceID, _ workspace: inout SearchWorkspace
    ) -> (fit: HouseNumber.Fit, length: Int)? {
        var best: (fit: HouseNumber.Fit, length: Int)?
        workspace.buffer.removeAll(keepingCapacity: true)
        engine.places.text.append(engine.places.houseNumber(house), to: &workspace.buffer)
        let text = workspace.buffer
        HouseNumber.forEach(in: text.span, engine.folding, &workspace.otherText) { words, number in
            guard let fit = HouseNumber.fit(of: wanted.text, to: number, words) else { return }
            if fit.rawValue > best?.fit.rawValue ?? -1 { best = (fit, number.text.bytes.count) }
        }
        return best
    }

    /// Whether the query names the house's own flat: `addr:unit`, with its indices in `keys`.
    private func isUnit(
        _ house: PlaceID, _ wanted: WantedNumber, _ keys: [Int], _ workspace: inout SearchWorkspace
    ) -> Bool {
        guard let unit = engine.value(of: house, keys) else { return false }
        workspace.otherText.read(unit.span, with: engine.folding)
        guard let last = workspace.otherText.words.last.map({ workspace.otherText.text($0) }) else { return false }
        return reading.words.indices.contains {
            wanted.units[$0] && reading.bytes(of: reading.words[$0]).elementsEqual(last)
        }
    }

    /// Whether the decimal digits of `number` begin with those of `beginning`.
    private static func begins(_ number: UInt32, with beginning: UInt32) -> Bool {
        var rest = number
        while rest > beginning { rest /= 10 }
        return rest == beginning && beginning > 0
    }

    /// Returns an estimated position on a street for a house number that no house has.
    ///
    /// The estimate lies between the nearest lower and higher numbers on the number's side of the street, even or odd,
    /// or on either side if its own has none. If the street has only lower or only higher numbers, it is the nearest
    /// house, if near. `open` are the query's numbers that the street does not match. `locality` is the locality of the
    /// house on a street in several localities.
    func estimatedPoint(on street: PlaceID, _ open: WordSet, in locality: Int?) -> PointE7? {
        // A flat is where its house is.
        let house = open.isSubset(of: scoring.units) ? open : open.subtracting(scoring.units)
        let number = WantedNumber(house, reading, scoring)
        guard number.leading > 0, !number.isOrdinal else { return nil }
        let places = engine.places, city = locality.map { places.locality(at: $0).city.name }
        return engine.streets.point(ofNumber: number.leading, on: street, places) { house in
            city.map { $0 == places.locality(house).city.name } ?? true
        }
    }
}
