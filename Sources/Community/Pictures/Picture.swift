/// A picture that somebody sent. Its pixels are kept elsewhere, under its id.
package struct Picture: Sendable, Equatable {
    package let id: PictureID
    /// Who sent it; `nil` for guests.
    package let owner: AccountID?
    /// In pixels, of the largest size that is kept.
    package let width: Int
    package let height: Int
    /// What all its sizes take on the disk.
    package let bytes: Int
    /// Whether it is the guide's, or is being added to it, and no longer its owner's.
    package let isOfGuide: Bool
    /// Milliseconds since 1970.
    package let created: Int64

    package init(
        id: PictureID, owner: AccountID?, width: Int, height: Int, bytes: Int, isOfGuide: Bool, created: Int64
    ) {
        self.id = id
        self.owner = owner
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isOfGuide = isOfGuide
        self.created = created
    }

    /// The same as the guide or the imprint has it, whose it stays.
    package var taken: Picture {
        Picture(id: id, owner: nil, width: width, height: height, bytes: bytes, isOfGuide: true, created: created)
    }

    /// Whose budget it counts to.
    package var share: PictureShare { PictureShare(of: owner, isOfGuide: isOfGuide) }
}

package typealias PictureID = ID<Picture>

/// Keeps what is known of pictures. What a call has written is on the disk when it returns.
package protocol PictureStore: Sendable {
    /// Adds a picture that nothing shows yet; throws `notFound` when its owner's account has gone, and `pictureBudget`
    /// when it takes more than `budget` leaves.
    func add(_ picture: Picture, within budget: PictureBudget) async throws
    /// The bytes that the pictures of a share take, or all pictures.
    func pictureBytes(of share: PictureShare?) async throws -> Int
    func picture(_ id: PictureID) async throws -> Picture?
    /// The post that shows a picture.
    func post(showing picture: PictureID) async throws -> Post?
    /// Forgets the pictures that were added before `milliseconds` and are shown nowhere, and returns which.
    func forgetUnusedPictures(addedBefore milliseconds: Int64) async throws -> [PictureID]
}

/// A picture as a post or the guide shows it.
package struct ShownPicture: Sendable, Hashable {
    package let id: PictureID
    package let width: Int
    package let height: Int
    /// What is to be seen, for those who do not see it; empty when its author did not say.
    package let text: String

    package init(id: PictureID, width: Int, height: Int, text: String) {
        self.id = id
        self.width = width
        self.height = height
        self.text = text
    }
}

/// The rules of pictures: who may add and see which.
package struct Gallery: Sendable {
    private let store: any PictureStore
    private let budget: PictureBudget
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64

    package init(store: some PictureStore, budget: PictureBudget, now: @escaping @Sendable () -> Int64) {
        self.store = store
        self.budget = budget
        self.now = now
    }

    package var milliseconds: Int64 { now() }

    /// How long a picture may wait to be used, in milliseconds: whoever writes that long has their draft, but sends it
    /// anew.
    package static let patience: Int64 = UTCDay.milliseconds

    /// Returns a picture of this size by `owner`, for the guide or not, with a new id. It is not yet added.
    package func draft(width: Int, height: Int, bytes: Int, by owner: AccountID?, isOfGuide: Bool) -> Picture {
        var generator = SystemRandomNumberGenerator()
        let milliseconds = now()
        return Picture(
            id: PictureID(at: milliseconds, using: &generator), owner: owner, width: width, height: height,
            bytes: bytes, isOfGuide: isOfGuide, created: milliseconds)
    }

    /// Throws `pictureBudget` when `bytes` more are too many for a share, or for all pictures together.
    package func checkBudget(_ bytes: Int, for share: PictureShare) async throws {
        try budget.check(
            bytes, for: share, taken: try await store.pictureBytes(of: share),
            byAll: try await store.pictureBytes(of: nil))
    }

    /// How many bytes the pictures of an account take.
    package func bytes(of account: AccountID) async throws -> Int {
        try await store.pictureBytes(of: .account(account))
    }

    /// Adds a picture whose pixels are kept by now; throws `notFound` when its owner has gone, and `pictureBudget`.
    package func add(_ picture: Picture) async throws { try await store.add(picture, within: budget) }

    /// Throws `notFound` unless `viewer` may see the picture: what a post shows, all who see that post; any other only
    /// its owner, and who sees it in the guide or the imprint.
    package func check(_ id: PictureID, for viewer: Account?, isSeenElsewhere: Bool) async throws {
        guard let picture = try await store.picture(id) else { throw CommunityFault.notFound }
        let post = try await store.post(showing: id)
        if post?.state == .shown || (post == nil && isSeenElsewhere) { return }
        let isOperator = viewer?.role == .operator && post != nil
        guard let viewer, isOperator || viewer.id == picture.owner else { throw CommunityFault.notFound }
    }

    package func isKnown(_ id: PictureID) async throws -> Bool { try await store.picture(id) != nil }

    /// Forgets pictures that waited too long to be used, and returns which.
    package func forgetUnused() async throws -> [PictureID] {
        try await store.forgetUnusedPictures(addedBefore: now() - Self.patience)
    }
}
