import Atlas

/// Matches a candidate's names, kind, street and locality with the query.
///
/// The words of the query must be marked in the workspace.
extension SearchQuery {
    /// The weight of a matched word, of 256, by where the candidate has it.
    private enum Share {
        static var alternateName: UInt64 { 243 }
        static var keyword: UInt64 { 180 }
        static var otherName: UInt64 { 220 }
        static var kind: UInt64 { 215 }
        static var context: UInt64 { 155 }
    }

    /// Matches a candidate with the words of the query, except for those in `without`.
    ///
    /// With `needsAll` it stops early for a candidate that cannot match all words. Without `inContext` it ignores
    /// street and locality.
    func match(
        _ place: PlaceID, without: WordSet = [], needsAll: Bool = false, inContext: Bool = true,
        _ workspace: borrowing SearchWorkspace
    ) -> Match {
        let wanted = WordQualities.Mask(without.symmetricDifference(.all))
        var all = WordQualities.none, best = bestName(of: place, wanted, &all, workspace)
        if !scoring.unmatched(best.qualities).isEmpty {
            add(all.scaled(by: Share.otherName), to: &best)
            if !scoring.unmatched(best.qualities).isDisjoint(with: scoring.kinds) {
                let ofKind = qualities(ofKind: engine.places.kind(place), workspace).only(wanted)
                add(scoring.certainOfKind(ofKind).scaled(by: Share.kind), to: &best)
            }
        }
        if scoring.namesKind {
            // A user who types a kind wants the nearest place of that kind, whether or not its name says so.
            let ofKind = qualities(ofKind: engine.places.kind(place), workspace).only(wanted)
            best.qualities = best.qualities.merged(with: ofKind.whole)
            best.isOfKind = scoring.unmatched(best.qualities).isEmpty
        }
        best.qualities = scoring.inParts(best.qualities, by: Share.context)
        let open = scoring.unmatched(best.qualities).subtracting(scoring.streetWords)
        if inContext, !best.qualities.isNone, open.isSubset(of: scoring.contextual) || !needsAll {
            addContext(of: place, to: &best, workspace)
        }
        return best
    }

    /// Returns those `open` words that names of streets here omit: "ul." in "Marszałkowska".
    ///
    /// Returns none if the name has such a word: a different one would then be wrong.
    func omitted(_ open: WordSet, by place: PlaceID) -> WordSet {
        let words = open.intersection(scoring.streetWords)
        guard !words.isEmpty, engine.places.type(place) == .street else { return [] }
        for position in engine.names.nameRange(place)
        where StreetWords.isSort(engine.dictionary.text(engine.names.nameWord(at: position).word)[...]) { return [] }
        return words
    }

    /// Matches only the candidate's names; returns the best match.
    func nameMatch(_ place: PlaceID, without: WordSet = [], _ workspace: borrowing SearchWorkspace) -> Match {
        var all = WordQualities.none
        return bestName(of: place, WordQualities.Mask(without.symmetricDifference(.all)), &all, workspace)
    }

    /// Returns the name that best matches the `wanted` words; adds the matches of the others to `all`.
    private func bestName(
        of place: PlaceID, _ wanted: WordQualities.Mask, _ all: inout WordQualities,
        _ workspace: borrowing SearchWorkspace
    ) -> Match {
        var best = Match(), bestPoints = 0
        let range = engine.names.nameRange(place)
        var position = range.lowerBound
        while position < range.upperBound {
            let name = matchName(at: &position, end: range.upperBound, wanted, workspace)
            all = all.merged(with: name.qualities)
            let points = scoring.name(name)
            if points > bestPoints {
                best = name
                bestPoints = points
            }
        }
        return best
    }

    /// Lets the street and locality of `place` match open words.
    func addContext(of place: PlaceID, to match: inout Match, _ workspace: borrowing SearchWorkspace) {
        let open = scoring.unmatched(match.qualities).intersection(scoring.contextual).intersection(scoring.readable)
        guard !open.isEmpty else { return }
        let named = match, streets = engine.streets, isStreet = engine.places.type(place) == .street
        add(qualities(ofContext: place, workspace), to: &match)
        let stretches = isStreet && match.nameLength > 0 ? streets.stretchRange(place) : 0..<0
        guard !stretches.isEmpty else { return }
        // The street may pass through the locality that the query names.
        if match.qualities != named.qualities { match.locality = engine.places.localityIndex(place) }
        for position in stretches {
            let locality = streets.stretch(at: position).locality
            guard position == stretches.lowerBound || locality != streets.stretch(at: position - 1).locality else {
                continue
            }
            var other = named
            add(qualities(ofTown: locality, workspace), to: &other)
            guard scoring.text(other.qualities) > scoring.text(match.qualities) else { continue }
            match = other
            match.locality = locality
        }
    }

    /// Matches the name that begins at `position` and moves to the next name.
    ///
    /// A word of the name matches one word of the query, the best: "park" alone is not "park parkw".
    private func matchName(
        at position: inout Int, end: Int, _ wanted: WordQualities.Mask, _ workspace: borrowing SearchWorkspace
    ) -> Match {
        var match = Match(), inOrder = 0, index = 0
        match.name = position
        let start = position, standing = engine.names.nameWord(at: position).standing
        repeat {
            let word = engine.names.nameWord(at: position).word, found = workspace.qualities(of: word).only(wanted)
            if !found.isNone, let fit = scoring.best(found, beyond: match.qualities) {
                match.qualities[fit.index] = fit.quality
                match.covered += coveredLength(of: word, fit)
                match.slips += Self.slips(of: fit)
                if fit.index == index, inOrder == index { inOrder += 1 }
            }
            index += 1
            position += 1
        } while position < end && !engine.names.nameWord(at: position).beginsName
        // Most names match no word.
        guard !match.qualities.isNone else { return match }
        for position in start..<position {
            match.nameLength += engine.dictionary.length(engine.names.nameWord(at: position).word)
        }
        match.beginsAlike = inOrder > 0
        match.beginsAsQuery = inOrder == reading.words.count
        switch standing {
        case .primary: break
        case .alternate: match.qualities = match.qualities.scaled(by: Share.alternateName)
        case .keyword, .offer:
            if standing == .offer { match.qualities = scoring.certain(match.qualities) }
            match.qualities = match.qualities.scaled(by: Share.keyword)
            match.nameLength *= 2
        }
        return match
    }

    /// Returns how many bytes of a name's word a word of the query covers.
    private func coveredLength(of word: Int, _ fit: (index: Int, quality: UInt8)) -> Int {
        let length = engine.dictionary.length(word)
        guard let quality = QueryWord.Quality(rawValue: fit.quality) else { return length }
        if quality.isPart { return min(length - 1, reading.words[fit.index].bytes.count) }
        return max(0, length - quality.edits)
    }

    /// Returns the number of typing errors in a query word that stands for a whole word of a name.
    private static func slips(of fit: (index: Int, quality: UInt8)) -> Int {
        guard let quality = QueryWord.Quality(rawValue: fit.quality), !quality.isPart else { return 0 }
        return quality.edits
    }

    /// Returns the qualities of a kind's words.
    func qualities(ofKind kind: Int, _ workspace: borrowing SearchWorkspace) -> WordQualities {
        var qualities = WordQualities.none
        for position in engine.names.kindRange(kind) {
            qualities = qualities.merged(with: workspace.qualities(of: engine.names.kindWord(at: position)))
        }
        return qualities
    }

    /// Returns the qualities of the street and the locality that a place lies in.
    private func qualities(ofContext place: PlaceID, _ workspace: borrowing SearchWorkspace) -> WordQualities {
        let ofTown = qualities(ofTown: engine.places.localityIndex(place), workspace)
        guard let street = engine.places.street(place) else { return ofTown }
        var named = WordQualities.none
        for position in engine.names.nameRange(street) {
            named = named.merged(with: workspace.qualities(of: engine.names.nameWord(at: position).word))
        }
        return ofTown.merged(with: scoring.certain(named).scaled(by: Share.context))
    }

    private func qualities(ofTown locality: Int, _ workspace: borrowing SearchWorkspace) -> WordQualities {
        var qualities = WordQualities.none
        for position in engine.names.townRange(locality) {
            qualities = qualities.merged(with: workspace.qualities(of: engine.names.townWord(at: position)))
        }
        return scoring.certain(qualities).scaled(by: Share.context)
    }

    /// Lets `qualities` match words that nothing else matches yet.
    private func add(_ qualities: WordQualities, to match: inout Match) {
        if !qualities.isNone { match.qualities.fill(scoring.unmatched(match.qualities), from: qualities) }
    }
}
