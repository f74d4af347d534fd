package import GeoCore

/// A message on the timeline, with its time and place.
package struct Post: Sendable, Equatable {
    package let id: PostID
    package let author: Author
    package var message: String
    package let location: PostLocation?
    package let picture: ShownPicture?
    /// The location text of a client with the classic wire format, as it sent it.
    package let classicLocation: String?
    /// Whether a simulated visitor wrote it.
    package let isSimulated: Bool
    package var state: State
    /// 1 for a new post; each change adds 1.
    package var revision: Int
    /// When it arrived, which sorts the timeline.
    package let created: HybridTime
    /// When its author wrote it, if it arrived later.
    package let written: Timestamp?
    package var changed: HybridTime

    package init(
        id: PostID, author: Author, message: String, location: PostLocation?, picture: ShownPicture?,
        classicLocation: String?, isSimulated: Bool = false, state: State, revision: Int, created: HybridTime,
        written: Timestamp? = nil, changed: HybridTime
    ) {
        self.id = id
        self.author = author
        self.message = message
        self.location = location
        self.picture = picture
        self.classicLocation = classicLocation
        self.isSimulated = isSimulated
        self.state = state
        self.revision = revision
        self.created = created
        self.written = written
        self.changed = changed
    }

    package enum State: UInt8, Sendable {
        case shown
        /// Hidden by an operator; its author still sees it.
        case hidden
        /// Deleted. Only a mark of its existence remains, so that others with a copy learn about the deletion.
        case deleted
    }

    /// The author of a post.
    package struct Author: Sendable, Equatable {
        /// `nil` for guests, and after the account's removal.
        package let account: AccountID?
        /// The name on display.
        package let name: String

        package init(account: AccountID?, name: String) {
            self.account = account
            self.name = name
        }
    }
}

package typealias PostID = ID<Post>

/// The author's location when they wrote a post.
package struct PostLocation: Sendable, Equatable {
    package let point: PointE7
    /// The radius in metres, if known.
    package let accuracyMetres: Double?
    /// The name of the place.
    package let place: String
    package let facing: Facing
    package let speed: SpeedClass

    package init(point: PointE7, accuracyMetres: Double?, place: String, facing: Facing, speed: SpeedClass) {
        self.point = point
        self.accuracyMetres = accuracyMetres
        self.place = place
        self.facing = facing
        self.speed = speed
    }
}
