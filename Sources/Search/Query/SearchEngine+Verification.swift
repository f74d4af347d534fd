import Atlas

extension SearchEngine {
    /// How much a matched word counts, of 256, by where it was found.
    private enum Share {
        static var alternateName: UInt64 { 243 }
        static var keyword: UInt64 { 180 }
        static var otherName: UInt64 { 220 }
        static var kind: UInt64 { 215 }
        static var context: UInt64 { 155 }
    }

    /// Compares a candidate's names, kind, street and locality with the words marked in `workspace`, of which
    /// `without`, bits by word, are looked for elsewhere. With `needsAll`, what cannot have all words is not looked at
    /// any further; without `inContext`, neither are street and locality.
    func match(
        _ place: PlaceID, without: UInt8 = 0, needsAll: Bool = false, inContext: Bool = true, _ scoring: Scoring,
        _ workspace: borrowing SearchWorkspace
    ) -> Match {
        let wanted = ~Scoring.bytes(without)
        var all: UInt64 = 0, best = bestName(of: place, wanted, &all, scoring, workspace)
        if scoring.unmatched(best.qualities) != 0 {
            add(Scoring.scaled(all, by: Share.otherName), to: &best, scoring)
            if scoring.unmatched(best.qualities) & scoring.kinds != 0 {
                add(
                    Scoring.scaled(
                        scoring.certainOfKind(wanted & qualities(ofKind: places.kind(place), workspace)), by: Share.kind
                    ),
                    to: &best, scoring)
            }
        }
        if scoring.namesKind {
            // Who types what a thing is wants the nearest, whether its name says so or not.
            best.qualities = Scoring.merge(
                best.qualities, Scoring.whole(wanted & qualities(ofKind: places.kind(place), workspace)))
            best.isOfKind = scoring.unmatched(best.qualities) == 0
        }
        best.qualities = scoring.inParts(best.qualities, by: Share.context)
        let open = scoring.unmatched(best.qualities) & ~scoring.streetWords
        if inContext, best.qualities != 0, open & scoring.contextual == open || !needsAll {
            addContext(of: place, to: &best, scoring, workspace)
        }
        return best
    }

    /// Those of the open words of the query that a street's name lacks as names here do: "ul." where it is just
    /// "Marszałkowska". None where the name has such a word, another one then.
    func omitted(_ open: UInt8, by place: PlaceID, _ scoring: Scoring) -> UInt8 {
        let words = open & scoring.streetWords
        guard words != 0, places.type(place) == .street else { return 0 }
        let isNamedSo = names.nameRange(place).contains {
            StreetWords.isSort(dictionary.text(names.nameWord(at: $0).word)[...])
        }
        return isNamedSo ? 0 : words
    }

    /// Compares nothing but a candidate's names, the best one.
    func nameMatch(
        _ place: PlaceID, without: UInt8 = 0, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace
    ) -> Match {
        var all: UInt64 = 0
        return bestName(of: place, ~Scoring.bytes(without), &all, scoring, workspace)
    }

    /// The name that answers best to the words whose bytes are set in `wanted`; adds what the others answer to `all`.
    private func bestName(
        of place: PlaceID, _ wanted: UInt64, _ all: inout UInt64, _ scoring: Scoring,
        _ workspace: borrowing SearchWorkspace
    ) -> Match {
        var best = Match(), bestPoints = 0
        let range = names.nameRange(place)
        var position = range.lowerBound
        while position < range.upperBound {
            let name = matchName(at: &position, end: range.upperBound, wanted, scoring, workspace)
            all = Scoring.merge(all, name.qualities)
            let points = scoring.name(name)
            if points > bestPoints {
                best = name
                bestPoints = points
            }
        }
        return best
    }

    /// Lets open words be matched by the street and locality of `place`.
    func addContext(
        of place: PlaceID, to match: inout Match, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace
    ) {
        let open = scoring.unmatched(match.qualities) & scoring.contextual & scoring.readable
        guard open != 0 else { return }
        let named = match, isStreet = places.type(place) == .street
        add(qualities(ofContext: place, scoring, workspace), to: &match, scoring)
        let stretches = isStreet && match.nameLength > 0 ? streets.stretchRange(place) : 0..<0
        guard !stretches.isEmpty else { return }
        // It may pass through where the query says.
        if match.qualities != named.qualities { match.locality = places.localityIndex(place) }
        for position in stretches {
            let locality = streets.stretch(at: position).locality
            guard position == stretches.lowerBound || locality != streets.stretch(at: position - 1).locality else {
                continue
            }
            var other = named
            add(qualities(ofTown: locality, scoring, workspace), to: &other, scoring)
            guard scoring.text(other.qualities) > scoring.text(match.qualities) else { continue }
            match = other
            match.locality = locality
        }
    }

    /// Matches the name that begins at `position` and moves to the next.
    ///
    /// A word of the name stands for one word of the query, the one it fits best: "park" alone is not "park parkw".
    private func matchName(
        at position: inout Int, end: Int, _ wanted: UInt64, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace
    ) -> Match {
        var match = Match(name: position), inOrder = 0, index = 0
        let start = position
        let standing = names.nameWord(at: position).standing
        repeat {
            let word = names.nameWord(at: position).word, found = workspace.qualities(of: word) & wanted
            if found != 0, let fit = scoring.best(found, beyond: match.qualities) {
                match.qualities = Scoring.with(match.qualities, fit.quality, at: fit.index)
                match.covered += coveredLength(of: word, fit, workspace)
                match.slips += slips(of: fit)
                if fit.index == index, inOrder == index { inOrder += 1 }
            }
            index += 1
            position += 1
        } while position < end && !names.nameWord(at: position).beginsName
        // Most names have none of the words.
        guard match.qualities != 0 else { return match }
        for position in start..<position { match.nameLength += dictionary.length(names.nameWord(at: position).word) }
        match.beginsAlike = inOrder > 0
        match.beginsAsQuery = inOrder == workspace.words.count
        switch standing {
        case .primary: break
        case .alternate: match.qualities = Scoring.scaled(match.qualities, by: Share.alternateName)
        case .keyword, .offer:
            if standing == .offer { match.qualities = scoring.certain(match.qualities) }
            match.qualities = Scoring.scaled(match.qualities, by: Share.keyword)
            match.nameLength *= 2
        }
        return match
    }

    /// How many bytes of a word of a name a word of the query covers.
    private func coveredLength(
        of word: Int, _ fit: (index: Int, quality: UInt8), _ workspace: borrowing SearchWorkspace
    ) -> Int {
        let length = dictionary.length(word)
        guard let quality = QueryWord.Quality(rawValue: fit.quality) else { return length }
        if quality.isPart { return min(length - 1, workspace.words[fit.index].bytes.count) }
        return max(0, length - quality.edits)
    }

    /// How many typing errors a word of the query has that stands for a whole word of a name.
    private func slips(of fit: (index: Int, quality: UInt8)) -> Int {
        guard let quality = QueryWord.Quality(rawValue: fit.quality), !quality.isPart else { return 0 }
        return quality.edits
    }

    func qualities(ofKind kind: Int, _ workspace: borrowing SearchWorkspace) -> UInt64 {
        var qualities: UInt64 = 0
        for position in names.kindRange(kind) {
            qualities = Scoring.merge(qualities, workspace.qualities(of: names.kindWord(at: position)))
        }
        return qualities
    }

    /// What the street and the locality that a place is in answer to.
    private func qualities(ofContext place: PlaceID, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace)
        -> UInt64
    {
        var qualities = qualities(ofTown: places.localityIndex(place), scoring, workspace)
        guard let street = places.street(place) else { return qualities }
        var named: UInt64 = 0
        for position in names.nameRange(street) {
            named = Scoring.merge(named, workspace.qualities(of: names.nameWord(at: position).word))
        }
        qualities = Scoring.merge(qualities, Scoring.scaled(scoring.certain(named), by: Share.context))
        return qualities
    }

    private func qualities(ofTown locality: Int, _ scoring: Scoring, _ workspace: borrowing SearchWorkspace) -> UInt64 {
        var qualities: UInt64 = 0
        for position in names.townRange(locality) {
            qualities = Scoring.merge(qualities, workspace.qualities(of: names.townWord(at: position)))
        }
        return Scoring.scaled(scoring.certain(qualities), by: Share.context)
    }

    /// Lets words that are not matched yet be matched by `qualities`.
    private func add(_ qualities: UInt64, to match: inout Match, _ scoring: Scoring) {
        guard qualities != 0 else { return }
        let open = scoring.unmatched(match.qualities)
        for index in 0..<SearchRequest.maximumWords where open >> UInt8(index) & 1 != 0 {
            match.qualities |= qualities & (0xff << UInt64(index * 8))
        }
    }
}
