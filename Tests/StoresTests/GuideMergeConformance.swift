import Community
import Foundation
import GeoCore
import Gossip
import Stores
import TestSupport
import Testing

/// Messages about the guide, made up from a seed: few entries, fields and times, so that venues come after their works
/// and tours, and times are equal.
struct MadeGuideChanges {
    private(set) var all: [GuideChange] = []

    static let ids = (1...6).map { GuideID(SubjectID(high: 0x7000 + UInt64($0) << 16, low: UInt64(1) << 63)) }
    static var venues: [GuideID] { Array(ids[0..<2]) }
    static var works: [GuideID] { Array(ids[2..<4]) }
    static var tours: [GuideID] { Array(ids[4...]) }

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed), number = 0
        func add(_ subject: GuideID, _ field: GuideField, _ values: [[UInt8]?]) {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                number += 1
                let order = MadeMessages.order(Int64.random(in: 1000...1004, using: &random), "\(seed) \(number)")
                let value = values.randomElement(using: &random) ?? nil
                all.append(GuideChange(order, of: subject, field: field.rawValue, value: value))
            }
        }
        func texts(_ words: [String]) -> [[UInt8]?] { words.map { Array($0.utf8) } }
        for (index, id) in Self.ids.enumerated() {
            let venue = Self.venues[index % 2].bytes
            let presence: [UInt8] = index < 2 ? [0] : index < 4 ? [1] + venue : [2]
            // Sometimes an entry becomes something else.
            let other: [UInt8]? = seed % 7 == 0 ? [2] : nil
            add(id, .presence, [presence, presence, presence, other])
            add(id, .name, texts(["a \(index)", "b \(index)", "c"]) + [seed % 3 == 0 ? nil : [65]])
            add(id, .text, texts(["long", "longer"]) + [nil, [0xff]])
            add(
                id, .link,
                texts(["https://a.example", "https://b.example"]) + (seed % 4 == 0 ? texts(["no link"]) : []))
            add(id, .venues, [Self.venues.flatMap(\.bytes), Self.venues[1].bytes, Self.works[0].bytes, nil])
            add(id, .order, [Self.works.reversed().flatMap(\.bytes), Self.works[0].bytes])
        }
        for list in [GuideList.venues, .tours] {
            add(list.subject, .order, [Self.ids.reversed().flatMap(\.bytes), Self.ids.flatMap(\.bytes), [1], nil])
        }
    }

    /// What visitors see of the guide: all lists in their order, found by going through the messages in theirs.
    func shown() -> [GuideID: [ShownEntry]] {
        var values: [GuideID: [UInt8: [UInt8]]] = [:]
        for change in all.sorted(by: { $0.order < $1.order }) {
            values[change.subject, default: [:]][change.field] = change.value
        }
        func text(_ id: GuideID, _ field: GuideField) -> String? {
            values[id]?[field.rawValue].flatMap { String(validating: $0, as: UTF8.self) }
        }
        func isShown(_ id: GuideID, _ kind: UInt8) -> Bool {
            guard let presence = values[id]?[1], presence.first == kind, text(id, .name) != nil else { return false }
            if kind == 0 { return text(id, .link).map { $0.hasPrefix("https") } ?? true }
            if kind == 1 { return isShown(Self.venues.first { $0.bytes == Array(presence[1...]) }!, 0) }
            return !venues(of: id).isEmpty
        }
        func venues(of tour: GuideID) -> [GuideID] {
            let bytes = values[tour]?[14] ?? []
            return stride(from: 0, to: bytes.count, by: 16).map { GuideID(bytes: bytes[$0..<$0 + 16])! }
                .filter { isShown($0, 0) }
        }
        func list(_ ids: [GuideID], by subject: GuideID, kind: UInt8) -> [ShownEntry] {
            let order = values[subject]?[100] ?? []
            let named =
                order.count % 16 == 0 ? stride(from: 0, to: order.count, by: 16).map { Array(order[$0..<$0 + 16]) } : []
            return ids.filter { isShown($0, kind) }.sorted { one, other in
                let places = [one, other].map { id in named.firstIndex(of: id.bytes) ?? .max }
                return places[0] == places[1] ? one < other : places[0] < places[1]
            }.map { id in
                ShownEntry(
                    id: id, name: text(id, .name) ?? "", text: text(id, .text),
                    link: kind == 0 ? text(id, .link) : nil, venues: kind == 2 ? venues(of: id) : [])
            }
        }
        var shown: [GuideID: [ShownEntry]] = [
            GuideList.venues.subject: list(Self.ids, by: GuideList.venues.subject, kind: 0),
            GuideList.tours.subject: list(Self.ids, by: GuideList.tours.subject, kind: 2),
        ]
        for venue in Self.venues where isShown(venue, 0) {
            let works = Self.ids.filter { values[$0]?[1] == [1] + venue.bytes }
            shown[venue] = list(works, by: venue, kind: 1)
        }
        return shown.filter { !$0.value.isEmpty }
    }
}

struct ShownEntry: Equatable {
    let id: GuideID
    let name: String
    let text: String?
    let link: String?
    let venues: [GuideID]

    init(id: GuideID, name: String, text: String?, link: String?, venues: [GuideID]) {
        (self.id, self.name, self.text, self.link, self.venues) = (id, name, text, link, venues)
    }

    init(_ entry: GuideEntry) {
        switch entry.content {
        case .venue(let venue):
            self.init(id: entry.id, name: venue.name, text: venue.description, link: venue.link, venues: [])
        case .work(let work): self.init(id: entry.id, name: work.title, text: work.description, link: nil, venues: [])
        case .tour(let tour):
            self.init(id: entry.id, name: tour.name, text: tour.description, link: nil, venues: tour.venues)
        }
    }
}

extension GuideStore {
    /// What visitors see of the guide: the works of shown venues, and all other shown entries, by list.
    func shown(at time: Timestamp) async throws -> [GuideID: [ShownEntry]] {
        let entries = try await guide().filter { $0.draft.isPublic(at: time) }
        let venues = Set(entries.filter { $0.content.kind == .venue }.map(\.id))
        let seen = entries.filter { $0.venue.map(venues.contains) ?? true }
        return Dictionary(grouping: seen) { GuideList($0).subject }.mapValues { $0.map { ShownEntry($0) } }
    }
}

@Suite(.checksStatements) struct GuideMergeConformance {
    @Test(arguments: StoreKind.allCases)
    func `the same messages in any order and number leave the guide that their order says`(kind: StoreKind)
        async throws
    {
        var lists = 0
        for seed in 0..<(kind == .memory ? UInt64(300) : 15) {
            let changes = MadeGuideChanges(seed: seed), expected = changes.shown()
            lists += expected.count
            var random = SeededGenerator(seed: seed + 1000)
            for _ in 0..<3 {
                let (store, folder) = try kind.make()
                let again = changes.all.filter { _ in Bool.random(using: &random) }
                for change in (changes.all + again).shuffled(using: &random) {
                    let before = try await store.lastGuideChange()
                    let hasChanged = try await store.merge(change, signer: { _ in nil }, at: 5000)
                    let after = try await store.lastGuideChange()
                    #expect((after > before) == hasChanged)
                }
                #expect(try await store.shown(at: 5000) == expected, "seed \(seed)")
                _ = try await store.versions(before: nil, limit: 1000)
                try await store.tellGuide(signer: { _ in signer }, at: 5000)
                #expect(try await store.outgoing(limit: 9).isEmpty, "seed \(seed)")
                #expect(try await store.shown(at: 5000) == expected, "seed \(seed)")
                withExtendedLifetime(folder) {}
            }
        }
        #expect(lists > (kind == .memory ? 200 : 10))
    }

    private let signer = MessageSigner(
        id: SignerID(SubjectID(high: 1, low: 1)), key: MadeMessages.authors[0], place: PlaceCode(rawValue: 1))
}
