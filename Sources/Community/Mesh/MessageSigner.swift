import GeoCore
package import Gossip

/// Keys with which a node signs for people who write at it without a key of their own.
package protocol AuthorKeys: Sendable {
    /// The place of the node's mesh.
    var place: PlaceCode { get }
    /// Returns the key of an account, or of a guest's one post.
    func key(of signer: SignerID) -> SignerKey
}

/// One for whom a node signs: an account, by its id, the guest who wrote one post, or the node's own command line.
package enum Signer {}
package typealias SignerID = ID<Signer>

/// Who wrote something at this node, and the key by which other nodes know them.
package struct MessageSigner: Sendable, Equatable {
    package let id: SignerID
    package let key: SignerKey
    package let place: PlaceCode

    package init(id: SignerID, key: SignerKey, place: PlaceCode) { (self.id, self.key, self.place) = (id, key, place) }

    /// An account, or the node's command line.
    package init(_ account: AccountID?, _ keys: some AuthorKeys) {
        let id = account.map { $0.subject } ?? SubjectID(high: 0, low: 0)
        self.init(id: SignerID(id), key: keys.key(of: SignerID(id)), place: keys.place)
    }

    /// `guest` are the random bytes of a guest's post: nobody can tell that two posts are of the same guest.
    package init(_ account: AccountID?, orGuest guest: PostID, _ keys: some AuthorKeys) {
        let id = SignerID(account?.subject ?? guest.subject)
        self.init(id: id, key: keys.key(of: id), place: keys.place)
    }
}

/// A message that waits for its signature and for being sent.
package struct OutgoingMessage: Sendable {
    package let number: Int64
    package let signer: SignerID
    /// What it is about, or makes.
    package let subject: SubjectID
    package let draft: MessageDraft

    package init(number: Int64, signer: SignerID, subject: SubjectID, draft: MessageDraft) {
        (self.number, self.signer, self.subject, self.draft) = (number, signer, subject, draft)
    }
}

extension NewPost {
    /// Returns the message that makes this post at `time`, and what it says about it. `nil` for a post that does not
    /// leave this node: one of a simulated visitor, and one too long for a message. Its picture comes in a message of
    /// its own.
    package func message(at time: HybridTime) -> (draft: MessageDraft, mark: PostMark)? {
        guard let signer, !isSimulated, !message.isEmpty || picture != nil else { return nil }
        let fields = PostBody(self).fields
        let length = fields.reduce(0) { $0 + 3 + $1.value.count }
        guard length <= MessageClass.posts.maximumBody else { return nil }
        let draft = MessageDraft(.post, in: signer.place, at: time, by: signer.key, fields)
        let mark = PostMark(
            author: signer.key, first: draft.id, text: MessageOrder(time: time, id: draft.id), signer: signer)
        return (draft, mark)
    }
}

extension PostBody {
    fileprivate init(_ post: NewPost) {
        let location = post.location.map { location in
            Location(
                point: location.point, facing: location.facing, speed: location.speed, place: location.place,
                accuracyDecimetres: location.accuracyMetres.flatMap { UInt32(exactly: ($0 * 10).rounded()) })
        }
        self.init(text: post.message, name: post.author.name, location: location, written: post.written)
    }
}

extension PostMark {
    /// Gives the post another text, by a message later than all about it here, and returns the message. `now` is a
    /// reading of the store's clock. Throws `notAllowed` if the author's key is elsewhere.
    package mutating func edit(
        _ post: PostID, to text: String, at now: HybridTime
    ) throws(CommunityFault) -> MessageDraft {
        guard let signer else { throw .notAllowed }
        try Timeline.check(text, "message", maximum: Timeline.messageLength)
        let time = max(now, HybridTime(rawValue: self.text.time.rawValue + 1))
        let draft = MessageDraft(
            .edit, in: signer.place, at: time, by: author, about: post.subject,
            EditBody(of: post.subject, text: text).fields)
        self.text = MessageOrder(time: time, id: draft.id)
        return draft
    }

    /// Returns the message that deletes the post; `nil` if the author's key is elsewhere.
    package func deletion(of post: PostID, at now: HybridTime) -> MessageDraft? {
        signer.map { MessageDraft(.deletion, in: $0.place, at: now, by: author, about: post.subject, []) }
    }
}
