import Atlas
import GeoCore

/// A query that asks for something near something else: "cafe near the museum", "apotheke in meiner nähe".
struct Nearness {
    /// What is looked for, in folded words.
    let wanted: String
    /// What it is to be near to; empty for the user.
    let landmark: String

    /// Takes apart the text that `workspace` has read; `nil` for one that asks for no such thing.
    init?(_ workspace: borrowing SearchWorkspace) {
        let text = workspace.text, words = text.words
        guard let near = words.indices.dropFirst().first(where: { Wordings.isNear(text.text(words[$0])) }) else {
            return nil
        }
        var end = near, start = near + 1
        while end > 0, Wordings.isFiller(text.text(words[end - 1])) || Wordings.isHere(text.text(words[end - 1])) {
            end -= 1
        }
        while start < words.count, Wordings.isFiller(text.text(words[start])) { start += 1 }
        guard end > 0 else { return nil }
        if words.count == start + 1, Wordings.isHere(text.text(words[start])) { start += 1 }
        wanted = Self.text(words[..<end], text)
        landmark = Self.text(words[start...], text)
    }

    private static func text(_ words: ArraySlice<FoldedWords.Word>, _ text: FoldedWords) -> String {
        var bytes: [UInt8] = []
        for word in words {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            bytes.append(contentsOf: text.text(word))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SearchEngine {
    /// What is farther than this from a landmark is not near it.
    private static var farthestInMetres: Double { 5_000 }

    /// Finds the landmark, then what is near it; `nil` where there is no such landmark or nothing near it has all
    /// words.
    func answer(
        _ nearness: Nearness, _ request: SearchRequest, isBeingTyped: Bool, _ workspace: inout SearchWorkspace
    ) -> [SearchHit]? {
        var wanted = request, landmark = request
        wanted.text = nearness.wanted
        wanted.isPart = true
        guard !nearness.landmark.isEmpty else {
            let hits = places(wanted, workspace: &workspace)
            return hits.contains { !$0.isPartial } ? hits : nil
        }
        landmark.text = nearness.landmark
        landmark.isPart = true
        let found = isBeingTyped ? suggest(landmark, workspace: &workspace) : places(landmark, workspace: &workspace)
        guard workspace.absentKind == nil else { return [] }
        guard let place = found.first, !place.isPartial else { return nil }
        wanted.near = Coordinate(place.point)
        wanted.isNearPlace = true
        let plane = LocalPlane(around: place.point)
        let near = places(wanted, workspace: &workspace)
        guard workspace.absentKind == nil else { return [] }
        let hits = near.filter {
            !$0.isPartial && $0.subject != place.subject && plane.distance(to: $0.point) < Self.farthestInMetres
        }
        return hits.isEmpty ? nil : hits
    }

    /// The position of a short plus code near the place that is named behind it: "Q4VQ+R9 State College"; `nil` for
    /// what is none.
    func codedPosition(_ request: SearchRequest, _ workspace: inout SearchWorkspace) -> PointE7? {
        let text = [UInt8](request.text.utf8.prefix(SearchRequest.maximumLength))
        let isGap: (UInt8) -> Bool = { $0 == 0x20 || $0 == UInt8(ascii: ",") }
        guard let end = text.firstIndex(where: isGap), text[..<end].contains(UInt8(ascii: "+")),
            let start = text[end...].firstIndex(where: { !isGap($0) })
        else { return nil }
        let code = Array(text[..<end])
        var town = request
        town.text = String(decoding: text[start...], as: UTF8.self)
        town.isPart = true
        // Whether it is a code at all is known without the town.
        guard TypedPosition.read(code.span, near: PointE7(latitudeE7: 0, longitudeE7: 0)) != nil,
            let place = places(town, workspace: &workspace).first, !place.isPartial
        else { return nil }
        return TypedPosition.read(code.span, near: place.point)
    }
}
