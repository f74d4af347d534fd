import Atlas
import GeoCore

/// Answers by parts of a query's text.
extension SearchQuery {
    /// Answers a request as it is or, if necessary, by its parts.
    static func answer(
        _ request: SearchRequest, isBeingTyped: Bool, _ engine: SearchEngine, _ workspace: inout SearchWorkspace
    ) -> SearchAnswer {
        let countries = WantedCountries(request.countries, in: engine)
        var query = SearchQuery(request, isBeingTyped: isBeingTyped, countries, engine)
        var answer = query.answer(&workspace)
        query.answerApart(&answer, &workspace)
        if !isBeingTyped, request.isInParts, !answer.isComplete, var rest = query.answerWithoutEnd(&workspace) {
            rest.absentKind = answer.absentKind
            answer = rest
        }
        answer.request = request
        return answer
    }

    /// Answers a part of the text; `isBeingTyped` is false for a part that the user cannot continue.
    private func answer(
        _ part: SearchRequest, isBeingTyped: Bool, _ workspace: inout SearchWorkspace
    ) -> SearchAnswer {
        var query = SearchQuery(part, isBeingTyped: isBeingTyped, countries, engine)
        return query.answer(&workspace)
    }

    // MARK: Capitals

    /// If no hit matches the text, splits it before its capitals, and returns the better answer of the two.
    ///
    /// A missed space bar leaves a capital between small letters.
    private func answerApart(_ answer: inout SearchAnswer, _ workspace: inout SearchWorkspace) {
        guard !answer.isAsTyped, let parted = Self.parted(request.text) else { return }
        let other = self.answer(request.part(parted), isBeingTyped: isBeingTyped, &workspace)
        let best = other.hits.first.map { $0.isPartial ? .min : $0.score - Spelling.splitPenalty } ?? .min
        if answer.hits.first.map({ $0.isPartial && best > .min || $0.score < best }) ?? (best > .min) {
            answer = other
        } else {
            // If the split text matches as typed, or names an absent kind, then so does the whole text.
            answer.isAsTyped = other.isAsTyped
            answer.absentKind = other.absentKind
        }
    }

    /// Returns a text with a gap before each capital that follows a small letter, and none after such a capital: "Over
    /// Hill" for "OverHill" and "OverH ill".
    ///
    /// `nil` if there is no such capital. Capitals are A ... Z; every character beyond ASCII counts as small.
    private static func parted(_ text: String) -> String? {
        var parted: [UInt8] = [], last = UInt8(ascii: " "), isParted = false, isBehindCapital = false
        for byte in text.utf8.prefix(SearchRequest.maximumLength) {
            let isBehindSmall = last >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
            let isCapital = isBehindSmall && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isCapital { parted.append(0x20) }
            if !(isBehindCapital && byte == 0x20) { parted.append(byte) }
            (last, isBehindCapital, isParted) = (byte, isCapital, isParted || isCapital)
        }
        return isParted ? String(decoding: parted, as: UTF8.self) : nil
    }

    // MARK: Parts between commas

    /// The maximum number of parts between commas that a query leaves out, one after the other.
    private static var mostPartsLeftOut: Int { 3 }

    /// Answers the text without its last parts, which match nothing here: "…, PA, USA". Leaves out as few parts as
    /// possible.
    ///
    /// Returns `nil` if the last part names an area (the area then has no such thing), and if nothing matches.
    private func answerWithoutEnd(_ workspace: inout SearchWorkspace) -> SearchAnswer? {
        let comma = UInt8(ascii: ",")
        var parts = request.text.utf8.prefix(SearchRequest.maximumLength).split(separator: comma).map { [UInt8]($0) }
        for _ in 0..<Self.mostPartsLeftOut where parts.count > 1 {
            let end = request.part(String(decoding: parts.removeLast(), as: UTF8.self))
            if let named = answer(end, isBeingTyped: false, &workspace).hits.first, !named.isPartial,
                let place = named.place, engine.places.type(place) == .area
            {
                return nil
            }
            let rest = request.part(String(decoding: Array(parts.joined(separator: [comma])), as: UTF8.self))
            var answer = answer(rest, isBeingTyped: false, &workspace)
            guard answer.isComplete else { continue }
            answer.keep(answer.hits.indices.filter { !answer.hits[$0].isPartial })
            answer.hits = answer.hits.map { $0.leavingWordsOut }
            return answer
        }
        return nil
    }

    // MARK: Near something

    /// A place farther from a landmark than this is not near it.
    private static var farthestInMetres: Double { 5_000 }

    /// Finds the landmark, then places near it; `nil` if there is no such landmark, or no place near it that matches
    /// all words.
    mutating func answer(_ nearness: Nearness, _ workspace: inout SearchWorkspace) -> SearchAnswer? {
        var wanted = request.part(nearness.wanted)
        guard !nearness.landmark.isEmpty else {
            let answer = answer(wanted, isBeingTyped: false, &workspace)
            absentKind = answer.absentKind
            return answer.isComplete ? answer : nil
        }
        var landmark = answer(request.part(nearness.landmark), isBeingTyped: isBeingTyped, &workspace)
        guard landmark.absentKind == nil else {
            landmark.keep([])
            return landmark
        }
        guard let place = landmark.hits.first, !place.isPartial else { return nil }
        wanted.near = Coordinate(place.point)
        wanted.isNearPlace = true
        let plane = LocalPlane(around: place.point)
        var answer = answer(wanted, isBeingTyped: false, &workspace)
        guard answer.absentKind == nil else {
            answer.keep([])
            return answer
        }
        answer.keep(
            answer.hits.indices.filter { index in
                let hit = answer.hits[index]
                return !hit.isPartial && hit.subject != place.subject
                    && plane.distance(to: hit.point) < Self.farthestInMetres
            })
        return answer.hits.isEmpty ? nil : answer
    }

    // MARK: Positions

    /// Returns the answer to a text that is a position: degrees, or a plus code.
    func positionAnswer(_ workspace: inout SearchWorkspace) -> SearchAnswer? {
        let near = request.near.map { PointE7($0) }
        if let position = TypedPosition.read(request.text.utf8Span.span, near: near) {
            return SearchAnswer(
                request: request, isBeingTyped: isBeingTyped, hits: [SearchHit(position: position)],
                reading: QueryReading(), isAsTyped: true)
        }
        return request.isPart ? nil : codedPositionAnswer(&workspace)
    }

    /// Returns the answer to a short plus code with the name of a place near it: "Q4VQ+R9 State College"; `nil` for any
    /// other text.
    private func codedPositionAnswer(_ workspace: inout SearchWorkspace) -> SearchAnswer? {
        let text = [UInt8](request.text.utf8.prefix(SearchRequest.maximumLength))
        let isGap: (UInt8) -> Bool = { $0 == 0x20 || $0 == UInt8(ascii: ",") }
        guard let end = text.firstIndex(where: isGap), text[..<end].contains(UInt8(ascii: "+")),
            let start = text[end...].firstIndex(where: { !isGap($0) })
        else { return nil }
        let code = Array(text[..<end])
        // The code's form can be checked without the town.
        guard TypedPosition.read(code.span, near: PointE7(latitudeE7: 0, longitudeE7: 0)) != nil else { return nil }
        let town = request.part(String(decoding: text[start...], as: UTF8.self))
        var answer = answer(town, isBeingTyped: false, &workspace)
        guard let place = answer.hits.first, !place.isPartial,
            let position = TypedPosition.read(code.span, near: place.point)
        else { return nil }
        answer.hits = [SearchHit(position: position)]
        answer.explanations = []
        return answer
    }
}
