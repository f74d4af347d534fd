import GeoCore
import Synchronization

extension MemoryStore: GuideStore {
    package func add(
        _ entries: [NewGuideEntry], within budget: GuideBudget, by editor: AccountID?, at time: Timestamp
    ) throws -> [GuideEntry] {
        try write { state in
            try budget.check(entries.count, beside: state.guideCount)
            return try entries.map { try Self.add($0, budget.pictures, editor, time, &state) }
        }
    }

    private static func add(
        _ entry: NewGuideEntry, _ budget: PictureBudget, _ editor: AccountID?, _ milliseconds: Timestamp,
        _ state: inout State
    ) throws -> GuideEntry {
        if let venue = entry.venue {
            guard let found = state.guide[venue], !found.isDeleted, found.content.kind == .venue else {
                throw CommunityFault.notFound
            }
        }
        var draft = entry.draft
        draft.content = try takingPictures(of: draft.content, budget, editor, &state)
        let time = state.clock.reading(at: milliseconds)
        let like = state.guide.values.filter { $0.content.kind == draft.content.kind && $0.venue == entry.venue }
        let added = GuideEntry(
            id: entry.id, venue: entry.venue, draft: draft, isDeleted: false,
            rank: (like.map(\.rank).max() ?? -1) + 1, revision: 1, created: time, changed: time)
        try keep(added, by: editor, &state)
        return added
    }

    package func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft?, within budget: GuideBudget, by editor: AccountID?,
        at time: Timestamp
    ) throws -> GuideEntry {
        try write { state in
            guard var entry = state.guide[id] else { throw CommunityFault.notFound }
            guard entry.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: entry.revision)
            }
            if var draft {
                if entry.isDeleted { try budget.check(1, beside: state.guideCount) }
                draft.content = try Self.takingPictures(of: draft.content, budget.pictures, editor, &state)
                if draft == entry.draft, !entry.isDeleted { return entry }
                entry.draft = draft
            }
            entry.isDeleted = draft == nil
            entry.revision += 1
            entry.changed = state.clock.reading(at: time)
            try Self.keep(entry, by: editor, &state)
            return entry
        }
    }

    private static func keep(_ entry: GuideEntry, by editor: AccountID?, _ state: inout State) throws {
        guard editor.map({ state.accounts[$0] != nil }) ?? true else { throw CommunityFault.notFound }
        try checkTours(of: entry, state)
        state.guide[entry.id] = entry
        state.versions.append(
            GuideVersion(
                entry: entry.id, revision: entry.revision, draft: entry.draft, isDeleted: entry.isDeleted, editor: "",
                time: entry.changed))
        state.editors.append(editor)
    }

    /// Throws unless all venues of a tour exist, and no venue is deleted that a tour includes.
    private static func checkTours(of entry: GuideEntry, _ state: State) throws {
        if case .tour(let tour) = entry.content, !entry.isDeleted {
            let isThere = { (id: GuideID) in
                state.guide[id].map { !$0.isDeleted && $0.content.kind == .venue } ?? false
            }
            guard tour.venues.allSatisfy(isThere) else { throw CommunityFault.missingVenue }
        }
        guard entry.isDeleted, entry.content.kind == .venue else { return }
        let tours = state.guide.values.filter { !$0.isDeleted && $0.content.leads(to: entry.id) }
        guard tours.isEmpty else {
            throw CommunityFault.inTours(tours.sorted { $0.rank < $1.rank }.map(\.content.name))
        }
    }

    private static func takingPictures(
        of content: GuideContent, _ budget: PictureBudget, _ editor: AccountID?, _ state: inout State
    ) throws -> GuideContent {
        // The same picture may be there twice. It becomes the guide's once.
        var taken: [PictureID: ShownPicture] = [:]
        return try content.mapPictures { wanted in
            let picture = try taken[wanted.id] ?? guidePicture(wanted, budget, editor, &state)
            taken[wanted.id] = picture
            return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
        }
    }

    private static func guidePicture(
        _ wanted: ShownPicture, _ budget: PictureBudget, _ editor: AccountID?, _ state: inout State
    ) throws -> ShownPicture {
        guard let picture = state.pictures[wanted.id] else { throw CommunityFault.pictureUnavailable }
        if !state.isInGuide(wanted.id) {
            guard picture.owner == editor, !state.isInPost(wanted.id), !state.isInImprint(wanted.id) else {
                throw CommunityFault.pictureUnavailable
            }
            if !picture.isOfGuide {
                // The pictures are on disk already: all pictures together take no more than before.
                try budget.check(picture.bytes, for: .guide, taken: state.pictureBytes(of: .guide), byAll: 0)
            }
            state.pictures[wanted.id] = picture.taken
        }
        return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
    }

    package func purge(_ picture: PictureID, by editor: AccountID?, at time: Timestamp) throws -> PicturePurge {
        try write { state in
            guard state.isInGuide(picture) else { throw CommunityFault.notFound }
            let versions = state.versions.indices.filter { state.versions[$0].draft.content.shows(picture) }
            for index in versions { state.versions[index] = state.versions[index].without(picture) }
            let entries = state.guide.values.filter { $0.content.shows(picture) }
            for var entry in entries {
                entry.draft.content = entry.content.without(picture)
                state.guide[entry.id] = entry
                guard !entry.isDeleted else { continue }
                entry.revision += 1
                entry.changed = state.clock.reading(at: time)
                try Self.keep(entry, by: editor, &state)
            }
            state.pictures[picture] = nil
            return PicturePurge(entries: entries.count { !$0.isDeleted }, versions: versions.count)
        }
    }

    package func order(_ ids: [GuideID], by editor: AccountID?, at milliseconds: Timestamp) throws {
        try write { state in
            guard let first = ids.first, let sample = state.guide[first] else { throw CommunityFault.orderChanged }
            let known = state.guide.values.filter {
                $0.content.kind == sample.content.kind && $0.venue == sample.venue && !$0.isDeleted
            }
            guard known.count == ids.count, Set(known.map(\.id)) == Set(ids) else {
                throw CommunityFault.orderChanged
            }
            let time = state.clock.reading(at: milliseconds)
            for (rank, id) in ids.enumerated() {
                state.guide[id]?.rank = rank
                state.guide[id]?.changed = time
            }
            var rows = MemoryGuideRows(state: state, time: milliseconds)
            try rows.note(editor, of: GuideList(sample))
            state = rows.state
        }
    }

    package func guide() -> [GuideEntry] {
        func place(_ entry: GuideEntry) -> (UInt8, String, Int, GuideID) {
            (entry.content.kind.rawValue, entry.venue?.text ?? "", entry.rank, entry.id)
        }
        return state.withLock { $0.guide.values.filter { !$0.isDeleted } }.sorted { place($0) < place($1) }
    }

    package func entry(_ id: GuideID) -> GuideEntry? { state.withLock { $0.guide[id] } }

    package func lastGuideChange() -> HybridTime {
        state.withLock { $0.guide.values.map(\.changed).max() ?? HybridTime(rawValue: 0) }
    }

    package func versions(before time: HybridTime?, limit: Int) -> [GuideVersion] {
        Array(allVersions().reversed().filter { version in time.map { version.time < $0 } ?? true }.prefix(limit))
    }

    package func version(_ revision: Int, of id: GuideID) -> GuideVersion? {
        allVersions().first { $0.entry == id && $0.revision == revision }
    }

    private func allVersions() -> [GuideVersion] {
        state.withLock { state in
            zip(state.versions, state.editors).map { version, editor in
                GuideVersion(
                    entry: version.entry, revision: version.revision, draft: version.draft,
                    isDeleted: version.isDeleted, editor: editor.flatMap { state.accounts[$0]?.name.text } ?? "",
                    time: version.time)
            }
        }
    }

    package func setVote(
        _ isFor: Bool, for work: GuideID, by account: AccountID, key: IdempotencyKey?, at time: Timestamp
    ) throws {
        try write { state in
            if let key, let _: GuideID = try state.object(of: key, at: time) { return }
            guard let entry = state.guide[work], !entry.isDeleted, entry.content.kind == .work,
                state.accounts[account] != nil
            else { throw CommunityFault.notFound }
            if isFor {
                state.votes[work, default: []].insert(account)
            } else {
                state.votes[work]?.remove(account)
            }
            if let key { state.remember(key, for: work, at: time) }
        }
    }

    package func votes(in venue: GuideID, by account: AccountID?) -> [GuideID: GuideVotes] {
        state.withLock { state in
            state.votes.filter { state.guide[$0.key]?.venue == venue && !$0.value.isEmpty }.mapValues { voters in
                GuideVotes(count: voters.count, isMine: account.map { voters.contains($0) } ?? false)
            }
        }
    }
}

extension GuideVersion {
    fileprivate func without(_ picture: PictureID) -> GuideVersion {
        var draft = draft
        draft.content = draft.content.without(picture)
        return GuideVersion(
            entry: entry, revision: revision, draft: draft, isDeleted: isDeleted, editor: editor, time: time)
    }
}

extension MemoryStore.State {
    /// Whether any version of the guide shows a picture.
    func isInGuide(_ picture: PictureID) -> Bool {
        versions.contains { $0.draft.content.shows(picture) }
    }
}

extension MemoryStore.State {
    /// The number of entries that are not deleted.
    fileprivate var guideCount: Int { guide.values.count { !$0.isDeleted } }
}
