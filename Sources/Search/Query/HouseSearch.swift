import Atlas

extension SearchEngine {
    /// Houses of one street that a query may bring up.
    private static var maximumHouses: Int { 24 }

    /// Reads words of the query as a house number and ranks the houses of `place` that have it.
    ///
    /// First all words that can be one are, even those that the street's name has ("Route 26", the A of another name), then
    /// those that its name leaves `open`. Other open words must name the house's own locality: a street may run through
    /// several. Returns whether some house has the number; `nil` for a place without houses and a query without a number.
    func addHouses(
        on place: PlaceID, _ match: Match, _ open: UInt8, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) -> Bool? {
        let numbers = workspace.numbers
        guard numbers != 0, places.type(place) == .street else { return nil }
        let range = streets.houseRange(place)
        guard !range.isEmpty else { return nil }
        if addHouses(range, on: place, match, read: numbers, isExact: open == 0, scoring, &workspace) { return true }
        guard open & numbers != 0, open & numbers != numbers else { return false }
        return addHouses(range, on: place, match, read: open & numbers, isExact: false, scoring, &workspace)
    }

    /// Reads the words that `read` names as a house number; `isExact` for what must be just that.
    private func addHouses(
        _ range: Range<Int>, on street: PlaceID, _ match: Match, read: UInt8, isExact: Bool, _ scoring: Scoring,
        _ workspace: inout SearchWorkspace
    ) -> Bool {
        var wanted: [UInt8] = [], leading: UInt32 = 0, mayGrow = false
        for index in workspace.words.indices where read >> UInt8(index) & 1 != 0 {
            let word = workspace.words[index]
            let bytes = workspace.text.bytes[word.bytes]
            if wanted.isEmpty { leading = HouseNumber.leadingNumbers(of: bytes.span)[0] }
            wanted.append(contentsOf: bytes)
            mayGrow = word.isPrefix
        }
        var found = houses(in: range, leading, wanted, mayGrow: false, &workspace.buffer)
        if isExact { found.removeAll { $0.quality != .exact } }
        if found.isEmpty, mayGrow, !isExact {
            found = houses(in: range, leading, wanted, mayGrow: true, &workspace.buffer)
        }
        var isFound = false
        for house in found {
            var full = match
            for index in workspace.words.indices where read >> UInt8(index) & 1 != 0 {
                full.qualities &= ~(0xff << UInt64(index * 8))
                full.qualities |= UInt64(house.quality.rawValue) << UInt64(index * 8)
            }
            addContext(of: house.place, to: &full, scoring, workspace)
            guard scoring.unmatched(full.qualities) == 0 else { continue }
            isFound = true
            // Its street's importance: house numbers have none of their own.
            let point = places.point(house.place)
            let score = scoring.score(full, rank: places.rank(street), at: point)
            workspace.ranking.insert(
                SearchHit(subject: .address(house.place), point: point, score: score, isPartial: false))
        }
        return isFound
    }

    /// The houses among `range` that have the number, best first, each number once.
    private func houses(
        in range: Range<Int>, _ leading: UInt32, _ wanted: [UInt8], mayGrow: Bool, _ buffer: inout [UInt8]
    ) -> [House] {
        var same: [House] = [], others: [House] = []
        for position in range {
            let number = streets.number(at: position)
            guard number == leading || (mayGrow && Self.begins(number, with: leading)) else { continue }
            let house = streets.house(at: position)
            buffer.removeAll(keepingCapacity: true)
            places.text.append(places.houseNumber(house), to: &buffer)
            switch HouseNumber.fit(of: wanted[...], to: buffer[...]) {
            case .same: add(House(place: house, quality: .exact), to: &same)
            case .sameNumber: add(House(place: house, quality: .oneEdit), to: &others)
            case .begins where mayGrow: add(House(place: house, quality: .prefix), to: &others)
            case .begins, nil: break
            }
        }
        return Array((same + others).prefix(Self.maximumHouses))
    }

    private struct House {
        var place: PlaceID
        let quality: QueryWord.Quality
    }

    /// Adds a house, or lets it stand for another with its number if it is nothing but an address.
    private func add(_ house: House, to list: inout [House]) {
        let number = places.houseNumber(house.place)
        guard let known = list.firstIndex(where: { places.houseNumber($0.place) == number }) else {
            if list.count < Self.maximumHouses { list.append(house) }
            return
        }
        if places.type(house.place) == .address, places.type(list[known].place) != .address {
            list[known].place = house.place
        }
    }

    /// Whether the decimal digits of `number` begin with those of `beginning`.
    private static func begins(_ number: UInt32, with beginning: UInt32) -> Bool {
        var rest = number
        while rest > beginning { rest /= 10 }
        return rest == beginning && beginning > 0
    }
}
