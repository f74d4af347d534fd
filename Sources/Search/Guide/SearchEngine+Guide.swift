import GeoCore

extension SearchEngine {
    /// The most topics of a guide in one answer.
    private static var mostTopics: Int { 8 }

    /// Indexes topics, in the curators' order, as this atlas's places are found, with the country that each is in: a few
    /// microseconds a topic, and some more for each point.
    package func index(_ topics: [GuideTopic]) -> GuideIndex {
        let tags = AddressTags(in: places)
        var known: [PointE7: [UInt8]] = [:]
        let countries = topics.map { topic -> [UInt8] in
            guard let point = topic.point ?? topic.start else { return [] }
            if let code = known[point] { return code }
            let code = address(at: Coordinate(point)).map { countryCode(of: $0, tags) } ?? []
            known[point] = code
            return code
        }
        return GuideIndex(topics, with: folding, countries: countries)
    }

    /// The topics of a guide that answer a request, best first, each with how many of `hits` go before it.
    ///
    /// Typing errors are forgiven where neither the guide nor the map has what was typed.
    func topics(
        of guide: GuideIndex, _ request: SearchRequest, isBeingTyped: Bool, besides hits: [SearchHit],
        _ workspace: borrowing SearchWorkspace
    ) -> [(topic: GuideTopic, position: Int)] {
        let query = GuideQuery(request, isBeingTyped: isBeingTyped, guide.folding)
        var found = guide.hits(query, forgives: false)
        if found.isEmpty, !workspace.isAsTyped { found = guide.hits(query, forgives: true) }
        return found.prefix(min(Self.mostTopics, request.limit)).map { hit in
            let position = hits.firstIndex { $0.isPartial || $0.score <= hit.score } ?? hits.count
            return (guide.topics[hit.topic], position)
        }
    }

    /// Writes topics: what each is, how it is called, and where it stands among the places.
    func write(
        _ topics: [(topic: GuideTopic, position: Int)], _ request: SearchRequest, _ folding: Folding,
        to json: inout JSONWriter
    ) {
        let query = GuideQuery(request, isBeingTyped: true, folding)
        json.key("guide")
        json.beginArray()
        for (topic, position) in topics {
            json.beginObject()
            json.key("id")
            json.value(topic.id)
            json.key("type")
            json.value(code: topic.kind.code)
            json.key("name")
            json.value(topic.name)
            writeMatch(in: topic.name, query, folding, to: &json)
            if let artist = topic.artist {
                json.key("artist")
                json.value(artist)
            }
            if let venue = topic.venue {
                json.key("venue")
                json.beginObject()
                json.key("id")
                json.value(venue.id)
                json.key("name")
                json.value(venue.name)
                json.endObject()
            }
            if let point = topic.point { write(point, from: request.near, to: &json) }
            json.key("position")
            json.value(position)
            json.endObject()
        }
        json.endArray()
    }

    /// The parts of a name that begin with a word of the query.
    private func writeMatch(in name: String, _ query: GuideQuery, _ folding: Folding, to json: inout JSONWriter) {
        var text = FoldedWords(), ranges: [Range<Int>] = []
        text.read(name.utf8Span.span, with: folding)
        for word in text.words {
            let known = text.text(word)
            let fits = query.words.contains { !$0.isPrefix && known.elementsEqual($0.bytes) }
            let typed = query.words.first { $0.isPrefix && known.starts(with: $0.bytes) }
            guard fits || typed != nil else { continue }
            let end = fits ? word.source.upperBound : text.sourceEnd(of: word, afterBytes: typed?.bytes.count ?? 0)
            ranges.append(word.source.lowerBound..<end)
        }
        write(match: ranges, to: &json)
    }
}
