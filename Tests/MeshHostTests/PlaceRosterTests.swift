import Crypto
import GeoCore
import Gossip
import Mesh
import MeshHost
import Testing

@Suite struct PlaceRosterTests {
    private let place = Ed25519Signer(Curve25519.Signing.PrivateKey())
    private let people = (0..<4).map { _ in Ed25519Signer(Curve25519.Signing.PrivateKey()) }

    private func message(
        _ entry: some RosterEntry, at time: Timestamp, by author: Ed25519Signer? = nil, in code: PlaceCode? = nil
    ) throws -> Message {
        let author = author ?? place
        return try author.signed(
            entry.draft(
                in: code ?? PlaceCode(of: place.key), at: HybridTime(milliseconds: time), by: author.key))
    }

    private func roster(_ messages: [Message]) -> PlaceRoster { PlaceRoster(place: place.key, messages) }

    @Test func `words on one person, and changes of one field of the guide, replace each other`() throws {
        let roster = roster([]), entry = try #require(SubjectID(Array(0..<16)))
        func register(_ kind: MessageKind, at time: Timestamp, _ fields: [BodyField]) throws -> SubjectID? {
            roster.register(
                of: try place.signed(
                    MessageDraft(
                        kind, in: PlaceCode(of: place.key), at: HybridTime(milliseconds: time), by: place.key,
                        about: entry, fields)))
        }
        func change(_ field: UInt8, _ value: UInt8, at time: Timestamp) throws -> SubjectID? {
            try register(.guideChange, at: time, GuideChangeBody(of: entry, field: field, value: [value]).fields)
        }
        let first = try #require(try change(1, 7, at: 1))
        #expect(try change(1, 8, at: 2) == first)
        #expect(try change(2, 7, at: 1) != first)
        #expect(try register(.deletion, at: 1, []) == nil)
        // What one author wrote is still there where operators hide what another one did.
        let body = GuideChangeBody(of: entry, field: 1, value: [7])
        let others = try people[0].signed(
            MessageDraft(
                .guideChange, in: PlaceCode(of: place.key), at: HybridTime(milliseconds: 1), by: people[0].key,
                about: entry, body.fields))
        #expect(roster.register(of: others) != first && roster.register(of: others) != nil)
        let named = try message(NameEntry(people[0].key, name: "anna"), at: 1)
        #expect(roster.register(of: named) == named.about)
    }

    @Test func `entries come back from the messages that say them`() throws {
        let key = people[0].key
        let nodes = [
            NodeEntry(key, name: ""), NodeEntry(key, name: "Node é", until: HybridTime(rawValue: 0), invitation: .max),
            NodeEntry(key, name: String(repeating: "x", count: 64), until: HybridTime(rawValue: 5)),
        ]
        for entry in nodes { #expect(NodeEntry(try message(entry, at: 1)) == entry) }
        for entry in [NameEntry(key, name: "anna"), NameEntry(key, name: nil)] {
            #expect(NameEntry(try message(entry, at: 1)) == entry)
        }
        for role in [RoleEntry.Role.none, .curator, .operator] {
            #expect(RoleEntry(try message(RoleEntry(key, role), at: 1)) == RoleEntry(key, role))
        }
        for target in [ModerationEntry.Target.message, .author, .node] {
            let entry = ModerationEntry(target, key.bytes, isHidden: target == .author)
            #expect(ModerationEntry(try message(entry, at: 1)) == entry)
        }
    }

    @Test func `what is too long, about another key or of another form says nothing`() throws {
        let key = people[0].key, about = SubjectID(key.bytes.bytes.prefix(16))
        func made(_ kind: MessageKind, about subject: SubjectID?, _ fields: [(UInt8, [UInt8])]) throws -> Message {
            try place.signed(
                MessageDraft(
                    kind, in: PlaceCode(of: place.key), at: HybridTime(rawValue: 1), by: place.key, about: subject,
                    fields.map { BodyField(tag: $0.0, value: $0.1) }))
        }
        let bytes = key.bytes.bytes
        #expect(NodeEntry(try made(.nodes, about: about, [(1, bytes), (2, [])])) != nil)
        let bad: [[(UInt8, [UInt8])]] = [
            [], [(1, bytes)], [(2, [65])], [(1, Array(bytes.dropLast())), (2, [])], [(1, bytes), (2, [0xff])],
            [(1, bytes), (2, [UInt8](repeating: 65, count: 65))], [(1, bytes), (2, [10])],
            [(1, bytes), (2, []), (3, [0])], [(1, bytes), (2, []), (4, [])],
        ]
        for fields in bad { #expect(NodeEntry(try made(.nodes, about: about, fields)) == nil) }
        #expect(NodeEntry(try made(.nodes, about: nil, [(1, bytes), (2, [])])) == nil)
        #expect(NodeEntry(try made(.nodes, about: SubjectID(high: 1, low: 1), [(1, bytes), (2, [])])) == nil)
        #expect(NodeEntry(try made(.names, about: about, [(1, bytes), (2, [65])])) == nil)
        #expect(NameEntry(try made(.names, about: about, [(1, bytes), (2, [])])) == nil)
        for role: [UInt8] in [[], [3], [0, 0]] {
            #expect(RoleEntry(try made(.roles, about: about, [(1, bytes), (2, role)])) == nil)
        }
        let author = SubjectID(bytes.prefix(15) + [2])
        #expect(ModerationEntry(try made(.moderation, about: author, [(1, bytes), (2, [2]), (3, [1])])) != nil)
        #expect(ModerationEntry(try made(.moderation, about: about, [(1, bytes), (2, [2]), (3, [1])])) == nil)
        for (target, hidden): ([UInt8], [UInt8]) in [
            ([0], [1]), ([4], [1]), ([1], [1]), ([2], [2]), ([2], []), ([], [1]),
        ] {
            #expect(
                ModerationEntry(try made(.moderation, about: author, [(1, bytes), (2, target), (3, hidden)])) == nil)
        }
    }

    @Test func `the latest word of the place counts, in any order of arrival`() throws {
        let (a, b, c) = (people[0].key, people[1].key, people[2].key)
        let messages = [
            try message(NodeEntry(a, name: "a"), at: 1), try message(NodeEntry(a, name: "a2"), at: 5),
            try message(NodeEntry(b, name: "b"), at: 2),
            try message(NodeEntry(b, name: "b", until: HybridTime(milliseconds: 100)), at: 3),
            try message(RoleEntry(c, .operator), at: 1), try message(NameEntry(c, name: "chief"), at: 2),
            try message(NameEntry(a, name: "anna"), at: 4, by: people[2]),
            try message(ModerationEntry(.author, people[3].key.bytes, isHidden: true), at: 3, by: people[2]),
        ]
        let expected = roster(messages)
        #expect(expected.nodes.mapValues(\.name) == [a: "a2", b: "b"])
        #expect(expected.names == [c: "chief", a: "anna"])
        #expect(expected.member(a.beginning, at: HybridTime(milliseconds: 1000)) == a)
        #expect(expected.member(b.beginning, at: HybridTime(milliseconds: 99)) == b)
        #expect(expected.member(b.beginning, at: HybridTime(milliseconds: 100)) == nil)
        #expect(expected.member(c.beginning, at: HybridTime(milliseconds: 1)) == nil)
        #expect(!expected.expels(b, at: HybridTime(milliseconds: 99)))
        #expect(expected.expels(b, at: HybridTime(milliseconds: 100)))
        // Nobody has been expelled of whom the roster says nothing.
        for key in [a, c] { #expect(!expected.expels(key, at: HybridTime(milliseconds: 1000))) }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let some = messages.shuffled(using: &generator)
            #expect(roster(some + some.prefix(3)) == expected)
        }
    }

    @Test func `others' words count for nothing`() throws {
        let (a, stranger) = (people[0].key, people[1])
        let messages = [
            try message(NodeEntry(a, name: "a"), at: 1, by: stranger),
            try message(RoleEntry(a, .operator), at: 1, by: stranger),
            try message(NameEntry(a, name: "a"), at: 1, by: stranger),
            try message(ModerationEntry(.author, a.bytes, isHidden: true), at: 1, by: stranger),
            try message(NodeEntry(a, name: "a"), at: 1, in: PlaceCode(rawValue: 1)),
        ]
        #expect(roster(messages) == roster([]))
        // A curator hides nobody, and an operator makes no other.
        let promoted = [
            try message(RoleEntry(stranger.key, .curator), at: 1),
            try message(ModerationEntry(.author, a.bytes, isHidden: true), at: 2, by: stranger),
            try message(RoleEntry(people[2].key, .operator), at: 1),
            try message(RoleEntry(a, .operator), at: 2, by: people[2]),
            try message(NodeEntry(a, name: "a"), at: 2, by: people[2]),
        ]
        let found = roster(promoted)
        #expect(found.roles == [stranger.key: .curator, people[2].key: .operator] && found.nodes.isEmpty)
        #expect(found.verdict(on: MessageFacts(try line(by: people[0]), register: nil)) == .good)
        func mayWrite(_ kind: MessageKind, _ key: SignerKey) -> Bool { found.mayWrite(kind, key, enteredAt: nil) }
        #expect(!mayWrite(.nodes, people[2].key) && mayWrite(.moderation, people[2].key))
        #expect(mayWrite(.guideChange, stranger.key) && !mayWrite(.guideChange, a) && mayWrite(.roomLine, a))
        // Who loses the role loses the words.
        let demoted = roster(promoted + [try message(RoleEntry(stranger.key, .none), at: 9)])
        #expect(demoted.roles == [people[2].key: .operator])
        // What entered before stays.
        for (time, isAllowed) in [(8, true), (9, false), (10, false)] as [(Timestamp, Bool)] {
            let entry = HybridTime(milliseconds: time)
            #expect(demoted.mayWrite(.guideChange, stranger.key, enteredAt: entry) == isAllowed)
            #expect(!demoted.mayWrite(.guideChange, a, enteredAt: entry))
        }
        #expect(!demoted.mayWrite(.guideChange, stranger.key, enteredAt: nil))
    }

    private func line(by author: Ed25519Signer) throws -> Message {
        try author.signed(
            MessageDraft(
                .roomLine, in: PlaceCode(of: place.key), at: HybridTime(rawValue: 1), by: author.key,
                [BodyField(tag: 1, value: [65])]))
    }

    @Test func `operators hide a message, an author or a node, and show it again`() throws {
        let text = try line(by: people[0]), node = people[1]
        let stamped = text.stamped(
            EntryStamp(member: node.key, time: text.time, signature: [UInt8](repeating: 0, count: 64)))
        let facts = MessageFacts(stamped, register: nil)
        let targets: [(ModerationEntry.Target, Bytes32)] = [
            (.message, text.id.digest), (.author, people[0].key.bytes), (.node, node.key.bytes),
        ]
        for (target, subject) in targets {
            let hidden = try message(ModerationEntry(target, subject, isHidden: true), at: 1)
            #expect(roster([hidden]).verdict(on: facts) == .hidden)
            let shown = try message(ModerationEntry(target, subject, isHidden: false), at: 2)
            #expect(roster([shown, hidden]).verdict(on: facts) == .good)
            #expect(
                roster([hidden]).hidden.has(target, subject) && !roster([shown, hidden]).hidden.has(target, subject))
        }
        let all = try targets.enumerated().map {
            try message(ModerationEntry($0.element.0, $0.element.1, isHidden: true), at: Timestamp($0.offset))
        }
        #expect(roster(all.reversed()).hidden.all.map(\.target) == [.node, .author, .message])
    }

    @Test func `deletions are not hidden, unless they say something`() throws {
        let hidden = roster([try message(ModerationEntry(.author, people[0].key.bytes, isHidden: true), at: 1)])
        for (fields, wanted) in [([], Verdict.good), ([BodyField(tag: 200, value: [1])], .hidden)] {
            let deletion = try people[0].signed(
                MessageDraft(
                    .deletion, in: PlaceCode(of: place.key), at: HybridTime(milliseconds: 1), by: people[0].key,
                    about: SubjectID(high: 1, low: 2), fields))
            let stamped = deletion.stamped(
                EntryStamp(member: place.key, time: deletion.time, signature: [UInt8](repeating: 0, count: 64)))
            #expect(hidden.verdict(on: MessageFacts(stamped, register: nil)) == wanted)
        }
    }

    @Test func `one key is hidden as an author and as a node, each for itself`() throws {
        let key = people[0].key.bytes
        let words = try [ModerationEntry.Target.message, .author, .node].map {
            try message(ModerationEntry($0, key, isHidden: true), at: 1)
        }
        #expect(Set(words.map { roster([]).register(of: $0) }).count == 3)
        let other = try message(ModerationEntry(.author, key, isHidden: false), at: 2)
        #expect(roster([]).register(of: other) == roster([]).register(of: words[1]))
    }

    @Test func `the organiser's server is the member that came without an invitation`() throws {
        let (a, b) = (people[0].key, people[1].key)
        #expect(roster([]).organiser == nil)
        let messages = [
            try message(NodeEntry(a, name: "a", invitation: 1), at: 1), try message(NodeEntry(b, name: "b"), at: 2),
        ]
        #expect(roster(messages).organiser?.name == "b")
    }
}
