import GeoCore

/// Finds the topics of a guide by typed text. Folding and points are those of a search for places.
///
/// A query looks at all words of the guide: a guide has few words in comparison with a map. A query of a few words
/// takes about a millisecond for ten thousand topics.
package struct GuideIndex: Sendable {
    /// A word of a topic.
    private struct Word {
        let scalars: Range<Int>
        let part: Part
    }

    /// The part of a topic that a word belongs to.
    enum Part: UInt8 { case name, artist, venue }

    let topics: [GuideTopic]
    let folding: Folding
    /// By topic, the two small letters of its country, empty if unknown; the whole list is empty if no caller asks for
    /// countries.
    private let countries: [[UInt8]]
    private var scalars: [UInt32] = []
    private var words: [Word] = []
    /// By topic, where its words begin, with one entry more at the end.
    private var starts: [Int] = [0]

    /// Indexes topics, in the curators' order, by the folding of the atlas that the page shows them with.
    package init(_ topics: [GuideTopic], with folding: Folding) {
        self.init(topics, with: folding, countries: [])
    }

    /// Indexes topics by the folding of `engine`, with the country of each topic.
    ///
    /// Takes a few microseconds a topic, and more for a topic with a point.
    package init(_ topics: [GuideTopic], in engine: SearchEngine) {
        let tags = AddressTags(in: engine.places)
        var known: [PointE7: [UInt8]] = [:]
        let countries = topics.map { topic -> [UInt8] in
            guard let point = topic.point ?? topic.start else { return [] }
            if let code = known[point] { return code }
            let code = engine.address(at: Coordinate(point)).map { engine.countryCode(of: $0, tags) } ?? []
            known[point] = code
            return code
        }
        self.init(topics, with: engine.folding, countries: countries)
    }

    private init(_ topics: [GuideTopic], with folding: Folding, countries: [[UInt8]]) {
        self.topics = topics
        self.folding = folding
        self.countries = countries
        var text = FoldedWords()
        for topic in topics {
            add(topic.name, .name, &text)
            if let artist = topic.artist { add(artist, .artist, &text) }
            if let venue = topic.venue { add(venue.name, .venue, &text) }
            starts.append(words.count)
        }
    }

    private mutating func add(_ string: String, _ part: Part, _ text: inout FoldedWords) {
        text.read(string.utf8Span.span, with: folding)
        for word in text.words {
            let start = scalars.count
            scalars += ScalarDecoder.scalars(of: text.text(word))
            words.append(Word(scalars: start..<scalars.count, part: part))
        }
    }

    /// A topic that matches a query.
    struct Hit {
        let topic: Int
        let score: Int
    }

    /// Returns the topics that match all words of a query, best first.
    ///
    /// With `forgives`, a word may have typing errors, as in a search for places: one in words of four letters and
    /// more, two in words of eight and more.
    func hits(_ query: GuideQuery, forgives: Bool) -> [Hit] {
        guard !query.words.isEmpty else { return [] }
        var hits: [Hit] = []
        for topic in topics.indices {
            guard isIn(query.countries, topic), let score = score(topic, query, forgives) else { continue }
            hits.append(Hit(topic: topic, score: score))
        }
        hits.sort { ($1.score, $0.topic) < ($0.score, $1.topic) }
        return hits
    }

    /// Whether a topic lies in one of the wanted countries. A topic of unknown country does, as for places.
    private func isIn(_ wanted: [[UInt8]], _ topic: Int) -> Bool {
        guard !wanted.isEmpty, !countries.isEmpty, !countries[topic].isEmpty else { return true }
        return wanted.contains(countries[topic])
    }

    /// Returns the score of a topic; `nil` if it lacks a word of the query.
    private func score(_ topic: Int, _ query: GuideQuery, _ forgives: Bool) -> Int? {
        var sum = 0, isNamed = false, covered = (name: 0, artist: 0), length = (name: 0, artist: 0), inOrder = 0
        let own = starts[topic]..<starts[topic + 1]
        for position in own {
            let count = words[position].scalars.count
            if words[position].part == .name { length.name += count }
            if words[position].part == .artist { length.artist += count }
        }
        for (index, word) in query.words.enumerated() {
            var best = 0, at = -1, count = 0
            for position in own {
                let part = words[position].part
                guard let quality = quality(of: words[position].scalars, for: word, forgives) else { continue }
                let points = Int(quality.rawValue) * Self.share(part) / 256
                guard points > best else { continue }
                (best, at) = (points, position)
                count = quality.isPart ? word.scalars.count : words[position].scalars.count - quality.edits
            }
            guard at >= 0 else {
                if word.isFiller { continue }
                return nil
            }
            sum += word.weight * best
            switch words[at].part {
            case .name: covered.name += count
            case .artist: covered.artist += count
            case .venue: break
            }
            if words[at].part != .venue { isNamed = true }
            if at - own.lowerBound == index, inOrder == index { inOrder += 1 }
        }
        guard isNamed else { return nil }
        let isArtist = covered.artist * max(1, length.name) > covered.name * max(1, length.artist)
        let similarity = Scoring.similarity(
            covered: isArtist ? covered.artist : covered.name, of: max(1, isArtist ? length.artist : length.name),
            beginsAlike: inOrder > 0, beginsAsQuery: inOrder == query.words.count)
        // A user who types the beginning of a name wants its page.
        let isSpelling = inOrder == query.words.count
        return Scoring.Points.text * sum / (255 * query.weight) + similarity
            + (isSpelling ? Scoring.Points.sameSpelling : 0)
            + Scoring.importance(topics[topic].kind.rank) + (topics[topic].point.map(query.proximity) ?? 0)
    }

    /// Returns the weight of a word, of 256, by its part: an artist is another name of a work; a venue only says where
    /// the work is.
    private static func share(_ part: Part) -> Int {
        switch part {
        case .name: 256
        case .artist: 243
        case .venue: 155
        }
    }

    /// Returns how well a word of a topic matches a word of the query; `nil` if it does not.
    private func quality(
        of range: Range<Int>, for word: GuideQuery.Word, _ forgives: Bool
    ) -> QueryWord.Quality? {
        let typed = word.scalars, known = scalars[range]
        if known.elementsEqual(typed) { return .exact }
        if word.isPrefix, known.starts(with: typed) { return .prefix }
        guard forgives, typed.count >= 4 else { return nil }
        // An error in the first letter and a second error make another word.
        let most = typed.count >= 8 && known.first == typed.first ? 2 : 1
        guard word.isPrefix || (known.count - typed.count).magnitude <= most else { return nil }
        let edits = Self.edits(from: typed, to: known, isPrefix: word.isPrefix)
        return edits <= most ? .corrected(isPrefix: word.isPrefix && edits < known.count, edits: edits) : nil
    }

    /// Returns the edit distance between a word and another word, or a beginning of it: letters added, missing,
    /// different or swapped. Optimal string alignment (Boytsov, ACM JEA 16, 2011).
    private static func edits(from typed: [UInt32], to known: ArraySlice<UInt32>, isPrefix: Bool) -> Int {
        var before: [Int] = [], last = Array(0...typed.count), least = last[typed.count]
        var previous: UInt32?
        for (row, letter) in known.enumerated() {
            var next = [row + 1]
            next.reserveCapacity(typed.count + 1)
            for column in typed.indices {
                var cost = min(last[column] + (typed[column] == letter ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if column > 0, let previous, typed[column - 1] == letter, typed[column] == previous {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last, previous) = (last, next, letter)
            least = min(least, last[typed.count])
            // Beyond the length of the word and two letters, no beginning comes nearer.
            if isPrefix, row > typed.count + 2 { break }
        }
        return isPrefix ? least : last[typed.count]
    }
}
