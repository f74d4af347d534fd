import Community

/// What is known of one person whom others may see: what they share, by which marks they are known, and where they are.
struct KnownPerson: Sendable {
    /// How long somebody is told who is not heard of any more, in milliseconds: everybody and those in circles a day,
    /// friends a week.
    private static let publicMemory: Int64 = 86_400_000
    static let friendMemory: Int64 = 7 * 86_400_000

    var sharing: Sharing {
        didSet {
            publicMark = Self.mark(of: sharing.pseudonym, key)
            foldedPseudonym = Self.folded(sharing.pseudonym)
        }
    }
    var revision: Int
    let key: PersonKey
    let hiding: Hiding
    /// Of the key, and of nothing else that anybody could know: one for friends, one for everybody, which a new
    /// pseudonym changes, and one in each circle.
    let friendsMark: UInt64
    private(set) var publicMark: UInt64
    /// The pseudonym as names are compared.
    private(set) var foldedPseudonym: String?
    private let circleMarks: KeyedDraw
    var rule = WhereaboutsRule()
    var progress = Progress.notBegun
    /// The rule that followed them before they changed what they share, and until when in milliseconds since 1970:
    /// until it is made out where they are, as what is recorded may not say what hid them.
    var earlier: (rule: WhereaboutsRule, until: Int64)?

    /// How far it is made out where they are, of what is recorded; nobody is told until that is known.
    enum Progress: Sendable {
        case notBegun
        /// With what was reported, and when, meanwhile.
        case underWay([(position: Position, arrival: Int64)])
        case done
        /// What is recorded is damaged.
        case failed
    }

    /// Whether it can be made out where they are, and is not yet.
    var isToBeMadeOut: Bool { if case .notBegun = progress { true } else { false } }
    var isMadeOut: Bool { if case .done = progress { true } else { false } }

    /// Learns of positions that are recorded, in the order of times, and arrived at `arrival`, milliseconds since 1970.
    mutating func follow(_ positions: ArraySlice<Position>, at arrival: Int64) {
        switch progress {
        // They are among what will be read.
        case .notBegun, .failed: return
        case .underWay(var pending):
            progress = .notBegun
            pending += positions.map { ($0, arrival) }
            progress = .underWay(pending)
        case .done:
            for position in positions { rule.follow(position, at: arrival, sharing, hiding) }
        }
    }

    init(_ sharing: Sharing, at revision: Int, _ key: PersonKey) {
        (self.sharing, self.revision, self.key) = (sharing, revision, key)
        hiding = Hiding(key)
        friendsMark = KeyedDraw(key, for: "mark for friends 1").word(of: [])
        publicMark = Self.mark(of: sharing.pseudonym, key)
        foldedPseudonym = Self.folded(sharing.pseudonym)
        circleMarks = KeyedDraw(key, for: "mark in a circle 1")
    }

    /// The key that counts a person in statistics; `nil` for a person who does not take part.
    var keyInStatistics: PersonKey? { revision > 0 && sharing.countsInStatistics ? key : nil }

    /// Positions as they are kept: the home area replaces every position in it.
    func concealed(_ found: [Position]) -> [Position] {
        found.map { position in
            // Where the person named no area, it is the square that holds the whole town.
            let home = sharing.home(at: position.point) ?? HomeGrid(divided: [:]).cell(of: position.point)
            guard sharing.isAtHome(position.point, at: position.time), let home else { return position }
            // Speed and course go, too: several of them must not add up to a place.
            var concealed = Position(time: position.time, point: home.middle)
            concealed.isAtHome = true
            concealed.batteryPercent = position.batteryPercent
            return concealed
        }
    }

    func mark(in circle: CircleID) -> UInt64 { circleMarks.word(of: circle.bytes) }

    /// One that is no name any more is nobody's.
    private static func folded(_ pseudonym: String?) -> String? {
        pseudonym.flatMap { try? AccountName($0) }?.folded
    }

    private static func mark(of pseudonym: String?, _ key: PersonKey) -> UInt64 {
        KeyedDraw(key, for: "mark for everybody 1").word(of: Array((pseudonym ?? "").utf8))
    }

    /// What others are told of a person at `time`.
    func published(of person: AccountID, in circles: [Circle], at time: Int64) -> People.Published {
        let (exact, fuzzy) = (rule.exact.published(at: time), rule.fuzzy.published(at: time))
        let seen = { (precision: Sharing.Precision, circle: CircleID?) -> People.Seen? in
            guard let found = precision == .exact ? exact : fuzzy, time - found.last <= Self.friendMemory else {
                return nil
            }
            return People.Seen(
                person: person, circle: circle, pseudonym: nil,
                mark: circle.map { mark(in: $0) } ?? friendsMark, whereabouts: found,
                isExact: precision == .exact)
        }
        let everybody = sharing.pseudonym.flatMap { pseudonym -> People.Seen? in
            guard let fuzzy, time - fuzzy.last <= Self.publicMemory else { return nil }
            return People.Seen(person: nil, pseudonym: pseudonym, mark: publicMark, whereabouts: fuzzy, isExact: false)
        }
        var published = People.Published(friends: sharing.friends.flatMap { seen($0, nil) }, everybody: everybody)
        for circle in circles {
            // Whoever joined may be anybody.
            let one = circle.members[person].flatMap { seen($0, circle.id) }
            published.circles[circle.id] = one.flatMap { time - $0.whereabouts.last <= Self.publicMemory ? $0 : nil }
        }
        return published
    }
}
