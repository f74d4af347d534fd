import Community
import GeoCore
import Gossip
import Merging
import Presence
import Stores
import TestSupport
import Testing

/// What operators hide leaves no row, of whatever kind, and what they show again has its row again.
@Suite struct HidingTests {
    private static let clock = TestClock(1_800_000_000_000)

    /// Messages of all kinds that make rows, by some authors, stamped by some members.
    private struct Talk {
        var place = Place()
        let members: [Author]
        let people: [Author]
        private(set) var messages: [Message] = []

        init(_ random: inout SeededGenerator) throws {
            let place = place
            members = (0..<2).map { _ in Author(place: place) }
            people = (0..<3).map { _ in Author(place: place) }
            self.place.curators = Set(people.map(\.key))
            self.place.operators = [people[0].key, people[1].key]
            let posts = try (0..<3).map { number in
                try add(.post, PostBody(text: "post \(number)", name: "n").fields, by: people[number], &random)
            }
            let pins = try (0..<3).map { number in
                let body = HelpPinBody.asks(at: PointE7(latitudeE7: 1, longitudeE7: 2), words: "help \(number)")
                return try add(.helpPin, body.fields, by: people[number], &random)
            }
            for number in 0..<16 {
                let author = people.randomElement(using: &random)!, pin = pins.randomElement(using: &random)!
                switch number % 4 {
                case 0:
                    let post = number % 8 == 0 ? 0 : 1, about = SubjectID(madeBy: posts[post].order)
                    try add(
                        .edit, about: about, EditBody(of: about, text: "edit \(number)").fields, by: people[post],
                        &random)
                case 1 where number < 8:
                    let body = HelpPinBody.resolves(SubjectID(madeBy: pin.order))
                    try add(.helpPin, about: body.about, body.fields, by: author, &random)
                case 2:
                    let feature = Overlay.Feature(
                        kind: .stage, name: "\(number)", place: .point(PointE7(latitudeE7: 1, longitudeE7: 2)))
                    try add(.overlay, OverlayBody([feature]).fields ?? [], by: author, &random)
                default: try addReport(Int.random(in: 0...60, using: &random), &random)
                }
            }
            for _ in 0..<16 { try addChange(&random) }
        }

        @discardableResult
        private mutating func add(
            _ kind: MessageKind, about: SubjectID? = nil, _ fields: [BodyField], by author: Author,
            from member: Author? = nil, _ random: inout SeededGenerator
        ) throws -> Message {
            let time = HidingTests.clock.now - Int64.random(in: 0...1000, using: &random)
            let message = try author.message(kind, at: time, about: about, fields)
            let member = member ?? members.randomElement(using: &random)!
            let signature = [UInt8](repeating: 0, count: 64)
            let stamped = message.stamped(EntryStamp(member: member.key, time: message.time, signature: signature))
            messages.append(stamped)
            return stamped
        }

        private mutating func addReport(_ minutes: Int, _ random: inout SeededGenerator) throws {
            let member = members.randomElement(using: &random)!
            let body = QueueBody(place: Int64.random(in: 0...1, using: &random), minutes: minutes)
            try add(.queueReport, body.fields, by: member, from: member, &random)
        }

        /// A change of one of two venues, or of their order.
        private mutating func addChange(_ random: inout SeededGenerator) throws {
            let venues = (1...2).map { SubjectID(high: 0x0190_0000_0000_7000, low: 1 << 63 | UInt64($0)) }
            let venue = venues.randomElement(using: &random)!
            let (about, field, value): (SubjectID, GuideField, [UInt8]?) =
                switch Int.random(in: 0...3, using: &random) {
                case 0: (venue, .presence, Bool.random(using: &random) ? [0] : nil)
                case 1: (GuideList.venues.subject.subject, .order, venues.shuffled(using: &random).flatMap(\.bytes))
                case 2: (venue, .text, Array("text \(Int.random(in: 0...9, using: &random))".utf8))
                default: (venue, .name, Array("name \(Int.random(in: 0...9, using: &random))".utf8))
                }
            let body = GuideChangeBody(of: about, field: field.rawValue, value: value)
            try add(.guideChange, about: about, body.fields, by: people.randomElement(using: &random)!, &random)
        }
    }

    /// A server with all rows, and the messages that its node keeps.
    private struct Server {
        let node: Node
        let queues: Queues
        let merge: MeshMerge
        var place: Place
        private var all: [Message] = []
        private let folder: TemporaryFolder

        init(_ kind: Node.Kind, _ place: Place) throws {
            folder = try TemporaryFolder()
            self.place = place
            let node = try Node(kind, 1, of: place, HidingTests.clock)
            let store: any QueueStore =
                switch kind {
                case .memory: MemoryPresenceStore()
                case .sqlite: try SQLitePresenceStore(path: folder.file("presence.sqlite"))
                }
            queues = Queues(store: store, now: { HidingTests.clock.now }, localMinutes: { $0 / 60_000 })
            merge = MeshMerge(store: node.store, queues: queues, keys: node.keys, now: { HidingTests.clock.now })
            self.node = node
        }

        mutating func take(_ message: Message) async throws {
            all.append(message)
            if !isHidden(message) { _ = try await merge.take(message, place) }
        }

        /// Nodes refuse hidden posts, too; those that they had keep their rows.
        private func isHidden(_ message: Message) -> Bool {
            message.author.map { place.hides(message.id, by: $0, enteredAt: message.stamp?.member) } ?? false
        }

        /// Does as a node and the rows' keeper do when operators hide something, or show it again.
        mutating func follow(_ new: Place) async throws {
            let before = all.map(isHidden)
            place = new
            for (message, wasHidden) in zip(all, before) where isHidden(message) != wasHidden {
                if !wasHidden, message.kind != .post {
                    let others = all.filter { $0.about == message.about && $0.kind == message.kind && !isHidden($0) }
                    let posts = all.filter { $0.kind == .post && !isHidden($0) }
                    _ = try await merge.takeBack(message, message.kind == .edit ? others + posts : others, place)
                } else if wasHidden {
                    _ = try await merge.take(message, place)
                }
            }
            for message in all where message.kind == .post {
                _ = try await merge.moderate(.message(message.id), place)
            }
        }

        func rows() async throws -> [String] {
            let posts = try await node.posts().filter { $0.state == .shown }.map { "post \($0.id) \($0.message)" }
            let pins = try await node.store.helpPins(at: HidingTests.clock.now).map { "pin \($0.words)" }
            let guide = try await node.store.guide().filter { $0.draft.isPublished && !$0.isDeleted }.map {
                "guide \($0.id) \($0.content)"
            }
            let queues = try await queues.now().map { "queue \($0.place.rawValue) \($0.queue)" }
            let stages = try await node.store.overlay().published.map { "stage \($0.name ?? "")" }
            return posts + pins + guide + queues + stages
        }
    }

    /// Hides or shows one message, person or member.
    private func change(_ place: inout Place, _ talk: Talk, _ random: inout SeededGenerator) {
        switch Int.random(in: 0...9, using: &random) {
        case 0: place.hiddenAuthors.formSymmetricDifference([talk.people.randomElement(using: &random)!.key])
        case 1: place.hiddenNodes.formSymmetricDifference([talk.members.randomElement(using: &random)!.key.beginning])
        default: place.hiddenMessages.formSymmetricDifference([talk.messages.randomElement(using: &random)!.id])
        }
    }

    @Test(arguments: Node.Kind.allCases)
    func `rows are those of the messages that operators do not hide, in whatever order`(kind: Node.Kind) async throws {
        var random = SeededGenerator(seed: kind == .memory ? 11 : 12), differing = 0
        for _ in 0..<(kind == .memory ? 60 : 8) {
            let talk = try Talk(&random)
            var place = talk.place, server = try Server(kind, place)
            for message in talk.messages.shuffled(using: &random) {
                try await server.take(message)
                guard Int.random(in: 0...2, using: &random) == 0 else { continue }
                change(&place, talk, &random)
                try await server.follow(place)
            }
            let wanted = try await rows(of: talk, as: place, kind, &random)
            #expect(try await server.rows() == wanted)
            let all = try await rows(of: talk, as: talk.place, kind, &random)
            if wanted != all { differing += 1 }
            try await server.follow(talk.place)
            #expect(try await server.rows() == all)
        }
        #expect(differing > 0)
    }

    /// The rows of a server that never heard of the hidden messages.
    private func rows(
        of talk: Talk, as place: Place, _ kind: Node.Kind, _ random: inout SeededGenerator
    ) async throws -> [String] {
        var server = try Server(kind, place)
        for message in talk.messages.shuffled(using: &random) { try await server.take(message) }
        return try await server.rows()
    }

    @Test(arguments: Node.Kind.allCases)
    func `a deletion holds, also one by somebody whom operators hide`(kind: Node.Kind) async throws {
        let author = Author(place: Place())
        var place = Place(), server = try Server(kind, place)
        let post = try author.message(.post, at: Self.clock.now, PostBody(text: "soup", name: "n").fields)
        let about = SubjectID(madeBy: post.order)
        let deletion = try author.message(.deletion, at: Self.clock.now + 1, about: about, [])
        for message in [post, deletion] { try await server.take(message) }
        place.hiddenAuthors = [author.key]
        #expect(!place.takesBack(deletion))
        #expect(try await server.merge.takeBack(deletion, [post], place) == .notMerged)
        #expect(try await server.node.store.post(PostID(about))?.state == .deleted)
    }
}
