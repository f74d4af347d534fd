package import Community
import Crypto
import Synchronization

/// Manages groups and links: their members, their ends and their access codes.
///
/// The access code of a group or link is derived from its owner's key and stored nowhere. It becomes invalid when that
/// key is destroyed.
///
/// A class because all viewers share its memory of the groups and links.
package final class Circles: Sendable {
    private struct State: Sendable {
        var circles: [CircleID: Circle] = [:]
        var memberships: [AccountID: Set<CircleID>] = [:]
        var isComplete = false

        mutating func set(_ circle: Circle) {
            remove(circle.id)
            circles[circle.id] = circle
            for person in circle.people { memberships[person, default: []].insert(circle.id) }
        }

        mutating func remove(_ id: CircleID) {
            guard let circle = circles.removeValue(forKey: id) else { return }
            for person in circle.people {
                memberships[person]?.remove(id)
                if memberships[person]?.isEmpty == true { memberships[person] = nil }
            }
        }
    }

    private let store: any CircleStore
    /// The most groups and links of one person.
    private let limit: Int
    private let keys: any PersonKeyStore
    private let following: any PlaceFollowing
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    /// One lock for each person, held while their groups and links are counted.
    private let personLocks = KeyedLock<AccountID>()
    /// One lock for each group or link, held while its members change. Take a person's lock first.
    private let circleLocks = KeyedLock<CircleID>()
    private let loading = KeyedLock<Int>()

    init(
        store: some CircleStore, keys: some PersonKeyStore, limit: Int, following: some PlaceFollowing = OnlyServer(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.following = following
        self.limit = limit
        self.store = store
        self.keys = keys
        self.now = now
    }

    // MARK: Membership

    /// Returns the current groups and links of a person, oldest first.
    package func circles(of person: AccountID) async throws -> [Circle] {
        try await complete()
        let time = now()
        return state.withLock { state in
            (state.memberships[person] ?? []).compactMap { state.circles[$0] }.filter { time < $0.ends }
                .sorted { $0.id < $1.id }
        }
    }

    /// Returns the current groups and links of every person who is in one.
    func memberships() async throws -> [AccountID: [Circle]] {
        try await complete()
        let time = now()
        return state.withLock { state in
            state.memberships.mapValues { ids in ids.compactMap { state.circles[$0] }.filter { time < $0.ends } }
        }
    }

    /// Returns the name of a group; `nil` if it does not exist.
    package func name(of id: CircleID) -> String? { state.withLock { $0.circles[id]?.name } }

    // MARK: Opening and joining

    /// Creates a group or link, and calls `follow` once nothing is in the way. Throws `invalid` and `quotaReached`.
    func begin(
        _ kind: Circle.Kind, named name: String, _ precision: Sharing.Precision, until ends: Timestamp,
        by person: AccountID, first follow: () async throws -> Void
    ) async throws -> Circle {
        if kind == .group { try Timeline.checkLine(name, "name", maximum: Circle.nameLength) }
        let time = now()
        guard ends > time, ends - time <= Circle.longest(kind) + Circle.clockError else {
            throw CommunityFault.invalid(
                field: "ends",
                reason: "is not in the next \(Circle.longest(kind) / UTCDay.milliseconds) days")
        }
        return try await counting(person) {
            try await checkRoom(for: person)
            try await follow()
            var generator = SystemRandomNumberGenerator()
            let circle = Circle(
                id: CircleID(at: time, using: &generator), kind: kind, owner: person, name: name, ends: ends,
                members: [person: precision])
            try await store.add(circle)
            state.withLock { $0.set(circle) }
            return circle
        }
    }

    /// Joins the group that `invitation` opens, or changes the precision of the person's location in it. Throws
    /// `notFound`, `invalid` and `quotaReached`.
    func join(
        _ invitation: String, _ precision: Sharing.Precision, by person: AccountID,
        first follow: () async throws -> Void
    ) async throws -> Circle {
        guard let circle = try await circle(opening: invitation, .group) else { throw CommunityFault.notFound }
        return try await counting(person) {
            try await checkRoom(for: person, in: circle.id)
            // This may take a while, and others may join meanwhile.
            try await follow()
            return try await following.alone(with: .members(circle.id)) {
                try await following.catchUp()
                return try await circleLocks.hold(circle.id) {
                    // The group may have ended since.
                    guard var circle = try checkRoom(in: circle.id, for: person) else { throw CommunityFault.notFound }
                    try await store.setMember(person, precision, of: circle.id)
                    circle.members[person] = precision
                    state.withLock { [circle] in $0.set(circle) }
                    return circle
                }
            }
        }
    }

    /// Runs `body`, which counts the groups and links of a person, while no server changes their number.
    private func counting<Result: Sendable>(
        _ person: AccountID, _ body: () async throws -> Result
    ) async throws -> Result {
        try await personLocks.hold(person) {
            try await following.alone(with: .circles(person)) {
                try await following.catchUp()
                return try await body()
            }
        }
    }

    /// Removes a person from a group or link, which ends if its owner leaves. Throws `notFound` if the person is not in
    /// it.
    package func leave(_ id: CircleID, _ kind: Circle.Kind, by person: AccountID) async throws {
        try await complete()
        try await circleLocks.hold(id) {
            guard let circle = state.withLock({ $0.circles[id] }), circle.kind == kind, circle.people.contains(person)
            else { throw CommunityFault.notFound }
            try await leave(circle, by: person)
        }
    }

    private func leave(_ circle: Circle, by person: AccountID) async throws {
        guard circle.owner != person else {
            try await store.removeCircles([circle.id])
            return state.withLock { $0.remove(circle.id) }
        }
        try await store.removeMember(person, of: circle.id)
        var rest = circle
        rest.members[person] = nil
        state.withLock { [rest] in $0.set(rest) }
    }

    /// Throws `quotaReached` if the person is in as many as their quota allows and not in `id`, or `invalid` if `id` is
    /// full.
    private func checkRoom(for person: AccountID, in id: CircleID? = nil) async throws {
        if let id, try checkRoom(in: id, for: person)?.members[person] != nil { return }
        guard try await circles(of: person).count < limit else { throw Circle.tooMany(limit) }
    }

    /// Returns the group or link; `nil` if it does not exist. Throws if it has no room for a person who is not in it
    /// yet.
    private func checkRoom(in id: CircleID, for person: AccountID) throws -> Circle? {
        guard let circle = state.withLock({ $0.circles[id] }) else { return nil }
        guard circle.members[person] != nil || circle.members.count < Circle.maximumMembers else { throw Circle.full }
        return circle
    }

    // MARK: Access codes

    /// Returns the group or link that an access code opens; `nil` for an invalid code or one that has ended.
    package func circle(opening text: String, _ kind: Circle.Kind) async throws -> Circle? {
        guard text.utf8.count <= 200, let split = text.firstIndex(of: "."), let id = CircleID(text: text[..<split])
        else {
            return nil
        }
        try await following.catchUp()
        try await complete()
        guard let circle = state.withLock({ $0.circles[id] }), circle.kind == kind, now() < circle.ends,
            let key = try await keys.key(of: circle.owner, for: .sharing)
        else { return nil }
        return Self.isSame(text, Self.accessCode(of: circle, key)) ? circle : nil
    }

    /// Returns the access code of a group or link; `nil` if its owner has no key.
    package func accessCode(of circle: Circle) async throws -> String? {
        try await keys.key(of: circle.owner, for: .sharing).map { Self.accessCode(of: circle, $0) }
    }

    /// Returns the id and 128 bits that nobody can guess without the key.
    private static func accessCode(of circle: Circle, _ key: PersonKey) -> String {
        let draw = KeyedDraw(key, for: "opener of circles 1")
        // A code that was never renewed stays as it was before codes could be renewed.
        let renewals = circle.renewals == 0 ? [] : Array(String(circle.renewals).utf8)
        let words = [0, 1].map { draw.word(of: circle.id.bytes + [$0] + renewals) }
        return circle.id.text + "." + words.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// Compares two texts in the same time whether they differ or not.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Array(one.utf8)) == SHA256.hash(data: Array(other.utf8))
    }

    // MARK: Ending

    /// Removes all groups and links that have ended.
    package func tidy() async throws {
        try await complete()
        let time = now()
        try await store.removeCircles(endedBy: time)
        state.withLock { state in
            for circle in state.circles.values.filter({ $0.ends <= time }) { state.remove(circle.id) }
        }
    }

    /// Removes a person from all groups and links.
    func forget(_ person: AccountID) async throws { try await leaveAll(of: person, but: []) }

    /// Removes a person from all groups and links but `kept`, and renews the invitations of the groups that they own:
    /// people who saw an earlier invitation cannot join with it.
    package func leaveAll(of person: AccountID, but kept: Set<CircleID>) async throws {
        try await complete()
        try await personLocks.hold(person) {
            for id in state.withLock({ $0.memberships[person] ?? [] }) {
                try await circleLocks.hold(id) {
                    // Others may leave meanwhile, or end a group that they own.
                    guard let circle = state.withLock({ $0.circles[id] }), circle.people.contains(person) else {
                        return
                    }
                    if !kept.contains(id) {
                        try await leave(circle, by: person)
                    } else if circle.owner == person, circle.kind == .group {
                        try await store.renew(id)
                        state.withLock { $0.circles[id]?.renewals += 1 }
                    }
                }
            }
        }
    }

    /// Reads a group or link again, which another server has changed.
    func readAgain(_ id: CircleID) async throws {
        guard state.withLock({ $0.isComplete }) else { return }
        try await circleLocks.hold(id) {
            let circle = try await store.circle(id)
            state.withLock { state in if let circle { state.set(circle) } else { state.remove(id) } }
        }
    }

    /// Forgets all groups and links.
    func dropAll() async {
        await loading.hold(0) { state.withLock { $0 = State() } }
    }

    /// Reads all groups and links, once after the start.
    private func complete() async throws {
        guard !state.withLock({ $0.isComplete }) else { return }
        try await loading.hold(0) {
            guard !state.withLock({ $0.isComplete }) else { return }
            let circles = try await store.circles()
            state.withLock { state in
                for circle in circles { state.set(circle) }
                state.isComplete = true
            }
        }
    }
}
