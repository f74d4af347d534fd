import Atlas
import GeoCore

/// A house that has a number of the query.
struct NumberedHouse {
    var place: PlaceID
    let quality: QueryWord.Quality
    /// How much of the number that the query wants is its own, where it is not all.
    let length: Int
    /// Whether it is the flat that the query names.
    var isUnit = false
}

/// Where on a street a number is.
extension SearchQuery {
    /// Houses of one street that a query may find.
    private static var maximumHouses: Int { 24 }

    /// The houses among `range` that have the number, best first, each number once; `isExact` for none but just that.
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
        // Of "17" and "17/1" the second is nearer to "17/1/5".
        let longest = others.reduce(0) { max($0, $1.length) }
        others.removeAll { $0.length > 0 && $0.length < longest }
        return Array((same + others).prefix(Self.maximumHouses))
    }

    /// Adds a house, or lets it stand for another with its number if it is nothing but an address.
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

    /// The best fit of the numbers that a house has, and the length of that number.
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

    /// Whether the query names the flat that a house says it is: `addr:unit`, of which `keys` are the numbers.
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

    /// Where on a street the house number would be that the query has and no house.
    ///
    /// That is between the nearest lower and higher ones on its side of the street, even or odd, or on either side
    /// where its own has none; at the nearest one, if it is near, where the street has only lower or only higher ones.
    /// `open` are the numbers of the query that the street leaves open; `locality` is where the house is to be on a
    /// street that passes through several.
    func estimatedPoint(on street: PlaceID, _ open: WordSet, in locality: Int?) -> PointE7? {
        // Where the flat is, its house is.
        let house = open.isSubset(of: scoring.units) ? open : open.subtracting(scoring.units)
        let number = WantedNumber(house, reading, scoring)
        guard number.leading > 0, !number.isOrdinal else { return nil }
        let places = engine.places, city = locality.map { places.locality(at: $0).city.name }
        return engine.streets.point(ofNumber: number.leading, on: street, places) { house in
            city.map { $0 == places.locality(house).city.name } ?? true
        }
    }
}
