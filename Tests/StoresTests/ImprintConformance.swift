import Community
import GeoCore
import TestSupport
import Testing

/// What every store does with the imprint.
@Suite(.checksStatements) struct ImprintConformance {
    private func store(_ kind: StoreKind) async throws -> (any CommunityStore, Account, TemporaryFolder) {
        let (store, folder) = try kind.make()
        return (store, try await store.add(Made.account("chief", .operator), at: 1), folder)
    }

    private func picture(of owner: Account, in store: any CommunityStore) async throws -> ShownPicture {
        let picture = Made.picture(of: owner.id)
        try await store.add(picture, within: .unlimited)
        return ShownPicture(id: picture.id, width: 0, height: 0, text: "The crew")
    }

    @Test(arguments: StoreKind.allCases)
    func `it is empty at first, comes back as it was written, and a change needs its revision`(kind: StoreKind)
        async throws
    {
        let (store, chief, folder) = try await store(kind)
        _ = folder
        #expect(try await store.imprint() == .empty)
        let told = Imprint.Content(title: "The museum", text: "One.\n\nTwo.", contact: "Door 3")
        let first = try await store.setImprint(told, at: 0, by: chief.id, at: 9)
        #expect(first.content == told && first.revision == 1 && first.changed.milliseconds == 9)
        #expect(try await store.imprint() == first)
        for revision in [0, 2] {
            await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
                _ = try await store.setImprint(.init(), at: revision, by: chief.id, at: 10)
            }
        }
        let empty = try await store.setImprint(.init(), at: 1, by: chief.id, at: 10)
        #expect(try await store.imprint() == empty)
        #expect(empty.content == .init() && empty.revision == 2 && empty.changed > first.changed)
    }

    @Test(arguments: StoreKind.allCases)
    func `its pictures are in use, in order, nobody else's, and stay when their owner goes`(kind: StoreKind)
        async throws
    {
        let (store, chief, folder) = try await store(kind)
        _ = folder
        let other = try await store.add(Made.account("ben", .operator), at: 1)
        let pictures = [try await picture(of: chief, in: store), try await picture(of: chief, in: store)]
        let shown = pictures.map { ShownPicture(id: $0.id, width: 30, height: 20, text: $0.text) }
        let set = { (pictures: [ShownPicture], revision: Int, editor: Account) in
            try await store.setImprint(.init(pictures: pictures), at: revision, by: editor.id, at: 2)
        }
        #expect(try await set(pictures.reversed(), 0, chief).content.pictures == shown.reversed())
        #expect(try await set(pictures, 1, other).content.pictures == shown)
        #expect(try await store.forgetUnusedPictures(addedBefore: 100).isEmpty)
        // No post takes them away, not as a guest's either, nor does the guide.
        for author in [chief, nil] {
            let post = NewPost(
                id: Made.id(), author: Post.Author(account: author?.id, name: "x"), message: "x", location: nil,
                picture: pictures[0].id)
            await #expect(throws: CommunityFault.pictureUnavailable) { _ = try await store.add(post, key: nil, at: 4) }
        }
        let venue = GuideDraft(content: .venue(.init(name: "A", picture: pictures[0])), isPublished: true)
        for editor in [chief.id, nil] {
            await #expect(throws: CommunityFault.pictureUnavailable) {
                _ = try await store.add([NewGuideEntry(id: Made.id(), venue: nil, draft: venue)], by: editor, at: 4)
            }
        }
        #expect(try await store.remove(chief.id, at: 5).isEmpty)
        #expect(try await store.imprint().content.pictures == shown)
        #expect(try await store.pictureBytes(of: .guide) == 14)
        _ = try await set([pictures[1]], 2, other)
        // Nor does it become anybody's again once it was taken out.
        for author in [other, nil] {
            let post = NewPost(
                id: Made.id(), author: Post.Author(account: author?.id, name: "x"), message: "x", location: nil,
                picture: pictures[0].id)
            await #expect(throws: CommunityFault.pictureUnavailable) { _ = try await store.add(post, key: nil, at: 6) }
        }
        #expect(try await store.forgetUnusedPictures(addedBefore: 100) == [pictures[0].id])
        #expect(try await store.imprint().content.pictures == [shown[1]])
    }

    @Test(arguments: StoreKind.allCases)
    func `a picture that is another's, in a post or in the guide is refused, and nothing is changed`(kind: StoreKind)
        async throws
    {
        let (store, chief, folder) = try await store(kind)
        _ = folder
        let ben = try await store.add(Made.account("ben"), at: 1)
        let theirs = try await picture(of: ben, in: store), mine = try await picture(of: chief, in: store)
        let posted = try await picture(of: chief, in: store), guided = try await picture(of: chief, in: store)
        let post = NewPost(
            id: Made.id(), author: Post.Author(account: chief.id, name: "x"), message: "x", location: nil,
            picture: posted.id)
        _ = try await store.add(post, key: nil, at: 2)
        let venue = GuideDraft(content: .venue(.init(name: "A", picture: guided)), isPublished: true)
        _ = try await store.add([NewGuideEntry(id: Made.id(), venue: nil, draft: venue)], by: chief.id, at: 2)
        let unknown = ShownPicture(id: Made.id(), width: 0, height: 0, text: "")
        for wrong in [theirs, posted, guided, unknown] {
            await #expect(throws: CommunityFault.pictureUnavailable) {
                _ = try await store.setImprint(.init(pictures: [mine, wrong]), at: 0, by: chief.id, at: 3)
            }
        }
        #expect(try await store.imprint() == .empty)
        #expect(try await store.picture(mine.id)?.owner == chief.id)
    }
}
