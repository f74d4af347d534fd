/// Why something that people asked of the community was not done. Nothing was changed.
package enum CommunityFault: Error, Equatable {
    /// Somebody has this name already.
    case nameTaken
    /// The name or the password is wrong; the fault does not say which.
    case wrongCredentials
    /// There is no such passkey, or its answer does not hold; the fault does not say which.
    case wrongPasskey
    /// The passkey of an account, called `label`, was shown elsewhere, so there may be a copy of it.
    case passkeyCopied(AccountID, label: String)
    /// An account has the passkey already.
    case passkeyTaken
    /// The set-up code is wrong, was used, or is too old; the fault does not say which.
    case wrongCode
    /// The set-up code is good, but for the account of another name, or for an account that has gone.
    case codeOfAnother
    /// There is no such account, session, post or report, or none that this person may know of.
    case notFound
    /// The person may not do this.
    case notAllowed
    /// The entity is not at the revision that the change was made for; it is at `current`.
    case changedMeanwhile(current: Int)
    /// What was given breaks a rule: the field at fault, and the end of a sentence that begins with it.
    case invalid(field: String, reason: String)
    /// The entries that were put in order are not those that are there.
    case orderChanged
    /// A venue cannot be deleted while these tours lead to it, named in their order.
    case inTours([String])
    /// The picture is not there, is somebody else's, or is in another post.
    case pictureNotFree
    /// The pictures of a share, or all of them, take the `bytes` that they may already.
    case pictureBudget(PictureShare?, bytes: Int)
    /// The account has, or has done today, as much of something as it may; after so many seconds it may again, where
    /// that goes by the day.
    case quotaReached(Quota, limit: Int, secondsLeft: Int?)
    /// The last operator cannot be removed, or become something else.
    case lastOperator
    /// The key added another post before.
    case keyUsed
    /// The store cannot write: its disk is full, or fails.
    case cannotKeep
    /// Too much is waiting already.
    case busy
    /// So much that the asker's network wants from the store waits already; ask again in so many seconds.
    case networkHasEnough(seconds: Int)
    /// As many passwords of one network wait as may; after so many seconds it is worth trying again.
    case tooManyAttempts(seconds: Int)

    /// What a tour is told that leads to a venue which is not there, or is deleted.
    package static let missingVenue = invalid(field: "venues", reason: "has one that is not there")
}
