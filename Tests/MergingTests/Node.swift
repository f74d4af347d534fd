import Community
import Crypto
import Foundation
import GeoCore
import Gossip
import Merging
import Stores
import Synchronization
import TestSupport

/// The tests' support has another type of this name.
typealias Message = Gossip.Message

/// A place, and what its roster says.
struct Place: MergeRoster {
    let code = PlaceCode(rawValue: 0x1122_3344_5566_7788)
    var curators: Set<SignerKey> = []
    var operators: Set<SignerKey> = []
    var accounts: [SignerKey: AccountID] = [:]
    var hiddenMessages: Set<MessageID> = []
    var hiddenAuthors: Set<SignerKey> = []
    var hiddenNodes: Set<UInt64> = []

    func hides(_ message: MessageID, by author: SignerKey, enteredAt entry: UInt64?) -> Bool {
        hiddenMessages.contains(message) || hiddenAuthors.contains(author)
            || entry.map(hiddenNodes.contains) ?? false
    }

    func mayWrite(_ kind: MessageKind, _ author: SignerKey, enteredAt entry: HybridTime?) -> Bool {
        switch kind {
        case .guideChange: curators.contains(author)
        case .overlay, .moderation: operators.contains(author)
        default: true
        }
    }

    func account(of author: SignerKey) -> AccountID? { accounts[author] }
}

/// A clock that tests set.
final class TestClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp) { self.time = Mutex(time) }

    var now: Timestamp {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

/// A node: a store, its timeline, and what merges messages into it.
struct Node {
    enum Kind: CaseIterable { case memory, sqlite }

    let store: any CommunityStore
    let timeline: Timeline
    let merge: MeshMerge
    let keys: DerivedAuthorKeys
    let place: Place
    private let folder: TemporaryFolder

    init(
        _ kind: Kind, _ number: UInt8, of place: Place, _ clock: TestClock, pictures: (any PictureFiles)? = nil,
        mostPictureBytes: Int = .max
    ) throws {
        folder = try TemporaryFolder()
        keys = DerivedAuthorKeys(secret: Array(repeating: number, count: 32), place: place.code)
        self.place = place
        let now: @Sendable () -> Timestamp = { clock.now }
        let store: any CommunityStore =
            switch kind {
            case .memory: MemoryStore()
            case .sqlite: try SQLiteStore(path: folder.file("community.sqlite"))
            }
        self.store = store
        timeline = Timeline(store: store, keys: keys, now: now)
        merge = MeshMerge(
            store: store, keys: keys, pictures: pictures, mostPictureBytes: mostPictureBytes, now: now)
    }

    /// The messages of what was written here since the last call.
    func written() async throws -> [Message] {
        let outgoing = try await merge.outgoing()
        try await merge.sent(outgoing.map(\.number))
        return outgoing.map(\.message)
    }

    func take(_ messages: [Message]) async throws {
        for message in messages { _ = try await merge.take(message, place) }
    }

    /// All posts without what each node has for itself.
    func posts() async throws -> [Post] {
        try await store.posts(changedAfter: HybridTime(rawValue: 0), limit: 1000).map { post in
            Post(
                id: post.id, author: Post.Author(account: nil, name: post.author.name), message: post.message,
                location: post.location, picture: nil, classicLocation: nil, state: post.state, revision: 1,
                created: post.created, written: post.written, changed: post.created)
        }.sorted { $0.id < $1.id }
    }
}

/// Somebody with a key of their own, such as on a phone.
struct Author {
    private let secret = Curve25519.Signing.PrivateKey()
    let place: Place

    var key: SignerKey {
        guard let bytes = Bytes32(Array(secret.publicKey.rawRepresentation)) else { fatalError("32 bytes") }
        return SignerKey(bytes)
    }

    func message(
        _ kind: MessageKind, at time: Int64, about: SubjectID? = nil, _ fields: [BodyField]
    ) throws -> Message {
        let draft = MessageDraft(
            kind, in: place.code, at: HybridTime(milliseconds: time), by: key, about: about, fields)
        return try self.message(of: draft)
    }

    func message(of draft: MessageDraft) throws -> Message {
        try draft.message(signature: Array(secret.signature(for: draft.signedBytes)))
    }
}

struct CryptoSignatures: SignatureChecking {
    func holds(_ signature: ArraySlice<UInt8>, of text: [UInt8], by key: SignerKey) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes.bytes) else { return false }
        return key.isValidSignature(Data(signature), for: text)
    }
}
