import Atlas
import GeoCore

extension SearchEngine {
    /// Houses of one street that a query may bring up.
    private static var maximumHouses: Int { 24 }

    /// Reads words of the query as a house number and ranks the houses of `place` that have it.
    ///
    /// Each word that can be one is, and each run of them ("52 b"); the other words must be in the street's name ("20th") or name the
    /// house's own locality: a street may run through several. Returns whether some house has the number; `nil` for a place without
    /// houses and a query without a number.
    func addHouses(
        on place: PlaceID, _ open: UInt8, _ aim: Aim, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) -> Bool? {
        let numbers = scoring.numbers
        guard numbers != 0, places.type(place) == .street else { return nil }
        let range = streets.houseRange(place)
        guard !range.isEmpty else { return nil }
        var isFound = false
        for first in 0..<workspace.words.count where numbers >> UInt8(first) & 1 != 0 {
            var run: UInt8 = 0
            for last in first..<workspace.words.count {
                guard numbers >> UInt8(last) & 1 != 0 else { break }
                run |= 1 << UInt8(last)
                let wanted = WantedNumber(run, workspace)
                // Where the street says it all, the number is taken for one only if it is just that.
                let found = houses(in: range, wanted, isExact: open & run == 0, &workspace)
                guard !found.isEmpty else { continue }
                // The house lies where it lies, and not wherever its street passes through.
                let street = match(place, without: run, inContext: false, scoring, workspace)
                isFound = add(found, wanted, street, aim, scoring, &workspace) || isFound
            }
        }
        return isFound
    }

    /// Words of the query read as one house number.
    private struct WantedNumber {
        /// Which words, as bits.
        let words: UInt8
        /// Their folded letters and digits.
        private(set) var bytes: [UInt8] = []
        private(set) var leading: UInt32 = 0
        /// Whether it is rather a street's number than a house's: only a house with just that is meant.
        private(set) var isOrdinal = false
        /// Whether it may be only the beginning of a number.
        private(set) var mayGrow = false

        init(_ words: UInt8, _ workspace: borrowing SearchWorkspace) {
            self.words = words
            for index in workspace.words.indices where words >> UInt8(index) & 1 != 0 {
                let word = workspace.words[index], text = workspace.text.bytes[word.bytes]
                if bytes.isEmpty {
                    leading = HouseNumber.leadingNumber(of: text)
                    isOrdinal = HouseNumber.isLikeOrdinal(text)
                }
                bytes.append(contentsOf: text)
                mayGrow = word.isPrefix
            }
        }
    }

    /// Lets the numbers that `match` leaves open be matched by the number of a house.
    func addHouseNumber(
        of house: PlaceID, to match: inout Match, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) {
        let open = scoring.unmatched(match.qualities) & scoring.numbers
        guard open != 0, let fit = fit(of: WantedNumber(open, workspace), to: house, &workspace) else { return }
        for index in workspace.words.indices where open >> UInt8(index) & 1 != 0 {
            match.qualities = Scoring.with(match.qualities, fit.quality.rawValue, at: index)
        }
    }

    private struct House {
        var place: PlaceID
        let quality: QueryWord.Quality
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
            addContext(of: house.place, to: &full, scoring, workspace)
            let isPartial = scoring.unmatched(full.qualities) != 0
            guard !isPartial || aim == .forSomeWords else { continue }
            isFound = true
            if house.quality == .exact { workspace.hasExactHouse = true }
            // Its street's importance: house numbers have none of their own.
            let point = places.point(house.place), rank = places.street(house.place).map { places.rank($0) } ?? 0
            let score =
                scoring.score(full, rank: rank) + scoring.proximity(of: point)
                + (house.quality == .exact ? Scoring.exactHouse : 0)
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
        for position in range {
            let number = streets.number(at: position)
            guard number == wanted.leading || (mayGrow && Self.begins(number, with: wanted.leading)) else { continue }
            let house = streets.house(at: position)
            switch fit(of: wanted, to: house, &workspace) {
            case .same: add(House(place: house, quality: HouseNumber.Fit.same.quality), to: &same)
            case .begins where !mayGrow, .sameNumber where wanted.isOrdinal, nil: break
            case let fit?: add(House(place: house, quality: fit.quality), to: &others)
            }
        }
        return Array((same + others).prefix(Self.maximumHouses))
    }

    /// Where on a street the house number would be that is typed and that no house has: between the nearest lower and higher ones on its
    /// side of the street, even or odd, or on either side where its own has none; at the nearest one, if it is near, where the street has only
    /// lower or only higher ones. `open` are the words of the query, as bits, that the street leaves open; `locality` is where it is to be on a
    /// street that passes through several.
    func estimatedPoint(
        on street: PlaceID, _ open: UInt8, in locality: Int?, _ workspace: borrowing SearchWorkspace
    ) -> PointE7? {
        let number = WantedNumber(open, workspace), wanted = number.leading, range = streets.houseRange(street)
        guard wanted > 0, !number.isOrdinal, !range.isEmpty else { return nil }
        var first = range.lowerBound, last = range.upperBound
        while first < last {
            let middle = (first + last) / 2
            if streets.number(at: middle) < wanted { first = middle + 1 } else { last = middle }
        }
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

    /// The best fit of the numbers that a house has.
    private func fit(
        of wanted: WantedNumber, to house: PlaceID, _ workspace: inout SearchWorkspace
    ) -> HouseNumber.Fit? {
        var best: HouseNumber.Fit?
        workspace.buffer.removeAll(keepingCapacity: true)
        places.text.append(places.houseNumber(house), to: &workspace.buffer)
        let text = workspace.buffer
        HouseNumber.forEach(in: text.span, folding, &workspace.otherText) { number, numbers in
            guard let fit = HouseNumber.fit(of: wanted.bytes[...], wanted.leading, to: number.bytes[...], numbers)
            else { return }
            if fit.rawValue > best?.rawValue ?? -1 { best = fit }
        }
        return best
    }

    /// Adds a house, or lets it stand for another with its number if it is nothing but an address.
    private func add(_ house: House, to list: inout [House]) {
        guard let known = list.firstIndex(where: { isSameAddress($0.place, house.place) }) else {
            if list.count < Self.maximumHouses { list.append(house) }
            return
        }
        if places.type(house.place) == .address, places.type(list[known].place) != .address {
            list[known].place = house.place
        }
    }

    /// Whether two places have the same address: a street that passes through two towns may have a number in both, and one house may be said to
    /// be in either.
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
