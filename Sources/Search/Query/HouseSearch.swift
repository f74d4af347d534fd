import Atlas

extension SearchEngine {
    /// Houses of one street that a query may bring up.
    private static var maximumHouses: Int { 24 }

    /// Whether some word of the query that `open` names can be a house number.
    func hasNumber(_ open: UInt8, in workspace: borrowing SearchWorkspace) -> Bool {
        for index in workspace.words.indices where open >> UInt8(index) & 1 != 0 && workspace.words[index].isNumber {
            return true
        }
        return false
    }

    /// Whether all words of the query that `open` names can be a house number.
    func isNumber(_ open: UInt8, in workspace: borrowing SearchWorkspace) -> Bool {
        for index in workspace.words.indices where open >> UInt8(index) & 1 != 0 {
            guard workspace.words[index].isNumber else { return false }
        }
        return true
    }

    /// Reads the words that `street` leaves open as a house number and ranks the houses that have it.
    ///
    /// Other open words must name the house's own locality: a street may run through several. Returns whether there are any.
    func addHouses(
        on street: PlaceID, _ match: Match, _ open: UInt8, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) -> Bool {
        let range = streets.houseRange(street)
        var wanted: [UInt8] = [], leading: UInt32 = 0, mayGrow = false
        for index in workspace.words.indices where open >> UInt8(index) & 1 != 0 {
            let word = workspace.words[index]
            guard word.isNumber else { continue }
            let bytes = workspace.text.bytes[word.bytes]
            if wanted.isEmpty { leading = HouseNumber.leadingNumbers(of: bytes.span)[0] }
            wanted.append(contentsOf: bytes)
            mayGrow = word.isPrefix
        }
        var found = houses(in: range, leading, wanted, mayGrow: false, &workspace.buffer)
        if found.isEmpty, mayGrow { found = houses(in: range, leading, wanted, mayGrow: true, &workspace.buffer) }
        var isFound = false
        for house in found {
            var full = match
            for index in workspace.words.indices where open >> UInt8(index) & 1 != 0 && workspace.words[index].isNumber
            {
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

    private func houses(
        in range: Range<Int>, _ leading: UInt32, _ wanted: [UInt8], mayGrow: Bool, _ buffer: inout [UInt8]
    ) -> [(place: PlaceID, quality: QueryWord.Quality)] {
        var found: [(place: PlaceID, quality: QueryWord.Quality)] = []
        for position in range where found.count < Self.maximumHouses {
            let number = streets.number(at: position)
            guard number == leading || (mayGrow && Self.begins(number, with: leading)) else { continue }
            let house = streets.house(at: position)
            buffer.removeAll(keepingCapacity: true)
            places.text.append(places.houseNumber(house), to: &buffer)
            switch HouseNumber.fit(of: wanted[...], to: buffer[...]) {
            case .same: found.append((house, .exact))
            case .sameNumber: found.append((house, .oneEdit))
            case .begins where mayGrow: found.append((house, .prefix))
            case .begins, nil: break
            }
        }
        return found
    }

    /// Whether the decimal digits of `number` begin with those of `beginning`.
    private static func begins(_ number: UInt32, with beginning: UInt32) -> Bool {
        var rest = number
        while rest > beginning { rest /= 10 }
        return rest == beginning && beginning > 0
    }
}
