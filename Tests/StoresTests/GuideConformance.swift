import Community
import GeoCore
import TestSupport
import Testing

/// Without a budget for pictures.
extension GuideStore {
    func add(_ entry: NewGuideEntry, by editor: AccountID, at milliseconds: Int64) async throws
        -> GuideEntry
    {
        try await add([entry], by: editor, at: milliseconds)[0]
    }

    func add(_ entries: [NewGuideEntry], by editor: AccountID?, at milliseconds: Int64) async throws -> [GuideEntry] {
        try await add(entries, within: .unlimited, by: editor, at: milliseconds)
    }

    func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft?, by editor: AccountID?, at milliseconds: Int64
    ) async throws -> GuideEntry {
        try await change(id, at: revision, to: draft, within: .unlimited, by: editor, at: milliseconds)
    }
}

/// What every store does with the guide.
@Suite(.checksStatements) struct GuideConformance {
    private func venue(_ name: String, _ picture: PictureID? = nil) -> GuideDraft {
        GuideDraft(
            content: .venue(
                .init(
                    name: name, address: "Street 1", point: PointE7(latitudeE7: 601_700_000, longitudeE7: -249_400_000),
                    description: "Old", hours: "Mo-Fr 10:00-18:00", link: "https://example.org",
                    picture: picture.map { ShownPicture(id: $0, width: 0, height: 0, text: "A house") })),
            isPublished: true, embargo: 77)
    }

    private func work(_ title: String) -> GuideDraft {
        GuideDraft(
            content: .work(
                .init(
                    title: title, artist: "Somebody", description: "Red", medium: "Oil", width: 24, height: 18.5,
                    unit: .inches, year: -40)),
            isPublished: false)
    }

    private func entry(_ draft: GuideDraft, in venue: GuideID? = nil) -> NewGuideEntry {
        NewGuideEntry(id: Made.id(), venue: venue, draft: draft)
    }

    private func store(_ kind: StoreKind) async throws -> (any CommunityStore, Account, TemporaryFolder) {
        let (store, folder) = try kind.make()
        return (store, try await store.add(Made.account("cura", .curator), at: 1), folder)
    }

    @Test(arguments: StoreKind.allCases)
    func `entries come back as they were written, in order`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let first = try await store.add(entry(venue("A")), by: curator.id, at: 2)
        let second = try await store.add(entry(venue("B")), by: curator.id, at: 3)
        let picture = try await store.add(entry(work("W"), in: second.id), by: curator.id, at: 4)
        let tour = GuideDraft(
            content: .tour(.init(name: "T", description: nil, venues: [second.id, first.id])), isPublished: true)
        let walk = try await store.add(entry(tour), by: curator.id, at: 5)
        #expect(first.draft == venue("A") && first.rank == 0 && second.rank == 1 && picture.rank == 0)
        #expect(try await store.guide() == [first, second, picture, walk])
        #expect(try await store.entry(walk.id) == walk)
        #expect(try await store.lastGuideChange() == walk.changed)
        await #expect(throws: CommunityFault.notFound) {
            _ = try await store.add(entry(work("lost"), in: Made.id()), by: curator.id, at: 6)
        }
        await #expect(throws: CommunityFault.notFound) {
            _ = try await store.add(entry(work("in a work"), in: picture.id), by: curator.id, at: 6)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `of entries that are added together, all are kept or none`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let place = entry(venue("A"))
        let added = try await store.add([place, entry(work("W"), in: place.id)], by: nil, at: 2)
        #expect(try await store.guide() == added)
        await #expect(throws: CommunityFault.notFound) {
            _ = try await store.add([entry(venue("B")), entry(work("W"), in: Made.id())], by: curator.id, at: 3)
        }
        #expect(try await store.guide() == added)
    }

    @Test(arguments: StoreKind.allCases)
    func `a change needs the revision, keeps the former version, and can delete and restore`(kind: StoreKind)
        async throws
    {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let first = try await store.add(entry(venue("A")), by: curator.id, at: 2)
        let changed = try await store.change(first.id, at: 1, to: venue("B"), by: curator.id, at: 3)
        #expect(changed.content.name == "B" && changed.revision == 2 && changed.created == first.created)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 2)) {
            _ = try await store.change(first.id, at: 1, to: venue("C"), by: curator.id, at: 4)
        }
        let deleted = try await store.change(first.id, at: 2, to: nil, by: curator.id, at: 5)
        #expect(deleted.isDeleted && deleted.revision == 3)
        #expect(try await store.guide().isEmpty)
        let back = try await store.change(first.id, at: 3, to: venue("B"), by: curator.id, at: 6)
        #expect(try await store.guide() == [back])
        let versions = try await store.versions(before: nil, limit: 9)
        #expect(versions.map(\.revision) == [4, 3, 2, 1])
        #expect(versions.map(\.draft.content.name) == ["B", "B", "B", "A"])
        #expect(versions.map(\.isDeleted) == [false, true, false, false])
        #expect(versions.allSatisfy { $0.editor == "cura" && $0.entry == first.id })
        #expect(try await store.versions(before: versions[1].time, limit: 1) == [versions[2]])
        #expect(try await store.version(1, of: first.id) == versions[3])
        #expect(try await store.version(9, of: first.id) == nil)
        await #expect(throws: CommunityFault.notFound) {
            _ = try await store.change(Made.id(), at: 1, to: nil, by: curator.id, at: 7)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a tour leads to venues that are there, and they stay while it does`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        func tour(_ name: String, _ venues: [GuideID]) -> GuideDraft {
            GuideDraft(content: .tour(.init(name: name, venues: venues)), isPublished: true)
        }
        let first = try await store.add(entry(venue("A")), by: curator.id, at: 2)
        let second = try await store.add(entry(venue("B")), by: curator.id, at: 2)
        let inside = try await store.add(entry(work("W"), in: first.id), by: curator.id, at: 3)
        for wrong in [Made.id(), inside.id] {
            await #expect(throws: CommunityFault.missingVenue) {
                _ = try await store.add(entry(tour("T", [first.id, wrong])), by: curator.id, at: 4)
            }
        }
        var walks: [GuideEntry] = []
        for name in ["Z", "T"] {
            walks.append(try await store.add(entry(tour(name, [first.id])), by: curator.id, at: 5))
        }
        let before = try await store.guide(), versions = try await store.versions(before: nil, limit: 99)
        await #expect(throws: CommunityFault.inTours(["Z", "T"])) {
            _ = try await store.change(first.id, at: 1, to: nil, by: curator.id, at: 6)
        }
        #expect(try await store.guide() == before)
        #expect(try await store.versions(before: nil, limit: 99) == versions)
        // A tour that was deleted leads nowhere, and does not come back to a venue that has gone.
        _ = try await store.change(walks[0].id, at: 1, to: nil, by: curator.id, at: 7)
        _ = try await store.change(walks[1].id, at: 1, to: tour("T", [second.id]), by: curator.id, at: 7)
        _ = try await store.change(first.id, at: 1, to: nil, by: curator.id, at: 8)
        await #expect(throws: CommunityFault.missingVenue) {
            _ = try await store.change(walks[0].id, at: 2, to: walks[0].draft, by: curator.id, at: 9)
        }
        await #expect(throws: CommunityFault.missingVenue) {
            _ = try await store.change(walks[1].id, at: 2, to: tour("T", [first.id]), by: curator.id, at: 9)
        }
        #expect(try await store.entry(walks[0].id)?.isDeleted == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `a picture stays its owner's when the entry for it is not stored`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let picture = Made.picture(of: curator.id)
        try await store.add(picture, within: .unlimited)
        await #expect(throws: CommunityFault.notFound) {
            _ = try await store.add(
                [entry(venue("A", picture.id)), entry(work("W"), in: Made.id())], by: curator.id, at: 2)
        }
        #expect(try await store.picture(picture.id) == picture)
        let place = try await store.add(entry(venue("A")), by: curator.id, at: 2)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            _ = try await store.change(place.id, at: 7, to: venue("A", picture.id), by: curator.id, at: 3)
        }
        #expect(try await store.picture(picture.id) == picture)
    }

    @Test(arguments: StoreKind.allCases)
    func `an unchanged entry changes nothing`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let picture = Made.picture(of: curator.id)
        try await store.add(picture, within: .unlimited)
        let shown = try await store.add(entry(venue("A", picture.id)), by: curator.id, at: 2)
        let newest = try await store.lastGuideChange()
        // The size of the picture is the store's to know.
        #expect(
            try await store.change(shown.id, at: 1, to: venue("A", picture.id), by: curator.id, at: 3) == shown)
        #expect(try await store.versions(before: nil, limit: 9).count == 1)
        #expect(try await store.lastGuideChange() == newest)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            _ = try await store.change(shown.id, at: 2, to: venue("A", picture.id), by: curator.id, at: 3)
        }
        _ = try await store.change(shown.id, at: 1, to: nil, by: curator.id, at: 4)
        let back = try await store.change(shown.id, at: 2, to: venue("A", picture.id), by: curator.id, at: 5)
        #expect(back.revision == 3 && !back.isDeleted)
    }

    @Test(arguments: StoreKind.allCases)
    func `pictures that become the guide's stay within its budget, however they arrive`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        var budget = GuideBudget.unlimited
        budget.pictures.guide = 20
        let pictures = (0..<3).map { _ in Made.picture(of: curator.id, bytes: 9) }
        for picture in pictures { try await store.add(picture, within: .unlimited) }
        let full = CommunityFault.pictureBudget(.guide, bytes: 20)
        // All of them in one step, each of which alone has room.
        await #expect(throws: full) {
            _ = try await store.add(
                pictures.map { entry(venue("A", $0.id)) }, within: budget, by: curator.id, at: 2)
        }
        #expect(try await store.pictureBytes(of: .guide) == 0)
        let first = try await store.add([entry(venue("A", pictures[0].id))], within: budget, by: curator.id, at: 2)[0]
        _ = try await store.change(
            first.id, at: 1, to: venue("A", pictures[1].id), within: budget, by: curator.id, at: 3)
        await #expect(throws: full) {
            _ = try await store.change(
                first.id, at: 2, to: venue("A", pictures[2].id), within: budget, by: curator.id, at: 4)
        }
        // Its own cost nothing more.
        _ = try await store.change(
            first.id, at: 2, to: venue("A", pictures[0].id), within: budget, by: curator.id, at: 4)
        #expect(try await store.pictureBytes(of: .guide) == 18)
    }

    @Test(arguments: StoreKind.allCases)
    func `a guide has a maximum number of entries, from any source, and room again after deletions`(
        kind: StoreKind
    ) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let budget = GuideBudget(pictures: .unlimited, entries: 3)
        let full = CommunityFault.quotaReached(.guideEntries, limit: 3, secondsLeft: nil)
        let first = try await store.add(
            [entry(venue("A")), entry(venue("B"))], within: budget, by: curator.id, at: 2)[0]
        await #expect(throws: full) {
            _ = try await store.add([entry(venue("C")), entry(venue("D"))], within: budget, by: curator.id, at: 3)
        }
        #expect(try await store.guide().count == 2)
        _ = try await store.change(first.id, at: 1, to: nil, within: budget, by: curator.id, at: 4)
        _ = try await store.add([entry(venue("C")), entry(venue("D"))], within: budget, by: curator.id, at: 5)
        // One that was deleted needs room to come back.
        await #expect(throws: full) {
            _ = try await store.change(first.id, at: 2, to: venue("A"), within: budget, by: curator.id, at: 6)
        }
        let others = try await store.guide().map(\.content.name)
        #expect(others.sorted() == ["B", "C", "D"])
        // Those that are there change as before, also where there are too many.
        let one = try #require(try await store.guide().first)
        let less = GuideBudget(pictures: .unlimited, entries: 1)
        _ = try await store.change(one.id, at: 1, to: venue("E"), within: less, by: curator.id, at: 7)
    }

    @Test(arguments: StoreKind.allCases)
    func `an order names all entries of a kind, each once`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        var ids: [GuideID] = []
        for name in ["A", "B", "C"] {
            ids.append(try await store.add(entry(venue(name)), by: curator.id, at: 2).id)
        }
        let inside = try await store.add(entry(work("W"), in: ids[0]), by: curator.id, at: 3)
        try await store.order([ids[2], ids[0], ids[1]], by: nil, at: 4)
        #expect(try await store.guide().map(\.content.name) == ["C", "A", "B", "W"])
        for wrong in [[], [ids[0], ids[1]], [ids[0], ids[1], inside.id], [ids[0], ids[0], ids[1]], [Made.id()]] {
            await #expect(throws: CommunityFault.orderChanged) { try await store.order(wrong, by: nil, at: 5) }
        }
        try await store.order([inside.id], by: nil, at: 6)
    }

    @Test(arguments: StoreKind.allCases)
    func `a picture becomes the guide's, and stays as long as any version shows it`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let other = try await store.add(Made.account("anna"), at: 1)
        func add(_ owner: Account?) async throws -> PictureID {
            let picture = Made.picture(of: owner?.id)
            try await store.add(picture, within: .unlimited)
            return picture.id
        }
        let mine = try await add(curator), theirs = try await add(other)
        let shown = try await store.add(entry(venue("A", mine)), by: curator.id, at: 2)
        #expect(shown.content.picture == ShownPicture(id: mine, width: 30, height: 20, text: "A house"))
        await #expect(throws: CommunityFault.pictureUnavailable) {
            _ = try await store.add(entry(venue("B", theirs)), by: curator.id, at: 3)
        }
        // Nobody's post takes it away: not as its owner, nor as a guest.
        for author in [curator, nil] {
            let post = NewPost(
                id: Made.id(), author: Post.Author(account: author?.id, name: "x"), message: "x", location: nil,
                picture: mine)
            await #expect(throws: CommunityFault.pictureUnavailable) { _ = try await store.add(post, key: nil, at: 4) }
        }
        let bare = try await store.change(shown.id, at: 1, to: venue("A"), by: curator.id, at: 5)
        #expect(bare.content.picture == nil)
        #expect(try await store.forgetUnusedPictures(addedBefore: 100) == [theirs])
        _ = try await store.change(shown.id, at: 2, to: venue("A", mine), by: curator.id, at: 6)
        #expect(try await store.remove(curator.id, at: 7).isEmpty)
        #expect(try await store.picture(mine)?.owner == nil)
        #expect(try await store.versions(before: nil, limit: 1).first?.editor == "")
        #expect(try await store.guide().map(\.content.picture?.id) == [mine])
    }

    @Test(arguments: StoreKind.allCases)
    func `the building of a venue comes back, and its pictures are the guide's`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        var ids: [PictureID] = []
        for _ in 0..<3 {
            let picture = Made.picture(of: curator.id)
            try await store.add(picture, within: .unlimited)
            ids.append(picture.id)
        }
        func shown(_ id: PictureID, _ text: String) -> ShownPicture {
            ShownPicture(id: id, width: 30, height: 20, text: text)
        }
        let point = PointE7(latitudeE7: 601_700_000, longitudeE7: -249_400_000)
        let plan = FloorPlan(
            picture: shown(ids[1], "The ground floor"), level: try #require(Level("0.5")), label: "M", center: point,
            widthMetres: 42.5, rotationDegrees: 359.9, opacity: 0.25)
        let bare = FloorPlan(picture: shown(ids[1], ""), level: Level(-1), center: point, widthMetres: 1)
        let detail = VenueDetail(
            pictures: [
                VenuePicture(kind: .interior, picture: shown(ids[0], "A hall")),
                VenuePicture(kind: .exterior, picture: shown(ids[2], "")),
            ], plans: [plan, bare],
            entrances: [
                Entrance(point: point, name: "Door", isStepFree: false, level: Level("-1.5")),
                Entrance(point: point),
            ], access: VenueAccess(features: [.lift: true, .hearingLoop: false], note: "Ring"))
        // The sizes are the store's to find.
        func wanted(_ detail: VenueDetail) -> GuideDraft {
            var draft = venue("A")
            guard case .venue(var content) = draft.content else { return draft }
            content.detail = detail
            draft.content = GuideContent.venue(content).mapPictures {
                ShownPicture(id: $0.id, width: 0, height: 0, text: $0.text)
            }
            return draft
        }
        let added = try await store.add(entry(wanted(detail)), by: curator.id, at: 2)
        guard case .venue(let kept) = try #require(try await store.entry(added.id)).content else { return }
        #expect(kept.detail == detail)
        #expect(try await store.version(1, of: added.id)?.draft == added.draft)
        #expect(try await store.forgetUnusedPictures(addedBefore: 100).isEmpty)
        #expect(try await store.picture(ids[1])?.isOfGuide == true)

        // A plan goes with its picture, also from the history.
        #expect(try await store.purge(ids[1], by: curator.id, at: 3) == PicturePurge(entries: 1, versions: 1))
        for draft in [
            try #require(try await store.entry(added.id)).draft,
            try #require(try await store.version(1, of: added.id)).draft,
        ] {
            guard case .venue(let left) = draft.content else { continue }
            #expect(left.detail.plans.isEmpty && left.detail.pictures == detail.pictures)
            #expect(left.detail.entrances == detail.entrances && left.detail.access == detail.access)
        }
        #expect(try await store.picture(ids[1]) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `a picture that is purged is in no entry and no version, and undoing goes on without it`(kind: StoreKind)
        async throws
    {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        var ids: [PictureID] = []
        for _ in 0..<2 {
            let picture = Made.picture(of: curator.id, bytes: 9)
            try await store.add(picture, within: .unlimited)
            ids.append(picture.id)
        }
        let (bad, good) = (ids[0], ids[1])
        let shown = try await store.add(entry(venue("Shown", bad)), by: curator.id, at: 2)
        let changed = try await store.add(entry(venue("Changed", bad)), by: curator.id, at: 3)
        _ = try await store.change(changed.id, at: 1, to: venue("Changed", good), by: curator.id, at: 4)
        let deleted = try await store.add(entry(venue("Deleted", bad)), by: curator.id, at: 5)
        _ = try await store.change(deleted.id, at: 1, to: nil, by: curator.id, at: 6)
        await #expect(throws: CommunityFault.notFound) {
            _ = try await store.purge(Made.id(), by: curator.id, at: 7)
        }

        // No half is kept: a removed editor makes no version.
        let whole = try await store.versions(before: nil, limit: 99)
        await #expect(throws: CommunityFault.notFound) { _ = try await store.purge(bad, by: Made.id(), at: 7) }
        #expect(try await store.versions(before: nil, limit: 99) == whole)
        #expect(try await store.entry(shown.id) == shown)

        #expect(try await store.purge(bad, by: curator.id, at: 8) == PicturePurge(entries: 1, versions: 4))
        #expect(try await store.picture(bad) == nil)
        #expect(try await store.pictureBytes(of: .guide) == 9)
        let now = try #require(try await store.entry(shown.id))
        #expect(now.revision == 2 && now.content.picture == nil && now.content.name == "Shown")
        #expect(try await store.entry(changed.id)?.content.picture?.id == good)
        let gone = try #require(try await store.entry(deleted.id))
        #expect(gone.isDeleted && gone.revision == 2 && gone.content.picture == nil)
        let versions = try await store.versions(before: nil, limit: 99)
        #expect(versions.count == 6 && versions[0].entry == shown.id && versions[0].editor == "cura")
        #expect(versions.compactMap(\.draft.content.picture?.id) == [good])

        // As undoing a deletion does.
        let before = try #require(try await store.version(1, of: deleted.id))
        let back = try await store.change(deleted.id, at: 2, to: before.draft, by: curator.id, at: 9)
        #expect(back.content.picture == nil && !back.isDeleted)
        await #expect(throws: CommunityFault.notFound) { _ = try await store.purge(bad, by: curator.id, at: 10) }
    }

    @Test(arguments: StoreKind.allCases)
    func `a person votes once, and votes go with accounts`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let place = try await store.add(entry(venue("A")), by: curator.id, at: 2)
        let work = try await store.add(entry(work("W"), in: place.id), by: curator.id, at: 3).id
        let people = [
            try await store.add(Made.account("anna"), at: 1), try await store.add(Made.account("ben"), at: 1),
        ]
        for person in people + people { try await store.setVote(true, for: work, by: person.id) }
        #expect(try await store.votes(in: place.id, by: people[0].id) == [work: GuideVotes(count: 2, isMine: true)])
        #expect(try await store.votes(in: place.id, by: nil) == [work: GuideVotes(count: 2, isMine: false)])
        try await store.setVote(false, for: work, by: people[0].id)
        #expect(try await store.votes(in: place.id, by: people[0].id) == [work: GuideVotes(count: 1, isMine: false)])
        try await store.remove(people[1].id, at: 4)
        #expect(try await store.votes(in: place.id, by: nil).isEmpty)
        for (id, voter) in [(place.id, people[0].id), (Made.id(), people[0].id), (work, Made.id())] {
            await #expect(throws: CommunityFault.notFound) { try await store.setVote(true, for: id, by: voter) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a vote that comes again with its key does not undo a later decision`(kind: StoreKind) async throws {
        let (store, curator, folder) = try await store(kind)
        _ = folder
        let place = try await store.add(entry(venue("A")), by: curator.id, at: 2)
        let work = try await store.add(entry(work("W"), in: place.id), by: curator.id, at: 3).id
        func count() async throws -> Int { try await store.votes(in: place.id, by: nil)[work]?.count ?? 0 }
        let vote = try Made.key(of: curator.id, for: "vote")
        try await store.setVote(true, for: work, by: curator.id, key: vote, at: 4)
        #expect(try await count() == 1)
        try await store.setVote(
            false, for: work, by: curator.id, key: Made.key(of: curator.id, for: "back", "another-key-0123"), at: 5)
        try await store.setVote(true, for: work, by: curator.id, key: vote, at: 3 + IdempotencyKey.memory)
        #expect(try await count() == 0)
        await #expect(throws: CommunityFault.keyUsed) {
            try await store.setVote(
                false, for: work, by: curator.id, key: Made.key(of: curator.id, for: "back"), at: 6)
        }
        try await store.setVote(true, for: work, by: curator.id, key: vote, at: 4 + IdempotencyKey.memory)
        #expect(try await count() == 1)
    }
}
