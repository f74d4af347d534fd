import Foundation
import GRDB
import GeoCore
import Gossip
import Mesh
import Stores
import Testing

import class TestSupport.TemporaryFolder

/// What every store of the mesh's messages does, tried on each of them.
@Suite struct MessageStoreConformance {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case memory, sqlite

        var testDescription: String { rawValue }

        func make() throws -> (store: any MeshStorage, folder: TemporaryFolder) {
            let folder = try TemporaryFolder()
            switch self {
            case .memory: return (MemoryMessageStore(), folder)
            case .sqlite: return (try SQLiteMessageStore(path: folder.file("mesh.sqlite")), folder)
            }
        }
    }

    private struct Planned: Error {}

    private static let place = PlaceCode(rawValue: 7)
    private static let rooms = [SubjectID(high: 1, low: 2), SubjectID(high: .max, low: .max)]

    /// A line, signed by nobody: stores check no signatures.
    private static func line(_ number: UInt64, in room: SubjectID?, stamped: Bool = false) throws -> Message {
        let author = try #require(Bytes32([UInt8](repeating: 9, count: 32)))
        let draft = MessageDraft(
            .roomLine, in: place, at: HybridTime(rawValue: number << 12), by: SignerKey(author), about: room,
            [BodyField(tag: 1, value: Array("line \(number)".utf8))])
        let message = try draft.message(signature: [UInt8](repeating: 1, count: 64))
        guard stamped else { return message }
        return message.stamped(
            EntryStamp(
                member: SignerKey(author), time: HybridTime(rawValue: .max), signature: [UInt8](repeating: 2, count: 64)
            ))
    }

    private static func stored(_ message: Message, register: SubjectID? = nil, hasBytes: Bool = true) -> StoredMessage {
        StoredMessage(MessageFacts(message, register: register), hasBytes: hasBytes)
    }

    @Test(arguments: Kind.allCases)
    func `a message comes back as it was, with all that is remembered of it`(kind: Kind) throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let messages = [
            Self.stored(try Self.line(1, in: Self.rooms[0], stamped: true), register: Self.rooms[1]),
            Self.stored(try Self.line(.max >> 12, in: nil)),
            Self.stored(try Self.line(3, in: Self.rooms[1]), hasBytes: false),
        ]
        let bytes: [[UInt8]?] = [[1, 2, 3], [], nil]
        for (message, bytes) in zip(messages, bytes) { try store.add(message, bytes) }
        #expect(Self.sorted(try store.records()) == Self.sorted(messages))
        for (message, bytes) in zip(messages, bytes) { #expect(try store.bytes(of: message.facts.id) == bytes) }
        let other = try Self.line(9, in: nil).id
        #expect(try store.bytes(of: other) == nil)
    }

    private static func sorted(_ messages: [StoredMessage]) -> [StoredMessage] {
        messages.sorted { $0.facts.order < $1.facts.order }
    }

    @Test(arguments: Kind.allCases)
    func `messages lose their bytes, or leave with their ids`(kind: Kind) throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let messages = try (0..<4).map { try Self.line($0, in: Self.rooms[0]) }
        for message in messages { try store.add(Self.stored(message), message.bytes) }
        let unknown = try Self.line(9, in: nil).id
        try store.empty([messages[0].id, unknown])
        try store.drop([messages[1].id, unknown])
        #expect(try store.bytes(of: messages[0].id) == nil)
        let left = Self.sorted(try store.records())
        #expect(left.map(\.facts.id) == [messages[0], messages[2], messages[3]].map(\.id))
        #expect(left.map(\.hasBytes) == [false, true, true])
        // A dropped id may come again.
        try store.add(Self.stored(messages[1]), messages[1].bytes)
        #expect(try store.bytes(of: messages[1].id) == messages[1].bytes)
    }

    @Test(arguments: Kind.allCases)
    func `an error undoes all changes of its commit, and later ones hold`(kind: Kind) throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let messages = try (0..<3).map { try Self.line($0, in: Self.rooms[0]) }
        try store.add(Self.stored(messages[0]), messages[0].bytes)
        #expect(throws: Planned.self) {
            try store.inOneCommit {
                try store.add(Self.stored(messages[1]), messages[1].bytes)
                try store.drop([messages[0].id])
                try store.setNote("word", to: [1])
                // Within a commit its changes are seen.
                #expect(try store.bytes(of: messages[1].id) == messages[1].bytes)
                throw Planned()
            }
        }
        #expect(try store.records().map(\.facts.id) == [messages[0].id])
        #expect(try store.note("word") == nil)
        try store.inOneCommit {
            try store.inOneCommit { try store.add(Self.stored(messages[2]), messages[2].bytes) }
            try store.setNote("word", to: [2])
        }
        #expect(try store.bytes(of: messages[2].id) == messages[2].bytes)
        #expect(try store.note("word") == [2])
        try store.setNote("word", to: [])
        #expect(try store.note("word") == [])
        try store.setNote("word", to: nil)
        #expect(try store.note("word") == nil)
    }

    @Test(arguments: Kind.allCases)
    func `the newest messages about a subject come in pages`(kind: Kind) throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let lines = try (0..<30).map { try Self.line($0 / 2, in: Self.rooms[Int($0 % 3) / 2]) }
        // Two lines of one time have different rooms or the same bytes.
        var unique: [MessageID: Message] = [:]
        for line in lines { unique[line.id] = line }
        for line in unique.values.shuffled() { try store.add(Self.stored(line), line.bytes) }
        let emptied = try #require(lines.last)
        try store.empty([emptied.id])
        for room in Self.rooms {
            let expected = unique.values.filter { $0.about == room && $0.id != emptied.id }.sorted {
                $0.order > $1.order
            }
            var found: [Message] = [], end: MessageOrder?
            while true {
                let page = try store.newest(.roomLine, about: room, before: end, limit: 4).map {
                    try Message(bytes: $0)
                }
                found += page
                guard page.count == 4 else { break }
                end = page.last?.order
            }
            #expect(found == expected)
            #expect(try store.newest(.post, about: room, before: nil, limit: 4).isEmpty)
            let facts = try store.facts(.roomLine, about: room, by: nil)
            let bytes = try store.newest(.roomLine, about: room, before: nil, limit: .max)
            #expect(try facts.map { try store.bytes(of: $0.id) } == bytes)
            let author = try #require(facts.first?.author)
            #expect(try store.facts(.roomLine, about: room, by: author) == facts)
            #expect(try store.facts(.roomLine, about: room, by: SignerKey(.zero)).isEmpty)
            #expect(try store.facts(.post, about: room, by: nil).isEmpty)
            let summary = try store.subjects(of: .roomLine)[room]
            #expect(summary?.count == expected.count && summary?.newest == expected.first?.time)
        }
        #expect(try store.subjects(of: .post).isEmpty)
    }

    @Test func `a file opened again has what it had`() throws {
        let folder = try TemporaryFolder(), path = folder.file("mesh.sqlite")
        let messages = try (0..<100).map { try Self.line($0, in: Self.rooms[0], stamped: true) }
        do {
            let store = try SQLiteMessageStore(path: path)
            for message in messages { try store.add(Self.stored(message), message.bytes) }
            try store.empty([messages[0].id])
            try store.setNote("known", to: [1, 2])
        }
        let store = try SQLiteMessageStore(path: path)
        #expect(
            Self.sorted(try store.records())
                == messages.enumerated().map { Self.stored($0.element, hasBytes: $0.offset > 0) })
        #expect(try messages.dropFirst().allSatisfy { try store.bytes(of: $0.id) == $0.bytes })
        #expect(try store.note("known") == [1, 2])
        #expect(throws: StoreError.self) { _ = try SQLiteMessageStore(path: path) }
    }

    @Test func `a damaged row stops the store and not the program`() throws {
        let folder = try TemporaryFolder(), path = folder.file("mesh.sqlite")
        let message = try Self.line(1, in: Self.rooms[0])
        do { try SQLiteMessageStore(path: path).add(Self.stored(message), message.bytes) }
        let file = try DatabaseQueue(path: path)
        try file.write { try $0.execute(sql: "UPDATE messages SET kind = 255") }
        try file.close()
        let store = try SQLiteMessageStore(path: path)
        #expect(throws: (any Error).self) { _ = try store.records() }
    }
}
