import GeoCore
import Gossip
import Synchronization

extension MemoryStore: GuideMergeStore {
    package func merge(
        _ change: GuideChange, signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) throws -> Bool {
        try merging(at: time, signer) { merging in
            try merging.take(change)
            return merging.hasChanged
        }
    }

    package func takeBack(
        _ change: GuideChange, _ others: [GuideChange], signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        at time: Timestamp
    ) throws -> Bool {
        try merging(at: time, signer) { merging in
            try merging.takeBack(change, others)
            return merging.hasChanged
        }
    }

    package func tellGuide(signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp) throws {
        try merging(at: time, signer) { try $0.tellAll() }
    }

    private func merging<Result: Sendable>(
        at time: Timestamp, _ signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        _ body: (inout GuideMerging<MemoryGuideRows>) throws -> Result
    ) throws -> Result {
        try write { state in
            var merging = GuideMerging(MemoryGuideRows(state: state, time: time), at: time, signer: signer)
            let result = try body(&merging)
            state = merging.rows.state
            return result
        }
    }
}

struct MemoryGuideRows: GuideRows {
    var state: MemoryStore.State
    let time: Timestamp

    func registers(of subject: GuideID) -> [UInt8: FieldRegister] { state.guideRegisters[subject] ?? [:] }

    mutating func set(_ register: FieldRegister, _ field: UInt8, of subject: GuideID) {
        _ = state.clock.learn(register.order.time, at: time)
        state.guideRegisters[subject, default: [:]][field] = register
    }

    func subjects(of field: GuideField, with value: [UInt8]?) -> [GuideID] {
        state.guideRegisters.filter { _, registers in
            guard let found = registers[field.rawValue]?.value else { return false }
            return value == nil || found == value
        }.keys.sorted()
    }

    func entry(_ id: GuideID) -> GuideEntry? { state.guide[id] }

    func allEntries() -> [GuideEntry] { state.guide.values.sorted { $0.id < $1.id } }

    func entries(of list: GuideList) -> [GuideEntry] {
        state.guide.values.filter { !$0.isDeleted && $0.content.kind == list.kind && $0.venue == list.venue }
            .sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
    }

    func editor(of entry: GuideEntry) -> AccountID? {
        state.versions.lastIndex { $0.entry == entry.id }.flatMap { state.editors[$0] }
    }

    mutating func write(_ entry: GuideEntry, isNew: Bool) {
        state.guide[entry.id] = entry
        state.versions.append(
            GuideVersion(
                entry: entry.id, revision: entry.revision, draft: entry.draft, isDeleted: entry.isDeleted, editor: "",
                time: entry.changed))
        state.editors.append(nil)
    }

    mutating func forgetHistory(of entry: GuideID) {
        let kept = state.versions.indices.filter { state.versions[$0].entry != entry }
        (state.versions, state.editors) = (kept.map { state.versions[$0] }, kept.map { state.editors[$0] })
        state.votes[entry] = nil
    }

    mutating func setRank(_ rank: Int, of entry: GuideID, at time: HybridTime) {
        state.guide[entry]?.rank = rank
        state.guide[entry]?.changed = time
    }

    mutating func send(_ draft: MessageDraft, of signer: MessageSigner, about subject: GuideID) {
        state.send(draft, of: signer, about: subject.subject)
    }

    mutating func reading() -> HybridTime { state.clock.reading(at: time) }
}
