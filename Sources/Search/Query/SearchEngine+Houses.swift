import Atlas
import GeoCore

extension SearchEngine {
    /// Houses of one street that a query may bring up.
    private static var maximumHouses: Int { 24 }

    /// Reads words of the query as a house number and ranks the houses of `place` that have it: a street, or a village
    /// whose houses are numbered whatever their street.
    ///
    /// Each word that can be one is, and each run of them ("52 b"); the other words must be in the street's name
    /// ("20th"), name the house's own locality, as a street may run through several, or say which flat of it is meant.
    /// Returns whether some house has the number; `nil` for a place without houses and a query without a number.
    func addHouses(
        on place: PlaceID, _ open: UInt8, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) -> Bool? {
        let numbers = scoring.numbers, type = places.type(place)
        guard numbers != 0, type == .street || type == .area else { return nil }
        let range = streets.houseRange(place)
        guard !range.isEmpty else { return nil }
        // "8 mai 1945" is a street, whoever lives at its number 8.
        let own = open == 0 ? scoring.matched(nameMatch(place, scoring, workspace).qualities) : 0
        var isFound = false
        for first in 0..<workspace.words.count where numbers >> UInt8(first) & 1 != 0 {
            var run: UInt8 = 0
            for last in first..<workspace.words.count {
                if workspace.words[last].isSign, numbers >> UInt8(last) & 1 == 0 { continue }
                guard numbers >> UInt8(last) & 1 != 0 else { break }
                run |= 1 << UInt8(last)
                if run & ~own == 0 { continue }
                let wanted = WantedNumber(run, scoring, workspace)
                // A number that the street's name or town has is taken for a house's only if it is just that.
                let isExact = run & open == 0 || run & ~(open | scoring.fillers) != 0
                let found = houses(in: range, wanted, isExact: isExact, &workspace)
                guard !found.isEmpty else { continue }
                // The house lies where it lies, and not wherever its street passes through.
                let street = match(place, without: run, inContext: false, scoring, workspace)
                isFound = add(found, wanted, street, aim, scoring, &workspace) || isFound
            }
        }
        return type == .area && !isFound ? nil : isFound
    }

    /// Words of the query read as one house number.
    private struct WantedNumber {
        /// Which words, as bits.
        let words: UInt8
        private(set) var text = NumberText()
        /// Whether it is rather a street's number than a house's: only a house with just that is meant.
        private(set) var isOrdinal = false
        /// Whether it may be only the beginning of a number.
        private(set) var mayGrow = false
        /// Whether another number than just that is another house's: that of a flat and of a house, "3/12", or that of
        /// a lot, "Q 5 L 12".
        let isStrict: Bool
        /// What the query says besides of which flat of a house is meant, as bits.
        let units: UInt8

        init(_ words: UInt8, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace) {
            self.words = words
            isStrict = words & scoring.units != 0 && words & ~scoring.units != 0 || words & scoring.lots != 0
            units = scoring.units & ~words
            var pending: Range<Int>?
            for index in workspace.words.indices where words >> UInt8(index) & 1 != 0 {
                let word = workspace.words[index], bytes = workspace.text.bytes
                if let pending {
                    text.append(bytes[pending], isBeforeDigit: HouseNumber.isDigit(bytes[word.bytes.lowerBound]))
                } else {
                    isOrdinal = HouseNumber.isLikeOrdinal(bytes[word.bytes])
                }
                pending = word.bytes
                mayGrow = word.isPrefix
            }
            if let pending { text.append(workspace.text.bytes[pending], isBeforeDigit: false) }
        }

        var leading: UInt32 { text.leading }
    }

    /// Lets the numbers that `match` leaves open be matched by the number of a house.
    func addHouseNumber(
        of house: PlaceID, to match: inout Match, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) {
        let open = scoring.unmatched(match.qualities) & scoring.numbers
        guard open != 0, let (fit, _) = fit(of: WantedNumber(open, scoring, workspace), to: house, &workspace) else {
            return
        }
        for index in workspace.words.indices where open >> UInt8(index) & 1 != 0 {
            match.qualities = Scoring.with(match.qualities, fit.quality.rawValue, at: index)
        }
    }

    private struct House {
        var place: PlaceID
        let quality: QueryWord.Quality
        /// How much of the number that is wanted is its own, where it is not all.
        let length: Int
        /// Whether it is the flat that the query names.
        var isUnit = false
    }

    /// Ranks the houses that were found; returns whether the rest of the query fits one of them.
    private func add(
        _ found: [House], _ wanted: WantedNumber, _ street: Match, _ aim: Aim, _ scoring: Scoring,
        _ workspace: inout SearchWorkspace
    ) -> Bool {
        // Of the street there must be more than a town that it is in.
        guard street.nameLength > 0 else { return false }
        var isFound = false
        for house in found {
            var full = street
            for index in workspace.words.indices where wanted.words >> UInt8(index) & 1 != 0 {
                full.qualities = Scoring.with(full.qualities, house.quality.rawValue, at: index)
            }
            if house.isUnit { full.qualities = Scoring.merge(full.qualities, Scoring.bytes(wanted.units)) }
            addContext(of: house.place, to: &full, scoring, workspace)
            let unmatched = scoring.unmatched(full.qualities) & ~scoring.units
            let open = unmatched & ~(places.street(house.place).map { omitted(unmatched, by: $0, scoring) } ?? 0)
            let isPartial = open != 0
            guard !isPartial || aim == .forSomeWords else { continue }
            isFound = true
            // Many streets have the number: a house of another street is no better an answer for that.
            let isElsewhere = open & scoring.subject != 0
            if isElsewhere { full.qualities = scoring.discounted(full.qualities, wanted.words) }
            if house.quality == .exact { workspace.hasExactHouse = true }
            // Its street's importance: house numbers have none of their own.
            let point = places.point(house.place), rank = places.street(house.place).map { places.rank($0) } ?? 0
            let score =
                scoring.score(full, rank: rank) + scoring.proximity(of: point)
                + (house.quality == .exact && !isElsewhere ? Scoring.exactHouse : 0)
            workspace.ranking.insert(
                SearchHit(subject: .address(house.place), point: point, score: score, isPartial: isPartial))
        }
        return isFound
    }

    /// The houses among `range` that have the number, best first, each number once; `isExact` for none but just that.
    private func houses(
        in range: Range<Int>, _ wanted: WantedNumber, isExact: Bool, _ workspace: inout SearchWorkspace
    ) -> [House] {
        let found = houses(in: range, wanted, mayGrow: false, &workspace)
        if isExact { return found.filter { $0.quality == .exact } }
        return found.isEmpty && wanted.mayGrow ? houses(in: range, wanted, mayGrow: true, &workspace) : found
    }

    private func houses(
        in range: Range<Int>, _ wanted: WantedNumber, mayGrow: Bool, _ workspace: inout SearchWorkspace
    ) -> [House] {
        var same: [House] = [], others: [House] = []
        let unitKeys = wanted.units == 0 ? [] : places.keyIndices([UInt8]("addr:unit".utf8).span)
        for position in mayGrow ? range : positions(in: range, of: wanted.leading) {
            if mayGrow, !Self.begins(streets.number(at: position), with: wanted.leading) { continue }
            let house = streets.house(at: position)
            guard let (fit, length) = fit(of: wanted, to: house, &workspace) else { continue }
            if wanted.isStrict, fit != .same, !(mayGrow && fit == .begins) { continue }
            let isUnit = !unitKeys.isEmpty && isUnit(house, wanted, unitKeys, &workspace)
            let found = House(
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

    /// The positions of the houses among `range` that are listed under a number.
    private func positions(in range: Range<Int>, of number: UInt32) -> Range<Int> {
        let first = position(in: range, from: number)
        return first..<position(in: first..<range.upperBound, from: number + 1)
    }

    /// The position of the first house among `range` that is listed under `number` or a larger one.
    private func position(in range: Range<Int>, from number: UInt32) -> Int {
        var first = range.lowerBound, last = range.upperBound
        while first < last {
            let middle = (first + last) / 2
            if streets.number(at: middle) < number { first = middle + 1 } else { last = middle }
        }
        return first
    }

    /// Whether the query names the flat that a house says it is: `addr:unit`, of which `keys` are the numbers.
    private func isUnit(
        _ house: PlaceID, _ wanted: WantedNumber, _ keys: [Int], _ workspace: inout SearchWorkspace
    ) -> Bool {
        guard let unit = value(of: house, keys) else { return false }
        workspace.otherText.read(unit.span, with: folding)
        guard let last = workspace.otherText.words.last.map({ workspace.otherText.text($0) }) else { return false }
        return workspace.words.indices.contains {
            wanted.units >> UInt8($0) & 1 != 0 && workspace.text.bytes[workspace.words[$0].bytes].elementsEqual(last)
        }
    }

    /// Where on a street the house number would be that is typed and that no house has: between the nearest lower and
    /// higher ones on its side of the street, even or odd, or on either side where its own has none; at the nearest
    /// one, if it is near, where the street has only lower or only higher ones. `open` are the words of the query, as
    /// bits, that the street leaves open; `locality` is where it is to be on a street that passes through several.
    func estimatedPoint(
        on street: PlaceID, _ open: UInt8, in locality: Int?, _ scoring: Scoring,
        _ workspace: borrowing SearchWorkspace
    ) -> PointE7? {
        // Where the flat is, its house is.
        let house = open & ~scoring.units == 0 ? open : open & ~scoring.units
        let number = WantedNumber(house, scoring, workspace), wanted = number.leading,
            range = streets.houseRange(street)
        guard wanted > 0, !number.isOrdinal, !range.isEmpty else { return nil }
        let first = position(in: range, from: wanted)
        let city = locality.map { places.locality(at: $0).city.name }
        for side in [2, 1] as [UInt32] {
            func isBeside(_ position: Int) -> Bool {
                let number = streets.number(at: position)
                return number > 0 && number % side == wanted % side && city.map { $0 == self.city(position) } ?? true
            }
            let lower = range.prefix(upTo: first).last(where: isBeside)
            let higher = range.suffix(from: first).first(where: isBeside)
            if let lower, let higher { return point(of: wanted, between: lower, higher) }
            let only = lower ?? higher
            if let only, streets.number(at: only).distance(to: wanted).magnitude <= Self.farthestNumber {
                return places.point(streets.house(at: only))
            }
        }
        return nil
    }

    /// The city of a house of a street.
    private func city(_ position: Int) -> StringID { places.locality(streets.house(at: position)).city.name }

    /// Beyond the last house of a street numbers say where they are as far as this.
    private static var farthestNumber: UInt { 20 }

    /// The share of the way between two houses of a street that a number between theirs is at.
    private func point(of wanted: UInt32, between lower: Int, _ higher: Int) -> PointE7 {
        let from = places.point(streets.house(at: lower)), to = places.point(streets.house(at: higher))
        let first = streets.number(at: lower), last = streets.number(at: higher)
        return PointE7(from: from, to: to, share: Double(wanted - first) / Double(last - first))
    }

    /// The best fit of the numbers that a house has, and the length of that number.
    private func fit(
        of wanted: WantedNumber, to house: PlaceID, _ workspace: inout SearchWorkspace
    ) -> (fit: HouseNumber.Fit, length: Int)? {
        var best: (fit: HouseNumber.Fit, length: Int)?
        workspace.buffer.removeAll(keepingCapacity: true)
        places.text.append(places.houseNumber(house), to: &workspace.buffer)
        let text = workspace.buffer
        HouseNumber.forEach(in: text.span, folding, &workspace.otherText) { words, number in
            guard let fit = HouseNumber.fit(of: wanted.text, to: number, words) else { return }
            if fit.rawValue > best?.fit.rawValue ?? -1 { best = (fit, number.text.bytes.count) }
        }
        return best
    }

    /// Adds a house, or lets it stand for another with its number if it is nothing but an address.
    private func add(_ house: House, to list: inout [House]) {
        guard let known = list.firstIndex(where: { isSameAddress($0.place, house.place) }) else {
            if list.count < Self.maximumHouses { list.append(house) }
            return
        }
        if house.isUnit != list[known].isUnit {
            if house.isUnit { list[known] = house }
        } else if places.type(house.place) == .address, places.type(list[known].place) != .address {
            list[known].place = house.place
        }
    }

    /// Whether two places have the same address: a street that passes through two towns may have a number in both, and
    /// one house may be said to be in either.
    func isSameAddress(_ a: PlaceID, _ b: PlaceID) -> Bool {
        guard places.street(a) == places.street(b), places.houseNumber(a) == places.houseNumber(b) else { return false }
        return places.locality(a).city.name == places.locality(b).city.name
            || LocalPlane(around: places.point(a)).distance(to: places.point(b)) < Self.samePlaceInMetres
    }

    /// Whether the decimal digits of `number` begin with those of `beginning`.
    private static func begins(_ number: UInt32, with beginning: UInt32) -> Bool {
        var rest = number
        while rest > beginning { rest /= 10 }
        return rest == beginning && beginning > 0
    }
}
