import GeoCore
import Gossip
import Passkeys
import Synchronization

/// Stores a community in memory: for tests, and as the simplest specification of a store.
///
/// A class because its users share its state.
package final class MemoryStore: AccountStore, SessionStore, RegistrationLinkStore, HistoryStore, PostStore,
    PostMergeStore, OutgoingStore, ReportStore, PictureStore
{
    struct State {
        var clock = HybridClock()
        var accounts: [AccountID: Account] = [:]
        var sessions: [SessionID: Session] = [:]
        /// The entries of each account, oldest first.
        var history: [AccountID: [AccountNote]] = [:]
        var links: [RegistrationLinkID: RegistrationLink] = [:]
        var passkeys: [PasskeyID: AccountPasskey] = [:]
        var userHandles: [AccountID: UserHandle] = [:]
        var posts: [PostID: Post] = [:]
        var marks: [PostID: PostMark] = [:]
        /// Messages about posts that have not come yet.
        var waiting: [PostMessage.Register: PostMessage] = [:]
        var outgoing: [OutgoingMessage] = []
        var lastOutgoing: Int64 = 0
        var helpPins: [HelpPinID: (order: MessageOrder, pin: HelpPin)] = [:]
        var helpEnds: [Resolution: MessageOrder] = [:]
        var keys: [String: KnownKey] = [:]
        var pictures: [PictureID: Picture] = [:]
        /// What messages said about the pictures of posts.
        var pictureMarks: [PostID: PictureMark] = [:]
        var guide: [GuideID: GuideEntry] = [:]
        var versions: [GuideVersion] = []
        /// The author of each version, in the same order.
        var editors: [AccountID?] = []
        var votes: [GuideID: Set<AccountID>] = [:]
        /// What messages of the mesh said about the guide, by entry or list, and field.
        var guideRegisters: [GuideID: [UInt8: FieldRegister]] = [:]
        var imprint = Imprint.empty
        var overlay = Overlay.empty
        var games: [GameCode: SharedGame] = [:]
        /// By account, the last day on which it wrote, counted since 1970, and the number of posts on that day.
        var postCounts: [AccountID: (day: Int64, count: Int)] = [:]
        var reports: [Report.Key: (report: NewReport, created: HybridTime)] = [:]

        func postsOfDay(by account: AccountID, at time: Timestamp) -> Int {
            postCounts[account].flatMap { $0.day == UTCDay.number(at: time) ? $0.count : nil } ?? 0
        }
    }

    let state = Mutex(State())

    package init() {}

    /// Runs `body` on a copy of the state, which replaces the state unless `body` throws: no change is partial.
    func write<Result: Sendable>(_ body: (inout State) throws -> Result) throws -> Result {
        try state.withLock { state in
            var changed = state
            let result = try body(&changed)
            state = changed
            return result
        }
    }
}
