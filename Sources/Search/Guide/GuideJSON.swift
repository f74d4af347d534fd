import GeoCore

extension GuideIndex {
    /// The most topics of a guide in one answer.
    private static var mostTopics: Int { 8 }

    /// Returns the topics that match a query, best first, each with the number of the answer's hits that precede it.
    ///
    /// Forgives typing errors only if neither the guide nor the map has an exact match.
    func topics(for answer: SearchAnswer) -> [(topic: GuideTopic, position: Int)] {
        let query = GuideQuery(answer.request, isBeingTyped: answer.isBeingTyped, folding)
        var found = hits(query, forgives: false)
        if found.isEmpty, !answer.isAsTyped { found = hits(query, forgives: true) }
        return found.prefix(min(Self.mostTopics, answer.request.limit)).map { hit in
            let position = answer.hits.firstIndex { $0.isPartial || $0.score <= hit.score } ?? answer.hits.count
            return (topics[hit.topic], position)
        }
    }
}

extension PlaceObjects {
    /// Writes topics: kind, name, and position among the places.
    mutating func topics(
        _ topics: [(topic: GuideTopic, position: Int)], for request: SearchRequest, _ guide: GuideIndex
    ) {
        let query = GuideQuery(request, isBeingTyped: true, guide.folding)
        array("guide", topics) { answer, found in
            answer.object { answer in
                answer.members(of: found.topic, from: request.near, query, guide.folding)
                answer.json.key("position")
                answer.json.value(found.position)
            }
        }
    }

    private mutating func members(
        of topic: GuideTopic, from near: Coordinate?, _ query: GuideQuery, _ folding: Folding
    ) {
        text("id", topic.id)
        json.key("type")
        json.value(code: topic.kind.code)
        text("name", topic.name)
        match(query.matchedParts(of: topic.name, folding))
        if let artist = topic.artist { text("artist", artist) }
        if let venue = topic.venue {
            object("venue") { answer in
                answer.text("id", venue.id)
                answer.text("name", venue.name)
            }
        }
        if let point = topic.point { position(point, from: near) }
    }

    private mutating func text(_ key: StaticString, _ text: String) {
        json.key(key)
        json.value(text)
    }
}

extension GuideQuery {
    /// Returns the parts of a name that begin with a word of the query, in UTF-16 code units.
    fileprivate func matchedParts(of name: String, _ folding: Folding) -> [Range<Int>] {
        var text = FoldedWords(), ranges: [Range<Int>] = []
        text.read(name.utf8Span.span, with: folding)
        for word in text.words {
            let known = text.text(word)
            let fits = words.contains { !$0.isPrefix && known.elementsEqual($0.bytes) }
            let typed = words.first { $0.isPrefix && known.starts(with: $0.bytes) }
            guard fits || typed != nil else { continue }
            let end = fits ? word.source.upperBound : text.sourceEnd(of: word, afterBytes: typed?.bytes.count ?? 0)
            ranges.append(word.source.lowerBound..<end)
        }
        return ranges
    }
}
