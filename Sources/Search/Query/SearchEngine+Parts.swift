import Atlas

extension SearchEngine {
    /// Parts between commas that are left out one after the other.
    private static var mostPartsLeftOut: Int { 3 }

    /// Whether a query is in parts: "Main Street 12, Springfield, USA".
    func isInParts(_ request: SearchRequest) -> Bool {
        request.text.utf8.prefix(SearchRequest.maximumLength).contains(UInt8(ascii: ","))
    }

    /// What answers to all of a query but its last parts, which name nothing here: "…, PA, USA"; as few of them as
    /// possible. `nil` where the last part names an area, in which there is no such thing, and where nothing answers.
    func answerWithoutEnd(_ request: SearchRequest, _ workspace: inout SearchWorkspace) -> [SearchHit]? {
        var parts = request.text.utf8.prefix(SearchRequest.maximumLength).split(separator: UInt8(ascii: ",")).map {
            [UInt8]($0)
        }
        for _ in 0..<Self.mostPartsLeftOut where parts.count > 1 {
            var end = request, rest = request
            end.text = String(decoding: parts.removeLast(), as: UTF8.self)
            end.isPart = true
            if let named = places(end, workspace: &workspace).first, !named.isPartial, let place = named.place,
                places.type(place) == .area
            {
                return nil
            }
            rest.text = String(decoding: Array(parts.joined(separator: [UInt8(ascii: ",")])), as: UTF8.self)
            rest.isPart = true
            let hits = places(rest, workspace: &workspace).filter { !$0.isPartial }
            if !hits.isEmpty { return hits.map { $0.leavingWordsOut } }
        }
        return nil
    }
}
