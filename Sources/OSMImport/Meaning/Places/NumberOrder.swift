import Atlas

/// Whether people here write "12 Main Street" or "Hauptstraße 12", judged by the names of streets.
enum NumberOrder {
    private static let lastWords: Set<Substring> = [
        "street", "avenue", "road", "drive", "lane", "court", "boulevard", "way", "circle", "terrace", "trail",
        "parkway",
        "close", "crescent", "highway",
    ]
    private static let firstWords: Set<Substring> = [
        "rue", "avenue", "boulevard", "chemin", "impasse", "quai", "allée",
    ]

    static func numbersComeFirst(_ drafts: [PlaceDraft], _ strings: [String]) -> Bool {
        var streets = 0, votes = 0
        for draft in drafts where draft.type == .street && draft.name != PlaceFacts.none {
            let words = strings[Int(draft.name)].lowercased().split(separator: " ")
            guard let first = words.first, let last = words.last, words.count > 1 else { continue }
            streets += 1
            if lastWords.contains(last) || firstWords.contains(first) { votes += 1 }
        }
        return votes * 10 > streets * 3
    }
}
