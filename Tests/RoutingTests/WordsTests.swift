import GeoCore
import Routing
import Testing

/// Instructions in every language.
@Suite struct WordsTests {
    @Test func `languages are known by their tags`() {
        for (tag, language) in [
            ("en", Language.english), ("en-GB", .english), ("FI", .finnish), ("fi_FI", .finnish), ("de-AT", .german),
            ("ar", .arabic),
        ] {
            #expect(Language(tag: tag) == language)
        }
        for tag in ["", "e", "eng", "sv", "fil", "-fi"] { #expect(Language(tag: tag) == nil) }
    }

    @Test(arguments: Language.allCases)
    func `every translated sentence has the parts of the English sentence`(_ language: Language) {
        for phrase in Phrase.allCases {
            let sentence = language.vocabulary.sentence(phrase)
            #expect(Self.gaps(sentence) == Self.gaps(Language.english.vocabulary.sentence(phrase)), "\(phrase)")
            #expect(sentence.split(separator: "{").first?.isEmpty == false, "\(phrase)")
        }
    }

    @Test(arguments: Language.allCases)
    func `no word stands for two directions, and none is borrowed from another language`(_ language: Language) {
        let words = Self.words(language.vocabulary)
        for table in words { #expect(Set(table).count == table.count && !table.contains("")) }
        for other in Language.allCases where other != language {
            for (mine, theirs) in zip(words, Self.words(other.vocabulary)) {
                // German and Finnish number alike.
                #expect(Set(mine).isDisjoint(with: theirs))
            }
        }
    }

    @Test(arguments: Language.allCases)
    func `every kind of street has words of its own`(_ language: Language) {
        for role in RoadRole.allCases {
            let words = RoadKind.allCases.map { language.vocabulary.road($0, role) }
            // Finnish has one word for a platform and a pier.
            #expect(Set(words).count == words.count - (language == .finnish ? 1 : 0))
            #expect(words.allSatisfy { $0.count > 3 && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") && !$0.contains("  ") })
        }
    }

    @Test(arguments: Language.allCases)
    func `turning onto a street and following it have different words`(_ language: Language) {
        for kind in RoadKind.allCases {
            #expect(language.vocabulary.road(kind, .onto) != language.vocabulary.road(kind, .along), "\(kind)")
        }
    }

    @Test func `exits are counted as people count them`() {
        let english = [
            1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 102: "102nd",
        ]
        for (number, word) in english { #expect(Language.english.vocabulary.ordinal(number) == word) }
        #expect((1...12).map(Language.german.vocabulary.ordinal) == (1...12).map { "\($0)." })
        #expect((1...12).map(Language.finnish.vocabulary.ordinal) == (1...12).map { "\($0)." })
        #expect(
            (1...11).map(Language.arabic.vocabulary.ordinal) == [
                "الأول", "الثاني", "الثالث", "الرابع", "الخامس", "السادس", "السابع", "الثامن", "التاسع", "العاشر",
                "رقم 11",
            ])
    }

    @Test(arguments: [
        Told(
            .english,
            [
                "Head east on Long Street", "At the end, turn left onto the footpath", "Take the stairs",
                "Continue onto High Walk, over the bridge",
                "Your destination is on the right",
            ]),
        Told(
            .finnish,
            [
                "Lähde itään: Long Street", "Käänny tien päässä vasemmalle kävelytielle", "Kulje portaita",
                "Jatka: High Walk, sillan yli", "Määränpää on oikealla",
            ]),
        Told(
            .german,
            [
                "Nach Osten auf Long Street starten", "Am Ende links abbiegen auf den Fußweg", "Die Treppe nehmen",
                "Weiter auf High Walk, über die Brücke", "Das Ziel liegt rechts",
            ]),
        Told(
            .arabic,
            [
                "اتجه نحو الشرق على \u{2068}Long Street\u{2069}", "عند نهاية الطريق، انعطف يسارًا إلى ممر المشاة",
                "استخدم الدرج", "تابع السير إلى \u{2068}High Walk\u{2069}، فوق الجسر", "وجهتك على اليمين",
            ]),
    ])
    func `a walk is described in the requested language`(_ told: Told) throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, 100), ("D", 200, 140), ("E", 200, 300), ("S", 200, -100),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("AB", ["highway": "residential", "name": "Long Street"])
        map.way("SBC", ["highway": "footway"])
        map.way("CD", ["highway": "steps"])
        map.way("DE", ["highway": "footway", "name": "High Walk", "bridge": "yes"])
        let town = try map.build()
        let route = try town.route([map.coordinate("A"), StreetMap.coordinate(220, 290)])
        let words = Words(language: told.language, text: town.network.text)
        #expect(route.legs[0].steps.map { words.instruction(for: $0) } == told.sentences)
    }

    @Test func `a sentence that begins with a gap begins with a capital`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, 200), ("D", 400, 0)] {
            map.node(Character(name), east, north)
        }
        map.way("ABD", ["highway": "residential", "name": "Long Street"])
        map.way("BC", ["highway": "residential", "name": "Side Street"])
        let town = try map.build(), route = try town.route("AC")
        let words = Words(language: .german, text: town.network.text)
        #expect(words.instruction(for: route.legs[0].steps[1]) == "Links abbiegen auf Side Street")
    }

    @Test func `a name in the other reading direction leaves the sentence in order`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 200, 0)] { map.node(Character(name), east, north) }
        map.way("AB", ["highway": "residential", "name": "שדרות"])
        let town = try map.build(), step = try town.route("AB").legs[0].steps[0]
        let english = Words(language: .english, text: town.network.text)
        #expect(english.instruction(for: step) == "Head east on \u{2068}שדרות\u{2069}")
    }

    @Test func `lifts, escalators, moving walkways and ferries are named as such`() throws {
        let kinds: [(KeyValuePairs<String, String>, String, String)] = [
            (["highway": "elevator"], "Take the elevator", "Den Aufzug nehmen"),
            (["highway": "steps", "conveying": "yes"], "Take the escalator", "Die Rolltreppe nehmen"),
            (["highway": "footway", "conveying": "yes"], "Take the moving walkway", "Den Fahrsteig nehmen"),
            (["highway": "footway", "conveying": "no"], "", ""),
            (["route": "ferry", "name": "A – B"], "Take the ferry: A – B", "Die Fähre nehmen: A – B"),
            (
                ["highway": "steps", "name": "Church Stairs"], "Take the stairs: Church Stairs",
                "Die Treppe nehmen: Church Stairs"
            ),
        ]
        for (tags, english, german) in kinds {
            var map = StreetMap()
            for (name, east) in [("A", 0.0), ("B", 200), ("C", 300), ("D", 500)] {
                map.node(Character(name), east, 0)
            }
            map.way("AB", ["highway": "footway"])
            map.way("BC", tags)
            map.way("CD", ["highway": "footway"])
            let town = try map.build(), route = try town.route("AD")
            for (language, sentence) in [(Language.english, english), (.german, german)] {
                let words = Words(language: language, text: town.network.text)
                let told = route.legs[0].steps.dropFirst().dropLast().map { words.instruction(for: $0) }
                #expect(told.first ?? "" == sentence)
            }
        }
    }

    @Test func `notices are in the requested language`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 200, 0)] { map.node(Character(name), east, north) }
        map.way("AB", ["highway": "residential"])
        let town = try map.build()
        let sentences = Language.allCases.map { language in
            Words(language: language, text: town.network.text).text(of: [
                .nearestStreetMayBeBeyond, .shorterRouteMayBeBeyond, .leftIsland(point: 1, metres: 375),
                .repeatsStreets(percent: 29), .avoidsCrowds(minutes: 17), .avoidsCrowds(minutes: 0),
                .noQuieterRoute,
            ])
        }
        #expect(Set(sentences).count == Language.allCases.count)
        // Points are counted from 1 for people.
        for sentence in sentences {
            #expect(sentence.contains("375") && sentence.contains("2 ") && sentence.contains("29"))
            #expect(sentence.contains("17"))
        }
    }

    /// The words of each table: turns, sides, directions.
    private static func words(_ vocabulary: Vocabulary) -> [[String]] {
        [
            [Turn.uturn, .sharpRight, .right, .slightRight, .straight, .slightLeft, .left, .sharpLeft]
                .map(vocabulary.turn),
            Side.allCases.map(vocabulary.side), CompassPoint.allCases.map(vocabulary.direction),
        ]
    }

    /// The values for the gaps of a sentence: where to turn, which street, which direction, which exit.
    private static func gaps(_ sentence: String) -> Set<String> {
        let known = [
            "turn": "turn", "Turn": "turn", "side": "turn", "Side": "turn", "onto": "street", "along": "street",
            "named": "street", "direction": "direction", "exit": "exit", "ring": "ring",
            "level": "level", "point": "point",
        ]
        let parts = sentence.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
        return Set(parts.map { known[String($0.prefix { $0 != "}" })] ?? "unknown: \($0)" })
    }
}

/// A walk in a language.
struct Told: Sendable, CustomTestStringConvertible {
    let language: Language
    let sentences: [String]

    init(_ language: Language, _ sentences: [String]) {
        self.language = language
        self.sentences = sentences
    }

    var testDescription: String { language.tag }
}
