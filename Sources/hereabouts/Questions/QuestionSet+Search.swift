import Atlas
import GeoCore
import Search

extension QuestionSet {
    /// Texts that nobody types by mistake.
    private static let hostile = [
        "\u{0}", "\"\\\n\t", "</script><script>", "%00%ff", "' OR 1=1 --", "a\u{301}\u{301}\u{301}\u{301}",
        "\u{202e}abc",
        "🧭👩‍👧‍👦", "ﬁ Å ẞ İ ı ſ", "東京都", "مدرسة", "\u{feff}\u{200b}", "١٢٣", "1/2-3,4;5", "Straße 1000000000000",
        String(repeating: "a", count: 256), String(repeating: "ä ", count: 80), String(repeating: "1 ", count: 120),
        "60.1, 24.9", "47.14N 9.52E", "geo:47.14,9.52", "91.0, 9.0", "1e9, 1e9", "-0.0000001, 180.0",
        "a b c d e f g h i j k l m n", "-", ".", "*", "\u{10ffff}",
    ]

    /// Adds names of the atlas as they are, cut, misspelt, joined and with house numbers; kinds; and hostile texts.
    mutating func addSearches(count: Int) {
        let places = engines.search.places, box = engines.info.bounds.partsBesideAntimeridian[0]
        let named = places.indices.map { places.name(PlaceID($0)) }.filter { !$0.isEmpty }
        var texts = Self.hostile + ["cafe", "vegan lunch", "schule", "toilets", "bus stop", "church near station"]
        while texts.count < count, !named.isEmpty {
            var text = places.text.string(named[numbers.index(below: named.count)])
            switch texts.count % 6 {
            case 0: text = String(text.prefix(1 + numbers.index(below: 6)))
            case 1: text = numbers.misspelt(text)
            case 2: text = numbers.misspelt(numbers.misspelt(text))
            case 3: text += " \(1 + numbers.index(below: 120))"
            case 4: text += " " + places.text.string(named[numbers.index(below: named.count)])
            default: break
            }
            texts.append(text)
        }
        // The page refuses blank and longer texts before it asks an engine.
        let askable = texts.filter { $0.utf8.count <= 256 && $0.utf8.contains { $0 != UInt8(ascii: " ") } }
        for (index, text) in askable.enumerated() {
            let near = index % 3 == 0 ? nil : Coordinate(numbers.point(in: box))
            let language = [nil, "fi", "de", "zz"][index % 4]
            let request = SearchRequest(text: text, near: near, limit: 1 + index % 20, language: language)
            let time = time(index)
            all.append(index % 5 == 4 ? .places(request, at: time) : .suggest(request, at: time))
        }
    }

    /// Adds places by their references, one unknown reference, and addresses of points inside and outside the area.
    mutating func addPlaces(count: Int) {
        let places = engines.search.places, box = engines.info.bounds.partsBesideAntimeridian[0]
        for index in 0..<count where places.count > 0 {
            let place = PlaceID(numbers.index(below: places.count)), language = ["", "en", "de"][index % 3]
            all.append(.place(places.ref(place), language: language, at: time(index)))
            var point = index % 2 == 0 ? places.point(place) : numbers.point(in: box)
            if index % 25 == 0 { point.longitudeE7 = -point.longitudeE7 }
            all.append(.address(Coordinate(point), language: language, at: time(index)))
        }
        if let nowhere = PlaceRef(.relation, 1 << 52) { all.append(.place(nowhere, language: "")) }
    }

    /// Returns no time, or a time in some year, by a question's number; sometimes with a clock change in the week after
    /// it.
    private func time(_ index: Int) -> PlaceTime? {
        guard index % 7 != 0, let local = LocalTime(minutes: 29_000_000 + index * 7919 % 525_600) else { return nil }
        let change = index % 5 == 0 ? ClockOffset.Change(at: local.minutes + 5000, minutes: 180) : nil
        return PlaceTime(local, clock: ClockOffset(minutes: 120, change: change))
    }

    private func name(of place: PlaceID) -> String {
        engines.search.places.text.string(engines.search.places.name(place))
    }
}
