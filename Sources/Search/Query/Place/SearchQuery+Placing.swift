import Atlas
import GeoCore

/// Refines the hits that remain; for every candidate it would cost more than all other stages.
extension SearchQuery {
    /// Returns the hits with their final points and scores, in their final order.
    ///
    /// Streets, rivers and railways move to the point nearest to the user, because their middle may be far away. A name
    /// that equals the query letter for letter, with accents, precedes names that only sound the same. If no hit
    /// matches the text well, names with one slip follow, by their likelihood.
    func settled(_ hits: [SearchHit], _ workspace: inout SearchWorkspace) -> [SearchHit] {
        var settled = Ranking()
        settled.reset(capacity: hits.count + request.limit)
        let typed = TypedLetters(request.text.utf8Span.span, engine.folding)
        let isAnswered = isAnswered(by: hits, typed, &workspace.buffer)
        for var hit in hits {
            switch hit.subject {
            case .place(let place): settle(&hit, place, typed, isAnswered, &workspace.buffer)
            case .corner(let street, _): hit.locality = engine.streets.localityIndex(of: street, at: hit.point)
            case .address, .position: break
            }
            settled.insert(hit)
        }
        // A number is exact: "Kirkkokatu 12 b" is a house there, and not a bar whose name is one letter away.
        let isAddress = hits.contains { if case .address = $0.subject { true } else { $0.isEstimated } }
        if !isAnswered, !isAddress { addSlips(typed, besides: hits, to: &settled, &workspace) }
        return settled.hits
    }

    /// Moves the hit of a place to its final point, and scores the spelling of its name.
    private func settle(
        _ hit: inout SearchHit, _ place: PlaceID, _ typed: TypedLetters, _ isAnswered: Bool, _ buffer: inout [UInt8]
    ) {
        let places = engine.places, center = places.point(place)
        if !hit.isEstimated, hit.locality == nil, let plane = scoring.plane, let shape = places.shape(place),
            !shape.isArea
        {
            let point = plane.nearestPoint(on: shape)
            hit.score += scoring.proximity(of: point) - scoring.proximity(of: hit.point)
            hit.point = point
        }
        if places.type(place) == .street, hit.point == center, let part = part(of: place, called: typed, &buffer) {
            hit.point = part
        }
        if hit.locality == nil, hit.point != center {
            hit.locality = engine.streets.localityIndex(of: place, at: hit.point)
        }
        if places.text.begins(places.name(place), ignoringCase: request.text.utf8Span.span) {
            hit.score += Scoring.Points.sameSpelling
        }
        if !isAnswered, let slip = SlippedName(typed, of: place, engine, &buffer) {
            hit.score = max(
                hit.score + slip.points - Scoring.importance(places.rank(place)),
                Scoring.slipped(slip, typed) + scoring.proximity(of: hit.point))
        }
    }

    /// Returns the point of the part of a street whose other name equals the query: signs on a part of West 40th Street
    /// say "West 40 Street".
    ///
    /// `nil` for the street's first name, and for names of the whole street.
    private func part(of street: PlaceID, called typed: TypedLetters, _ buffer: inout [UInt8]) -> PointE7? {
        let names = engine.names, range = names.nameRange(street)
        var position = names.nextName(after: range.lowerBound, end: range.upperBound)
        while position < range.upperBound {
            if let point = engine.parts.point(ofNameAt: position) {
                buffer.removeAll(keepingCapacity: true)
                _ = names.append(nameAt: position, of: street, engine.dictionary, to: &buffer)
                if ScalarDecoder.scalars(of: buffer[...]).elementsEqual(typed.letters) { return point }
            }
            position = names.nextName(after: position, end: range.upperBound)
        }
        return nil
    }
}

extension LocalPlane {
    /// Returns the point nearest to the origin on any line of `shape`.
    func nearestPoint(on shape: PlaceShape) -> PointE7 {
        var nearest = origin, least = Double.infinity
        func take(_ point: PointE7) {
            let distance = distance(to: point)
            guard distance < least else { return }
            least = distance
            nearest = point
        }
        shape.forEachPart { line in
            line.forEachPoint { take($0) }
            line.forEachEdge(closing: false) { take(nearestPoint(onSegmentFrom: $0, to: $1)) }
        }
        return nearest
    }
}
