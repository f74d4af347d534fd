import Atlas
import GeoCore

extension SearchEngine {
    /// Looks closer at the hits that are left, which would cost more than all the rest if it were done for every
    /// candidate: streets, rivers and railways move to their point nearest to the user, who may stand where the middle
    /// is far away, and names that are written as the query is, accents and all, go before others that only sound the
    /// same. Where nothing answers to the query as it was typed, or hardly, names that begin so but for one slip go by
    /// how likely that is.
    func settled(
        _ hits: [SearchHit], _ request: SearchRequest, _ scoring: Scoring, _ workspace: inout SearchWorkspace
    ) -> [SearchHit] {
        var settled = Ranking()
        settled.reset(capacity: hits.count + request.limit)
        // What says little of what was typed may be there by chance, and so may a letter or two anywhere in a name:
        // "the wse" is in "International Wine Center (the WSET's)", and "re sa" in "Rue Baron Sainte-Suzanne".
        let typed = scalars(typed: request.text.utf8Span.span, &workspace.otherText)
        let best = workspace.isAsTyped ? hits.first.map { $0.score - scoring.proximity(of: $0.point) } ?? .max : .min
        let isAnswered =
            workspace.absentKind != nil
            || best >= Scoring.leastSlipped
                && hits.contains { $0.place.map { begins($0, as: typed, &workspace.buffer) } ?? true }
            || best >= Scoring.leastOfWholeWords && endsInKnownWord(workspace.otherText)
        for var hit in hits {
            if case .place(let place) = hit.subject {
                if !hit.isEstimated, hit.locality == nil, let plane = scoring.plane, let shape = places.shape(place),
                    !shape.isArea
                {
                    let point = plane.nearestPoint(on: shape)
                    hit.score += scoring.proximity(of: point) - scoring.proximity(of: hit.point)
                    hit.point = point
                }
                if places.type(place) == .street, hit.point == places.point(place),
                    let part = part(of: place, called: request.text, &workspace)
                {
                    hit.point = part
                }
                if hit.locality == nil, hit.point != places.point(place) {
                    hit.locality = localityIndex(ofStreet: place, at: hit.point)
                }
                if places.text.begins(places.name(place), ignoringCase: request.text.utf8Span.span) {
                    hit.score += Scoring.sameSpelling
                }
                if !isAnswered, let slip = slip(typed, to: place, &workspace.buffer) {
                    hit.score = max(
                        hit.score + slip.points - Scoring.importance(places.rank(place)),
                        Scoring.slipped(slip, typed) + scoring.proximity(of: hit.point))
                }
            } else if case .corner(let street, _) = hit.subject {
                hit.locality = localityIndex(ofStreet: street, at: hit.point)
            }
            settled.insert(hit)
        }
        // A number means what it says: "Kirkkokatu 12 b" is a house there, and no bar of that name one letter away.
        let isAddress = hits.contains { if case .address = $0.subject { true } else { $0.isEstimated } }
        if !isAnswered, !isAddress { addSlips(typed, besides: hits, scoring, to: &settled, &workspace) }
        return settled.hits
    }

    /// Where a street bears another name that was typed just so: "West 40 Street" is on the signs of a part of West
    /// 40th Street. `nil` for its first name, and for those that all of it has.
    private func part(of street: PlaceID, called text: String, _ workspace: inout SearchWorkspace) -> PointE7? {
        let range = names.nameRange(street)
        var position = names.nextName(after: range.lowerBound, end: range.upperBound), typed: [UInt32] = []
        while position < range.upperBound {
            if let point = parts.point(ofNameAt: position) {
                if typed.isEmpty {
                    typed = scalars(typed: text.utf8Span.span, &workspace.otherText)
                    if typed.last == 0x20 { typed.removeLast() }
                }
                workspace.buffer.removeAll(keepingCapacity: true)
                _ = append(nameAt: position, of: street, to: &workspace.buffer)
                if Self.scalars(workspace.buffer.span) == typed { return point }
            }
            position = names.nextName(after: position, end: range.upperBound)
        }
        return nil
    }

    /// Where a street is in one of the localities that it passes through: nearest to the user, or else on its longest
    /// way there.
    func point(ofStreet street: PlaceID, in locality: Int, nearest plane: LocalPlane?) -> PointE7? {
        var points: [PointE7] = []
        for position in streets.stretchRange(street) {
            let stretch = streets.stretch(at: position)
            if stretch.locality == locality { points.append(stretch.point) }
        }
        guard let plane else { return points.first }
        return points.min { plane.distance(to: $0) < plane.distance(to: $1) }
    }

    /// Which of the localities that a street passes through `point` is in, as its nearest stretch; `nil` when it lies
    /// in one.
    func localityIndex(ofStreet street: PlaceID, at point: PointE7) -> Int? {
        let plane = LocalPlane(around: point)
        return streets.stretchRange(street).lazy.filter { !streets.isSaid(stretch: $0) }
            .min {
                plane.distance(to: streets.stretch(at: $0).point) < plane.distance(to: streets.stretch(at: $1).point)
            }
            .map { streets.stretch(at: $0).locality }
    }
}

extension LocalPlane {
    /// The point nearest to the origin on any line of `shape`.
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
