/// An uploaded picture. A file elsewhere, named by its id, contains its pixels.
package struct Picture: Sendable, Equatable {
    package let id: PictureID
    /// The account that uploaded it; `nil` for guests.
    package let owner: AccountID?
    /// The width of the largest stored size, in pixels.
    package let width: Int
    package let height: Int
    /// The size of all its files on disk, in bytes.
    package let bytes: Int
    /// Whether it belongs to the guide, or is being added to it, and no longer to its owner.
    package let isOfGuide: Bool
    package let created: Timestamp

    package init(
        id: PictureID, owner: AccountID?, width: Int, height: Int, bytes: Int, isOfGuide: Bool, created: Timestamp
    ) {
        self.id = id
        self.owner = owner
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isOfGuide = isOfGuide
        self.created = created
    }

    /// The same picture when the guide or the imprint owns it.
    package var taken: Picture {
        Picture(id: id, owner: nil, width: width, height: height, bytes: bytes, isOfGuide: true, created: created)
    }

    /// The budget that it counts towards.
    package var share: PictureShare { PictureShare(of: owner, isOfGuide: isOfGuide) }
}

package typealias PictureID = ID<Picture>

/// Stores the records of pictures. A call returns when its changes are on disk.
package protocol PictureStore: Sendable {
    /// Adds a picture that nothing shows yet, or returns the picture that `key` added before. Throws `keyUsed` if the key
    /// came with other content, `notFound` if the owner's account no longer exists, and `pictureBudget` if the picture
    /// exceeds `budget`.
    func add(_ picture: Picture, key: IdempotencyKey?, within budget: PictureBudget) async throws -> Picture
    /// Returns the picture that `key` added; `nil` if there is none, or no longer. Throws `keyUsed`.
    func picture(addedWith key: IdempotencyKey, at time: Timestamp) async throws -> Picture?
    /// Returns the bytes of a share's pictures, or of all pictures.
    func pictureBytes(of share: PictureShare?) async throws -> Int
    func picture(_ id: PictureID) async throws -> Picture?
    /// Returns the post that shows a picture.
    func post(showing picture: PictureID) async throws -> Post?
    /// Deletes the records of pictures that were added before `time` and that nothing shows; returns their ids.
    func forgetUnusedPictures(addedBefore time: Timestamp) async throws -> [PictureID]
}

/// A picture in a post or in the guide.
package struct ShownPicture: Sendable, Hashable {
    package let id: PictureID
    package let width: Int
    package let height: Int
    /// A description for people who cannot see it; empty if its author gave none.
    package let text: String

    package init(id: PictureID, width: Int, height: Int, text: String) {
        self.id = id
        self.width = width
        self.height = height
        self.text = text
    }
}

/// The rules of pictures: who may add and see them.
package struct Gallery: Sendable {
    private let store: any PictureStore
    private let budget: PictureBudget
    private let now: @Sendable () -> Timestamp

    package init(store: some PictureStore, budget: PictureBudget, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.budget = budget
        self.now = now
    }

    package var milliseconds: Timestamp { now() }

    /// The time for which a picture may stay unused. A slower author keeps the draft, but must upload the picture
    /// again.
    package static let patience: Milliseconds = UTCDay.milliseconds

    /// Returns a picture with a new id that is not added yet.
    package func draft(width: Int, height: Int, bytes: Int, by owner: AccountID?, isOfGuide: Bool) -> Picture {
        var generator = SystemRandomNumberGenerator()
        let milliseconds = now()
        return Picture(
            id: PictureID(at: milliseconds, using: &generator), owner: owner, width: width, height: height,
            bytes: bytes, isOfGuide: isOfGuide, created: milliseconds)
    }

    /// Throws `pictureBudget` if `bytes` more exceed the budget of a share, or of all pictures together.
    package func checkBudget(_ bytes: Int, for share: PictureShare) async throws {
        try budget.check(
            bytes, for: share, taken: try await store.pictureBytes(of: share),
            byAll: try await store.pictureBytes(of: nil))
    }

    /// Returns the bytes of an account's pictures.
    package func bytes(of account: AccountID) async throws -> Int {
        try await store.pictureBytes(of: .account(account))
    }

    /// Adds a picture whose pixels are on disk, or returns the picture that `key` added before. Throws `keyUsed`,
    /// `notFound` if its owner no longer exists, and `pictureBudget`.
    package func add(_ picture: Picture, key: IdempotencyKey?) async throws -> Picture {
        try await store.add(picture, key: key, within: budget)
    }

    /// Returns the picture that `key` added; `nil` if there is none, or no longer. Throws `keyUsed`.
    package func picture(addedWith key: IdempotencyKey) async throws -> Picture? {
        try await store.picture(addedWith: key, at: now())
    }

    /// Throws `notFound` unless `viewer` may see the picture.
    ///
    /// A picture in a post is visible with that post. Any other picture is visible to its owner, and to readers of the
    /// guide or imprint that shows it.
    package func check(_ id: PictureID, for viewer: Account?, isSeenElsewhere: Bool) async throws {
        guard let picture = try await store.picture(id) else { throw CommunityFault.notFound }
        let post = try await store.post(showing: id)
        if post?.state == .shown || (post == nil && isSeenElsewhere) { return }
        let isOperator = viewer?.role == .operator && post != nil
        guard let viewer, isOperator || viewer.id == picture.owner else { throw CommunityFault.notFound }
    }

    package func isKnown(_ id: PictureID) async throws -> Bool { try await store.picture(id) != nil }

    /// Deletes the records of pictures that stayed unused too long; returns their ids.
    package func forgetUnused() async throws -> [PictureID] {
        try await store.forgetUnusedPictures(addedBefore: now() - Self.patience)
    }
}
