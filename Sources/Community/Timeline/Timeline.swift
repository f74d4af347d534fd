package import Gossip

/// The rules of the timeline: who may write, read and change which post.
package struct Timeline: Sendable {
    private let store: any PostStore & ReportStore & KeyStore
    /// The maximum number of posts of an account in a day (UTC).
    private let postsPerDay: Int
    private let keys: (any AuthorKeys)?
    private let now: @Sendable () -> Timestamp

    /// With `keys`, posts are signed for the other nodes of the mesh.
    package init(
        store: some PostStore & ReportStore & KeyStore, postsPerDay: Int = AccountLimits().postsPerDay,
        keys: (any AuthorKeys)? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        self.keys = keys
        self.postsPerDay = postsPerDay
        self.store = store
        self.now = now
    }

    /// The maximum number of characters of a message, of a guest's name, of a place's name and of a report's reason.
    package static let messageLength = 4000
    package static let nameLength = 64
    package static let placeLength = 200
    package static let reasonLength = 500
    /// The maximum number of characters of a picture's description.
    package static let pictureTextLength = 500

    /// Adds a post of `author`, once for each `key`. `written` is when its author wrote it, if they say. Throws
    /// `invalid`, `tooOld`, `quotaReached`, and `keyUsed` if the key added a different post.
    package func add(
        _ message: String, by author: Post.Author, at location: PostLocation?, picture: PictureID? = nil,
        pictureText: String = "", classicLocation: String? = nil, key: String? = nil, written: Timestamp? = nil
    ) async throws -> Post {
        if author.account == nil { try Self.checkGuest(author.name) }
        // A picture needs no message.
        if picture == nil || !message.isEmpty { try Self.check(message, "message", maximum: Self.messageLength) }
        if !pictureText.isEmpty {
            try Self.check(pictureText, "picture.text", maximum: Self.pictureTextLength)
        }
        if let location { try Self.check(location.place, "place", maximum: Self.placeLength) }
        let milliseconds = now()
        let key = try IdempotencyKey.sent(
            key, by: author.account, for: ["post", message, author.name, picture?.text ?? ""])
        var late: Timestamp?
        do {
            late = try WritingTime.checked(written, at: milliseconds)
        } catch {
            // The post may have been added in time, and only the answer was lost.
            guard let key, let known = try await store.post(addedWith: key, at: milliseconds) else { throw error }
            return known
        }
        var generator = SystemRandomNumberGenerator()
        var post = NewPost(
            id: PostID(at: milliseconds, using: &generator), author: author, message: message, location: location,
            picture: picture, pictureText: pictureText, classicLocation: classicLocation)
        post.mostOfDay = author.account == nil ? nil : postsPerDay
        post.written = late
        post.signer = keys.map { MessageSigner(author.account, orGuest: post.id, $0) }
        return try await store.add(post, key: key, at: milliseconds)
    }

    /// Forgets the keys that nobody may use any more.
    package func forgetKeys() async throws { try await store.forgetKeys(at: now(), beyond: IdempotencyKey.most) }

    /// Returns how many posts an account wrote today (UTC).
    package func postsToday(by account: AccountID) async throws -> Int {
        try await store.postsOfDay(by: account, at: now())
    }

    /// Adds a post of a simulated visitor, as if at `time`; throws `invalid`.
    package func addSimulated(
        _ message: String, by name: String, at location: PostLocation?, time: Timestamp
    ) async throws {
        try Self.checkGuest(name)
        try Self.check(message, "message", maximum: Self.messageLength)
        var generator = SystemRandomNumberGenerator()
        let post = NewPost(
            id: PostID(at: time, using: &generator), author: Post.Author(account: nil, name: name),
            message: message, location: location, isSimulated: true)
        _ = try await store.add(post, key: nil, at: time)
    }

    /// Deletes a post of a simulated visitor; throws `notFound`, also for any other post.
    package func deleteSimulated(_ id: PostID) async throws {
        guard try await store.post(id)?.isSimulated == true else { throw CommunityFault.notFound }
        _ = try await store.change(id, at: nil, .delete, at: now())
    }

    /// Returns at most `limit` posts, newest first, older than `cursor`.
    package func posts(before cursor: PostCursor?, limit: Int) async throws -> [Post] {
        try await store.posts(before: cursor, limit: limit)
    }

    /// Returns at most `limit` posts that changed after `time`, deleted and hidden ones too, in the order of those
    /// changes.
    package func posts(changedAfter time: HybridTime, limit: Int) async throws -> [Post] {
        try await store.posts(changedAfter: time, limit: limit)
    }

    /// Returns when a post was last added or changed.
    package func lastChange() async throws -> HybridTime { try await store.lastChange() }

    /// Returns a post that `viewer` may see; throws `notFound`. Only its author and operators may see a hidden post.
    package func post(_ id: PostID, for viewer: Account?) async throws -> Post {
        guard let post = try await store.post(id), post.state != .deleted,
            post.state == .shown || viewer.map({ Self.mayChange(post, $0) || $0.role == .operator }) == true
        else { throw CommunityFault.notFound }
        return post
    }

    /// Changes the message of a post that `editor` wrote; throws `notFound`, `notAllowed`, `changedMeanwhile`,
    /// `invalid`.
    package func edit(
        _ id: PostID, at revision: Int?, to message: String, by editor: Account
    ) async throws -> Post {
        let post = try await post(id, for: editor)
        guard Self.mayChange(post, editor) else { throw CommunityFault.notAllowed }
        if post.picture == nil || !message.isEmpty {
            try Self.check(message, "message", maximum: Self.messageLength)
        }
        return try await store.change(id, at: revision, .message(message), at: now())
    }

    /// Deletes a post and returns the picture that went with it; throws `notFound`, `notAllowed`. Authors may delete
    /// their own posts, operators any post.
    @discardableResult
    package func delete(_ id: PostID, by editor: Account) async throws -> PictureID? {
        let post = try await post(id, for: editor)
        guard Self.mayChange(post, editor) || editor.role == .operator else { throw CommunityFault.notAllowed }
        _ = try await store.change(id, at: nil, .delete, at: now())
        return post.picture?.id
    }

    /// Hides a post, or shows it again, and settles the reports about it; throws `notFound`, `notAllowed`.
    package func setHidden(_ isHidden: Bool, _ id: PostID, by editor: Account) async throws -> Post {
        guard editor.role == .operator else { throw CommunityFault.notAllowed }
        return try await store.change(id, at: nil, isHidden ? .hide : .show, at: now())
    }

    /// Reports a post to the operators; throws `notFound`, `invalid`.
    package func report(_ id: PostID, because reason: String, by reporter: Account) async throws {
        try Self.check(reason, "reason", maximum: Self.reasonLength)
        let milliseconds = now()
        var generator = SystemRandomNumberGenerator()
        let report = NewReport(
            id: ReportID(at: milliseconds, using: &generator), post: id, reporter: reporter.id, reason: reason)
        try await store.add(report, at: milliseconds)
    }

    /// Returns at most `limit` posts with unsettled reports, the last reported first; throws `notAllowed`.
    package func reportedPosts(
        before cursor: PostCursor?, limit: Int, for editor: Account
    ) async throws -> [ReportedPost] {
        guard editor.role == .operator else { throw CommunityFault.notAllowed }
        return try await store.reportedPosts(before: cursor, limit: limit)
    }

    /// Returns at most `limit` hidden posts, the last hidden or changed first: all for an operator, otherwise the
    /// viewer's own.
    package func hiddenPosts(before cursor: PostCursor?, limit: Int, for viewer: Account) async throws -> [Post] {
        let author = viewer.role == .operator ? nil : viewer.id
        return try await store.hiddenPosts(of: author, before: cursor, limit: limit)
    }

    /// Settles the reports about a post without changing it; throws `notFound`, `notAllowed`.
    package func dismissReports(of id: PostID, by editor: Account) async throws {
        guard editor.role == .operator else { throw CommunityFault.notAllowed }
        try await store.settleReports(of: id, at: now())
    }

    /// Checks what a post says that was written at another node of the mesh, by the rules for posts written here; throws
    /// `invalid`. All names must be as those of guests: an account's name always is.
    package static func check(_ body: PostBody) throws(CommunityFault) {
        try checkGuest(body.name)
        // A picture needs no message.
        if !body.text.isEmpty { try check(body.text, "message", maximum: messageLength) }
        if let location = body.location { try check(location.place, "place", maximum: placeLength) }
    }

    /// Checks a guest's name: it is one line, has no invisible characters, and does not mislead.
    private static func checkGuest(_ name: String) throws(CommunityFault) {
        try checkLine(name, "name", maximum: nameLength)
        try AccountName.check(ofGuest: name)
    }

    /// Checks a visible name: it is one line without invisible characters.
    package static func checkLine(_ name: String, _ field: String, maximum: Int) throws(CommunityFault) {
        try check(name, field, maximum: maximum)
        let isSeen = name.unicodeScalars.allSatisfy {
            !$0.properties.isDefaultIgnorableCodePoint && !isControl($0)
                && !$0.properties.isBidiControl && !$0.properties.isNoncharacterCodePoint
        }
        guard isSeen, name.first?.isWhitespace == false, name.last?.isWhitespace == false else {
            throw .invalid(field: field, reason: "has invisible characters, or blanks at its ends")
        }
    }

    private static func mayChange(_ post: Post, _ editor: Account) -> Bool { post.author.account == editor.id }

    /// Checks that a text is not empty and has at most `maximum` characters. Characters that only affect the display or
    /// reading of others are allowed inside it, control characters are not.
    package static func check(_ text: String, _ field: String, maximum: Int) throws(CommunityFault) {
        // Bytes come first: counting characters takes time with the bytes, and one character may have any number of
        // bytes.
        guard text.utf8.count <= 8 * maximum, text.count <= maximum else {
            throw .invalid(field: field, reason: "has more than \(maximum) characters")
        }
        guard text.contains(where: { !$0.isWhitespace }) else { throw .invalid(field: field, reason: "is empty") }
        guard text.unicodeScalars.allSatisfy({ !isControl($0) || $0 == "\n" || $0 == "\t" }) else {
            throw .invalid(field: field, reason: "has control characters")
        }
    }

    /// Whether the general category is Cc, whose members never change (Unicode 16, §23.1). The property is
    /// looked up in a table, which is slow for long texts.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }
}
