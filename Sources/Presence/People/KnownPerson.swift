import Community

/// A person whom others may see: their sharing, their marks and their location.
struct KnownPerson: Sendable {
    /// How long others see a person who reports nothing: a day for the public and for groups and links, a week for
    /// friends.
    private static let publicMemory: Milliseconds = UTCDay.milliseconds
    static let friendMemory: Milliseconds = 7 * UTCDay.milliseconds

    var sharing: Sharing {
        didSet {
            publicMark = Self.mark(of: sharing.pseudonym, key)
            foldedPseudonym = Self.folded(sharing.pseudonym)
        }
    }
    var revision: Int
    let key: PersonKey
    let noise: LocationNoise
    /// A mark lets a viewer follow one person on the map. It derives from the key and from nothing that a viewer could
    /// know. Friends see one mark; the public another, which changes with the pseudonym; each group or link has its
    /// own.
    let friendsMark: UInt64
    private(set) var publicMark: UInt64
    /// The pseudonym as names are compared.
    private(set) var foldedPseudonym: String?
    private let circleMarks: KeyedDraw
    var rule = WhereaboutsRule()
    var progress = Progress.notBegun
    /// The rule before the person changed what they share, and the time of the change. It stays until the person is
    /// located again, because recorded positions may not say what hid them.
    var earlier: (rule: WhereaboutsRule, until: Timestamp)?

    /// How far the server has located the person from recorded positions. Until that is done, nobody sees them.
    enum Progress: Sendable {
        case notBegun
        /// Holds the reports that arrived meanwhile.
        case underWay([(position: Position, arrival: Timestamp)])
        case done
        /// A recorded row is damaged.
        case failed
    }

    var needsLocating: Bool { if case .notBegun = progress { true } else { false } }
    var isLocated: Bool { if case .done = progress { true } else { false } }

    /// Follows recorded positions, in the order of times, that arrived at `arrival`.
    mutating func follow(_ positions: ArraySlice<Position>, at arrival: Timestamp) {
        switch progress {
        // The server will read them from the store.
        case .notBegun, .failed: return
        case .underWay(var pending):
            progress = .notBegun
            pending += positions.map { ($0, arrival) }
            progress = .underWay(pending)
        case .done:
            for position in positions { rule.follow(position, at: arrival, sharing, noise) }
        }
    }

    init(_ sharing: Sharing, at revision: Int, _ key: PersonKey) {
        (self.sharing, self.revision, self.key) = (sharing, revision, key)
        noise = LocationNoise(key)
        friendsMark = KeyedDraw(key, for: "mark for friends 1").word(of: [])
        publicMark = Self.mark(of: sharing.pseudonym, key)
        foldedPseudonym = Self.folded(sharing.pseudonym)
        circleMarks = KeyedDraw(key, for: "mark in a circle 1")
    }

    /// The key that counts a person in statistics; `nil` if they do not take part.
    var keyInStatistics: PersonKey? { revision > 0 && sharing.countsInStatistics ? key : nil }

    /// Returns positions as the server stores them: the home area replaces every position in it.
    func concealed(_ found: [Position]) -> [Position] {
        found.map { position in
            // Without a named area, the area is the square that holds the whole town.
            let home = sharing.home(at: position.point) ?? HomeGrid(divided: [:]).cell(of: position.point)
            guard sharing.isAtHome(position.point, at: position.time), let home else { return position }
            // Speed and course go too: several of them must not reveal a place.
            var concealed = Position(time: position.time, point: home.middle)
            concealed.isAtHome = true
            concealed.batteryPercent = position.batteryPercent
            return concealed
        }
    }

    func mark(in circle: CircleID) -> UInt64 { circleMarks.word(of: circle.bytes) }

    /// A pseudonym that is no longer a valid name belongs to nobody.
    private static func folded(_ pseudonym: String?) -> String? {
        pseudonym.flatMap { try? AccountName($0) }?.folded
    }

    private static func mark(of pseudonym: String?, _ key: PersonKey) -> UInt64 {
        KeyedDraw(key, for: "mark for everybody 1").word(of: Array((pseudonym ?? "").utf8))
    }

    /// Returns what others can see of a person at `time`.
    func published(of person: AccountID, in circles: [Circle], at time: Timestamp) -> People.Published {
        let (exact, approximate) = (rule.exact.published(at: time), rule.approximate.published(at: time))
        let seen = { (precision: Sharing.Precision, circle: CircleID?) -> People.Seen? in
            guard let found = precision == .exact ? exact : approximate, time - found.last <= Self.friendMemory else {
                return nil
            }
            return People.Seen(
                person: person, circle: circle, pseudonym: nil,
                mark: circle.map { mark(in: $0) } ?? friendsMark, whereabouts: found,
                isExact: precision == .exact)
        }
        let everybody = sharing.pseudonym.flatMap { pseudonym -> People.Seen? in
            guard let approximate, time - approximate.last <= Self.publicMemory else { return nil }
            return People.Seen(
                person: nil, pseudonym: pseudonym, mark: publicMark, whereabouts: approximate, isExact: false)
        }
        var published = People.Published(friends: sharing.friends.flatMap { seen($0, nil) }, everybody: everybody)
        for circle in circles {
            // Anybody may have joined.
            let one = circle.members[person].flatMap { seen($0, circle.id) }
            published.circles[circle.id] = one.flatMap { time - $0.whereabouts.last <= Self.publicMemory ? $0 : nil }
        }
        return published
    }
}
