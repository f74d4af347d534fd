import Community
import HereaboutsAPI

extension ErrorBody {
    init(_ fault: CommunityFault) {
        switch fault {
        case .networkLimitReached(let seconds):
            self.init(
                .tooManyRequests, "many requests of this address are waiting; ask again in \(seconds) s",
                retryAfter: seconds)
        case .nameTaken: self.init(.nameTaken, "this name is taken; choose another", field: "name")
        case .wrongCredentials: self.init(.wrongCredentials, "the name or the password is wrong")
        case .wrongPasskey:
            self.init(
                .wrongCredentials,
                "the server does not know this passkey, or its answer is invalid; use the password")
        case .passkeyCopied:
            self.init(
                .passkeyCopied,
                "the passkey was used elsewhere, so there may be a copy; log in with the password and remove it")
        case .passkeyTaken:
            self.init(.passkeyTaken, "an account has this passkey already; make another", field: "credential")
        case .wrongCode:
            self.init(
                .wrongCredentials,
                "the set-up code is wrong, was used already or is too old; make another with `hereabouts account code`",
                field: "code")
        case .codeOfAnother:
            self.init(
                .notFound, "the code is for an account of another name, or for one that was removed", field: "name")
        case .notFound: self.init(.notFound, "there is nothing with this id")
        case .notAllowed: self.init(.notAllowed, "this is not yours to change")
        case .changedMeanwhile(let current):
            self.init(.changedMeanwhile, "it was changed meanwhile and is at revision \(current); read it again")
        case .invalid(let field, let reason): self.init(.invalidBody, "\(field) \(reason)", field: field)
        case .orderChanged:
            self.init(
                .changedMeanwhile, "the list has changed, and these ids are not all of it; read it again", field: "ids")
        case .inTours(let tours):
            let names = tours.prefix(3).map { "\"\($0)\"" } + (tours.count > 3 ? ["\(tours.count - 3) more"] : [])
            self.init(.inTours, "these tours stop here: \(names.joined(separator: ", ")); remove it from them first")
        case .pictureUnavailable:
            self.init(
                .invalidBody,
                "the picture does not exist, belongs to another person, or is in another post; send it again",
                field: "picture.id")
        case .pictureBudget(let share, let bytes): self.init(.pictureBudget, Self.sentence(share, bytes))
        case .quotaReached(let quota, let limit, let secondsLeft):
            self.init(.quotaReached, quota.sentence(limit), retryAfter: secondsLeft)
        case .lastOperator:
            self.init(.lastOperator, "the server needs an operator; give another account the role first")
        case .keyUsed: self.init(.keyUsed, "another request has this key; use a new one", field: "key")
        case .tooOld:
            self.init(
                .tooOld, "it was written more than 30 days ago; write it again", field: "written_at")
        case .storageFailed:
            self.init(.unavailable, "the server cannot save anything at the moment: its disk is full or failing")
        case .busy: self.init(.unavailable, "the server is busy; ask again in a second")
        case .tooManyAttempts(let seconds):
            self.init(
                .tooManyRequests, "too many attempts from this address; try again in \(seconds) s", retryAfter: seconds)
        }
    }

    /// Says whose pictures take all the space that they may, and what to do; `nil` stands for all pictures.
    private static func sentence(_ share: PictureShare?, _ bytes: Int) -> String {
        let most = "\(bytes >> 20) MiB"
        return switch share {
        case .account:
            "your pictures fill the \(most) that one person may use; delete posts with pictures that you no longer need"
        case .guests: "the guests' pictures fill the \(most) that they may use; log in to add yours"
        case .guide:
            "the guide's pictures fill the \(most) that they may use; remove some from the history, or ask the operator to allow more"
        case nil: "all pictures together fill the \(most) that they may use; the operator can allow more"
        }
    }
}

extension Quota {
    /// Says which limit the account has reached, and what to do.
    fileprivate func sentence(_ limit: Int) -> String {
        switch self {
        case .trackPoints:
            "you added the \(limit) points that one person may add from files in a day; send the file again tomorrow"
        case .keptPositions:
            "you keep the \(limit) positions that one person may keep; keep them for fewer days, or delete them"
        case .posts: "you wrote the \(limit) posts that one person may write in a day; write again tomorrow"
        case .devices: "you have the \(limit) devices that one person may have; remove one first"
        case .circles: "you have the \(limit) groups and links that one person may have; end one first"
        case .passkeys: "you have the \(limit) passkeys that one person may have; remove one first"
        case .guideEntries:
            "the guide has at most \(limit) entries; delete some, or ask the operator to allow more with guide-entries"
        case .friends: "you have the \(limit) friends and requests that one person may have; end one first"
        }
    }
}
