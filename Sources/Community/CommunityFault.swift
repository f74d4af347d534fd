/// The reason that a request failed. Nothing has changed.
package enum CommunityFault: Error, Equatable {
    /// Another account has this name.
    case nameTaken
    /// The name or the password is wrong; the fault does not say which.
    case wrongCredentials
    /// There is no such passkey, or its answer is not valid; the fault does not say which.
    case wrongPasskey
    /// The account's passkey `label` was used elsewhere, so there may be a copy of it.
    case passkeyCopied(AccountID, label: String)
    /// An account has this passkey already.
    case passkeyTaken
    /// The set-up code is wrong, used, or expired; the fault does not say which.
    case wrongCode
    /// The set-up code is valid, but for another account's name, or for an account that no longer exists.
    case codeOfAnother
    /// There is no such account, session, post or report, or none that this person may know about.
    case notFound
    /// The person may not do this.
    case notAllowed
    /// The entity is at revision `current`, and not at the revision of the request.
    case changedMeanwhile(current: Int)
    /// A value breaks a rule: its field, and the end of a sentence that begins with the field.
    case invalid(field: String, reason: String)
    /// The entries to order are not exactly those that exist.
    case orderChanged
    /// A venue cannot be deleted while these tours include it; their names are in order.
    case inTours([String])
    /// The picture does not exist, belongs to another account, or is in another post.
    case pictureUnavailable
    /// The pictures of a share, or all pictures, already take the maximum of `bytes`.
    case pictureBudget(PictureShare?, bytes: Int)
    /// The account has reached a limit. If the limit is for a day, `secondsLeft` is the time until it may continue.
    case quotaReached(Quota, limit: Int, secondsLeft: Int?)
    /// The last operator cannot be removed or get another role.
    case lastOperator
    /// The key belongs to an earlier, different request.
    case keyUsed
    /// It was written so long ago that the server cannot know whether it arrived before.
    case tooOld
    /// The store cannot write: its disk is full or fails.
    case storageFailed
    /// Too many requests wait already.
    case busy
    /// Too many store requests of the caller's network wait already; the caller may retry after `seconds`.
    case networkLimitReached(seconds: Int)
    /// Too many password checks of one network wait; the caller may retry after `seconds`.
    case tooManyAttempts(seconds: Int)

    /// The fault of a tour with a venue that does not exist or is deleted.
    package static let missingVenue = invalid(field: "venues", reason: "include one that does not exist")
}
