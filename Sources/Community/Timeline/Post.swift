package import GeoCore

/// Something somebody said, here and now.
package struct Post: Sendable, Equatable {
    package let id: PostID
    package let author: Author
    package var message: String
    package let location: PostLocation?
    package let picture: ShownPicture?
    /// For clients of the classic wire format: their location as they sent it, a text.
    package let classicLocation: String?
    /// Whether a visitor wrote it who does not exist.
    package let isSimulated: Bool
    package var state: State
    /// 1 when new, one more with each change.
    package var revision: Int
    package let created: HybridTime
    package var changed: HybridTime

    package init(
        id: PostID, author: Author, message: String, location: PostLocation?, picture: ShownPicture?,
        classicLocation: String?, isSimulated: Bool = false, state: State, revision: Int, created: HybridTime,
        changed: HybridTime
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
        self.changed = changed
    }

    package enum State: UInt8, Sendable {
        case shown
        /// Hidden by an operator; its author still sees it.
        case hidden
        /// Deleted. Nothing is left but that it was there, so that others who hold a copy learn of it.
        case deleted
    }

    /// Who wrote a post.
    package struct Author: Sendable, Equatable {
        /// `nil` for guests, and once the account has been removed.
        package let account: AccountID?
        /// As it is shown.
        package let name: String

        package init(account: AccountID?, name: String) {
            self.account = account
            self.name = name
        }
    }
}

package typealias PostID = ID<Post>

/// Where and how somebody was when they wrote a post.
package struct PostLocation: Sendable, Equatable {
    package let point: PointE7
    /// Radius in metres, if it was told.
    package let accuracyMetres: Double?
    /// The place's name, in words.
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
