package import Community
import Crypto
import Synchronization

/// The rules of circles: who is in which, until when, and which link or invitation opens one.
///
/// What opens a circle is made of its owner's key, and stored nowhere: it is good for nothing once that key is
/// destroyed.
///
/// A class because it remembers, for all who look, which there are.
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
    /// The most of one person.
    private let limit: Int
    private let keys: any PersonKeyStore
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())
    /// How many somebody is in is counted for one person at a time.
    private let peoplesTurns = KeyedLock<AccountID>()
    /// Who is in a circle changes once at a time; who holds both holds a person's turn first.
    private let circlesTurns = KeyedLock<CircleID>()
    private let loading = KeyedLock<Int>()

    init(
        store: some CircleStore, keys: some PersonKeyStore, limit: Int, now: @escaping @Sendable () -> Int64
    ) {
        self.limit = limit
        self.store = store
        self.keys = keys
        self.now = now
    }

    // MARK: Who is in which

    /// The circles that somebody is in and that have not ended, the oldest first.
    package func circles(of person: AccountID) async throws -> [Circle] {
        try await complete()
        let time = now()
        return state.withLock { state in
            (state.memberships[person] ?? []).compactMap { state.circles[$0] }.filter { time < $0.ends }
                .sorted { $0.id < $1.id }
        }
    }

    /// Of everybody who is in a circle, those that have not ended.
    func memberships() async throws -> [AccountID: [Circle]] {
        try await complete()
        let time = now()
        return state.withLock { state in
            state.memberships.mapValues { ids in ids.compactMap { state.circles[$0] }.filter { time < $0.ends } }
        }
    }

    /// What the members of a group call it; `nil` for one that is not there any more.
    package func name(of id: CircleID) -> String? { state.withLock { $0.circles[id]?.name } }

    // MARK: Opening and joining

    /// Begins one; throws `invalid` and `quotaReached`. Does `follow` before, once nothing is in the way.
    func begin(
        _ kind: Circle.Kind, named name: String, _ precision: Sharing.Precision, until ends: Int64,
        by person: AccountID, first follow: () async throws -> Void
    ) async throws -> Circle {
        if kind == .group { try Timeline.checkLine(name, "name", maximum: Circle.nameLength) }
        let time = now()
        guard ends > time, ends - time <= Circle.longest(kind) + Circle.clockError else {
            throw CommunityFault.invalid(
                field: "ends",
                reason: "is not in the next \(Circle.longest(kind) / 86_400_000) days")
        }
        return try await peoplesTurns.hold(person) {
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

    /// Joins the group that `invitation` leads to, or changes how exactly one is told in it; throws `notFound`,
    /// `invalid` and `quotaReached`.
    func join(
        _ invitation: String, _ precision: Sharing.Precision, by person: AccountID,
        first follow: () async throws -> Void
    ) async throws -> Circle {
        guard let circle = try await circle(opening: invitation, .group) else { throw CommunityFault.notFound }
        return try await peoplesTurns.hold(person) {
            try await checkRoom(for: person, in: circle.id)
            // It may take a while, in which others join.
            try await follow()
            return try await circlesTurns.hold(circle.id) {
                // It may have ended since.
                guard var circle = try checkRoom(in: circle.id, for: person) else { throw CommunityFault.notFound }
                try await store.setMember(person, precision, of: circle.id)
                circle.members[person] = precision
                state.withLock { [circle] in $0.set(circle) }
                return circle
            }
        }
    }

    /// Takes somebody out of a circle; one whose owner leaves ends. Throws `notFound` for one that they are not in.
    package func leave(_ id: CircleID, _ kind: Circle.Kind, by person: AccountID) async throws {
        try await complete()
        try await circlesTurns.hold(id) {
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

    /// Throws `quotaReached` for who is in as many circles as they may, and not in `id`, and when that is full.
    private func checkRoom(for person: AccountID, in id: CircleID? = nil) async throws {
        if let id, try checkRoom(in: id, for: person)?.members[person] != nil { return }
        guard try await circles(of: person).count < limit else { throw Circle.tooMany(limit) }
    }

    /// A circle, where it is there; throws when it has no room for one more who is not in it.
    private func checkRoom(in id: CircleID, for person: AccountID) throws -> Circle? {
        guard let circle = state.withLock({ $0.circles[id] }) else { return nil }
        guard circle.members[person] != nil || circle.members.count < Circle.maximumMembers else { throw Circle.full }
        return circle
    }

    // MARK: What opens one

    /// The circle that a link or an invitation opens; `nil` for what opens none, or none any more.
    package func circle(opening text: String, _ kind: Circle.Kind) async throws -> Circle? {
        guard text.utf8.count <= 200, let split = text.firstIndex(of: "."), let id = CircleID(text: text[..<split])
        else {
            return nil
        }
        try await complete()
        guard let circle = state.withLock({ $0.circles[id] }), circle.kind == kind, now() < circle.ends,
            let key = try await keys.key(of: circle.owner, for: .sharing)
        else { return nil }
        return Self.isSame(text, Self.opener(of: circle, key)) ? circle : nil
    }

    /// What opens a circle; `nil` when its owner has no key any more.
    package func opener(of circle: Circle) async throws -> String? {
        try await keys.key(of: circle.owner, for: .sharing).map { Self.opener(of: circle, $0) }
    }

    /// The id, and 128 bits that nobody can guess without the key.
    private static func opener(of circle: Circle, _ key: PersonKey) -> String {
        let draw = KeyedDraw(key, for: "opener of circles 1")
        // What was never renewed opens as it did before there was renewing.
        let renewals = circle.renewals == 0 ? [] : Array(String(circle.renewals).utf8)
        let words = [0, 1].map { draw.word(of: circle.id.bytes + [$0] + renewals) }
        return circle.id.text + "." + words.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// Takes as long for any two texts.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Array(one.utf8)) == SHA256.hash(data: Array(other.utf8))
    }

    // MARK: Ending

    /// Leaves nothing of those that have ended.
    package func tidy() async throws {
        try await complete()
        let time = now()
        try await store.removeCircles(endedBy: time)
        state.withLock { state in
            for circle in state.circles.values.filter({ $0.ends <= time }) { state.remove(circle.id) }
        }
    }

    /// Takes somebody out of all of them.
    func forget(_ person: AccountID) async throws { try await leaveAll(of: person, but: []) }

    /// Takes somebody out of all circles but `kept`; what opens those that they own is renewed: whoever saw the
    /// invitation cannot join with it any more.
    package func leaveAll(of person: AccountID, but kept: Set<CircleID>) async throws {
        try await complete()
        try await peoplesTurns.hold(person) {
            for id in state.withLock({ $0.memberships[person] ?? [] }) {
                try await circlesTurns.hold(id) {
                    // Others leave meanwhile, and end what is theirs.
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

    /// Takes up all there are, once after the start.
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
