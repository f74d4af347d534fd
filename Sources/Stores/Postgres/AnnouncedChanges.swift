import Community
import Presence

/// The changes that a write announces.
///
/// Some follow from the table. Where the row matters, the store names it; if it forgets to, everything may have changed.
struct AnnouncedChanges {
    private(set) var all: Set<PlaceChange> = []
    /// The tables that were changed, and of whose rows the store has to name each.
    private var unnamed: Set<Named> = []

    private enum Named { case sharing, friends, circles }

    private static let byTable: [String: PlaceChange] = [
        "posts": .posts, "guide_entries": .guide, "guide_versions": .guide, "guide_version_pictures": .guide,
        "imprints": .imprint, "imprint_pictures": .imprint, "overlays": .overlay,
        "queue_reports": .queues,
    ]
    private static let named: [String: Named] = [
        "sharing": .sharing, "friends": .friends, "circles": .circles, "circle_members": .circles,
    ]

    /// Notes that a statement changed rows of `table`.
    mutating func changed(_ table: String) {
        if let change = Self.byTable[table] { all.insert(change) }
        if let named = Self.named[table] { unnamed.insert(named) }
    }

    mutating func announce(_ change: PlaceChange) {
        all.insert(change)
        if let named = Self.named(change) { unnamed.remove(named) }
    }

    /// The changes to announce with the commit.
    var complete: Set<PlaceChange> { unnamed.isEmpty ? all : all.union([.everything]) }

    private static func named(_ change: PlaceChange) -> Named? {
        switch change {
        case .sharing: .sharing
        case .friends: .friends
        case .circle: .circles
        case .posts, .guide, .imprint, .overlay, .queues, .account, .positions, .devices, .game, .everything: nil
        }
    }
}

extension PlaceChange {
    /// The number of the kind, and the id, as tables hold them. Released numbers never change.
    var stored: (kind: Int64, id: [UInt8]) {
        switch self {
        case .everything: (0, [])
        case .posts: (1, [])
        case .guide: (2, [])
        case .imprint: (3, [])
        case .overlay: (4, [])
        case .queues: (5, [])
        case .account(let id): (6, id.bytes)
        case .sharing(let person): (7, person.bytes)
        case .positions(let person): (8, person.bytes)
        case .devices(let person): (9, person.bytes)
        case .friends(let person): (10, person.bytes)
        case .circle(let id): (11, id.bytes)
        case .game(let code): (12, Array(code.text.utf8))
        }
    }

    /// The change that tables hold; what this version does not know may be anything.
    init(kind: Int64, id: [UInt8]) {
        self =
            switch kind {
            case 1: .posts
            case 2: .guide
            case 3: .imprint
            case 4: .overlay
            case 5: .queues
            case 6: AccountID(bytes: id).map { .account($0) } ?? .everything
            case 7: AccountID(bytes: id).map { .sharing($0) } ?? .everything
            case 8: AccountID(bytes: id).map { .positions($0) } ?? .everything
            case 9: AccountID(bytes: id).map { .devices($0) } ?? .everything
            case 10: AccountID(bytes: id).map { .friends($0) } ?? .everything
            case 11: CircleID(bytes: id).map { .circle($0) } ?? .everything
            case 12: GameCode(typed: String(decoding: id, as: UTF8.self)).map { .game($0) } ?? .everything
            default: .everything
            }
    }
}
