import Atlas

/// The one typing error by which what was typed differs from the beginning of a name.
///
/// Which errors are likely is known of what people write: most misspelt words have a single one, and few have it in
/// their first letter (Kukich, ACM Computing Surveys 24(4), 1992, section 2.1).
enum TypingSlip {
    /// Neighbours in the other order, a letter left out, one twice: a finger that is too quick.
    case order
    /// A letter for another, or one too many.
    case letter
    /// Any error in the first letter.
    case first

    /// Returns how `typed` comes to be a beginning of `name`, both as scalars of folded words with a space between two;
    /// `nil` when it is more than one error from that, or none.
    ///
    /// Looks only where they first differ: an error before, in a run of equal letters, does the same.
    static func between(_ typed: [UInt32], _ name: [UInt32]) -> TypingSlip? {
        var index = 0
        while index < typed.count, index < name.count, typed[index] == name[index] { index += 1 }
        // A blank behind the whole name is none.
        guard index < typed.count, index < name.count || typed[index...] != [0x20] else { return nil }
        func goesOn(_ skipped: Int, _ skippedOfName: Int) -> Bool {
            guard index + skipped <= typed.count, index + skippedOfName <= name.count else { return false }
            return name[(index + skippedOfName)...].starts(with: typed[(index + skipped)...])
        }
        let isOrder =
            goesOn(0, 1) || goesOn(1, 0) && index > 0 && typed[index] == typed[index - 1]
            || goesOn(2, 2) && typed[index] == name[index + 1] && typed[index + 1] == name[index]
        guard isOrder || goesOn(1, 1) || goesOn(1, 0) else { return nil }
        return index == 0 ? .first : isOrder ? .order : .letter
    }
}

extension SearchEngine {
    /// What a place's name that begins as the query does but for one slip is worth for that, and how many letters and
    /// spaces it has: such names are alike but for how much of them was typed, and important ones are no likelier than
    /// others. `nil` for all others.
    func slip(_ typed: [UInt32], to place: PlaceID, _ buffer: inout [UInt8]) -> (points: Int, length: Int)? {
        var best: (points: Int, length: Int)?
        forEachName(of: place, &buffer) { name, standing in
            // What a place offers, and whose it is, is in many names.
            guard standing == .primary || standing == .alternate, let slip = TypingSlip.between(typed, name) else {
                return
            }
            let points = Scoring.points(for: slip)
            if best.map({ points > $0.points }) ?? true { best = (points, name.count) }
        }
        return best
    }

    /// Calls `visit` with each name of a place, as scalars of folded words with a space between two.
    private func forEachName(
        of place: PlaceID, _ buffer: inout [UInt8], _ visit: (_ name: [UInt32], NameWord.Standing) -> Void
    ) {
        let range = names.nameRange(place)
        var position = range.lowerBound
        while position < range.upperBound {
            buffer.removeAll(keepingCapacity: true)
            let standing = names.nameWord(at: position).standing
            position = append(nameAt: position, of: place, to: &buffer)
            visit(Self.scalars(buffer.span), standing)
        }
    }

    /// Whether some name begins as the query does but for one slip: in "Four Poinrs by Sheraton" nothing is asked for
    /// that is by something.
    func isOneSlipFromName(_ request: SearchRequest, _ workspace: inout SearchWorkspace) -> Bool {
        let typed = scalars(typed: request.text.utf8Span.span, &workspace.otherText)
        return namesBesides(workspace.otherText).contains {
            slip(typed, to: order.place(at: $0), &workspace.buffer) != nil
        }
    }

    /// Whether one of a place's names begins as the query does, or is all of it.
    func begins(_ place: PlaceID, as typed: [UInt32], _ buffer: inout [UInt8]) -> Bool {
        let isComplete = typed.last == 0x20
        var begins = false
        forEachName(of: place, &buffer) { name, _ in
            begins = begins || name.starts(with: typed) || isComplete && name.elementsEqual(typed.dropLast())
        }
        return begins
    }

    /// Whether what was typed ends in a word of the index that is not too short to be there by chance.
    func endsInKnownWord(_ typed: FoldedWords) -> Bool {
        guard let last = typed.words.last.map({ typed.text($0) }) else { return false }
        return Self.letters(in: last) > Self.fewLetters && dictionary.find(last) != nil
    }

    private static var fewLetters: Int { 2 }

    /// How many scalars UTF-8 has.
    private static func letters(in text: ArraySlice<UInt8>) -> Int {
        text.reduce(0) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
    }

    /// Adds names that begin as the query does but for one slip where no word tells: a letter for a space ("Totalrby
    /// Ve"), a word too short to have errors ("The Wse"). They stand where the letters before the slip do.
    func addSlips(
        _ typed: [UInt32], besides hits: [SearchHit], _ scoring: Scoring, to ranking: inout Ranking,
        _ workspace: inout SearchWorkspace
    ) {
        var known = hits.compactMap { $0.place }
        for index in namesBesides(workspace.otherText) {
            let place = order.place(at: index)
            // Few are.
            guard let slip = slip(typed, to: place, &workspace.buffer), !known.contains(place),
                isWanted(place, workspace)
            else { continue }
            known.append(place)
            let point = places.point(place)
            ranking.insert(
                SearchHit(
                    subject: .place(place), point: point,
                    score: Scoring.slipped(slip, typed) + scoring.proximity(of: point), isPartial: false))
        }
    }

    /// More names than this are not compared with what was typed, nor any with fewer letters than those, which say too
    /// little.
    private static var mostNames: Int { 512 }
    private static var fewestLetters: Int { 4 }

    /// The names that begin as `typed` does, in as few letters as leave not too many names.
    private func namesBesides(_ typed: FoldedWords) -> Range<Int> {
        guard typed.words.reduce(0, { $0 + Self.letters(in: typed.text($1)) }) >= Self.fewestLetters else {
            return 0..<0
        }
        var beginning: [UInt32] = []
        for word in typed.words {
            let text = typed.text(word)
            for end in text.indices where end + 1 == text.endIndex || text[end + 1] & 0xc0 != 0x80 {
                let names = order.range(beginning, then: dictionary.range(prefix: text[...end]))
                if names.count <= Self.mostNames { return names }
            }
            guard let whole = dictionary.find(text) else { break }
            beginning.append(UInt32(whole))
        }
        return 0..<0
    }

    /// The folded words of `text`, a space between two, and one behind the last if that is complete.
    func scalars(typed text: Span<UInt8>, _ folded: inout FoldedWords) -> [UInt32] {
        folded.read(text, with: folding, limit: SearchRequest.maximumLength)
        var bytes: [UInt8] = []
        for word in folded.words {
            bytes.append(contentsOf: folded.text(word))
            bytes.append(0x20)
        }
        if folded.endsInsideWord { bytes.removeLast() }
        return Self.scalars(bytes.span)
    }

    /// Appends the words of the name that begins at a position of the table of names, a space between two; returns
    /// where the next begins.
    func append(nameAt position: Int, of place: PlaceID, to name: inout [UInt8]) -> Int {
        let range = names.nameRange(place)
        guard range.contains(position) else { return range.upperBound }
        var position = position
        repeat {
            if !name.isEmpty { name.append(0x20) }
            dictionary.append(names.nameWord(at: position).word, to: &name)
            position += 1
        } while position < range.upperBound && !names.nameWord(at: position).beginsName
        return position
    }

    static func scalars(_ bytes: Span<UInt8>) -> [UInt32] {
        var scalars: [UInt32] = [], decoder = ScalarDecoder(end: bytes.count)
        scalars.reserveCapacity(bytes.count)
        while let scalar = decoder.next(in: bytes) { scalars.append(scalar) }
        return scalars
    }
}
