import Community
import HereaboutsAPI

extension ErrorBody {
    init(_ fault: CommunityFault) {
        switch fault {
        case .networkHasEnough(let seconds):
            self.init(
                .tooManyRequests, "much that this address asked for waits already; ask again in \(seconds) s",
                retryAfter: seconds)
        case .nameTaken: self.init(.nameTaken, "somebody has this name already; choose another", field: "name")
        case .wrongCredentials: self.init(.wrongCredentials, "the name or the password is wrong")
        case .wrongPasskey:
            self.init(
                .wrongCredentials,
                "the passkey is not known here, or its answer does not hold; log in with the password")
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
                .notFound, "the code was made for an account of another name, or for one that has gone", field: "name")
        case .notFound: self.init(.notFound, "there is nothing with this id")
        case .notAllowed: self.init(.notAllowed, "this is not yours to change")
        case .changedMeanwhile(let current):
            self.init(.changedMeanwhile, "it was changed meanwhile and is at revision \(current); read it again")
        case .invalid(let field, let reason): self.init(.invalidBody, "\(field) \(reason)", field: field)
        case .orderChanged:
            self.init(.changedMeanwhile, "these are not all that there are by now; read them again", field: "ids")
        case .inTours(let tours):
            let names = tours.prefix(3).map { "\"\($0)\"" } + (tours.count > 3 ? ["\(tours.count - 3) more"] : [])
            self.init(.inTours, "tours lead here: \(names.joined(separator: ", ")); take it out of them first")
        case .pictureNotFree:
            self.init(
                .invalidBody, "the picture is not there, is somebody else's, or is in another post; add it anew",
                field: "picture.id")
        case .pictureBudget(let share, let bytes):
            let most = "\(bytes >> 20) MiB"
            switch share {
            case .account:
                self.init(
                    .pictureBudget,
                    "your pictures take the \(most) that one person's may; delete posts with pictures that you need no more"
                )
            case .guests:
                self.init(.pictureBudget, "the guests' pictures take the \(most) that they may; log in to add yours")
            case .guide:
                self.init(
                    .pictureBudget,
                    "the guide's pictures take the \(most) that they may; remove some from the history, or have the operator allow more"
                )
            case nil:
                self.init(
                    .pictureBudget,
                    "all pictures here take the \(most) that they may; the operator has to allow more, or make room")
            }
        case .quotaReached(let quota, let limit, let secondsLeft):
            self.init(.quotaReached, quota.sentence(limit), retryAfter: secondsLeft)
        case .lastOperator: self.init(.lastOperator, "somebody has to be operator; make another one first")
        case .keyUsed: self.init(.keyUsed, "another post was sent with this key; take a new one", field: "key")
        case .cannotKeep:
            self.init(.unavailable, "the server cannot write at the moment: its disk is full, or fails")
        case .busy: self.init(.unavailable, "the server is busy; ask again in a second")
        case .tooManyAttempts(let seconds):
            self.init(
                .tooManyRequests, "too many attempts from this address; try again in \(seconds) s", retryAfter: seconds)
        }
    }
}

extension Quota {
    /// What is wrong when an account has reached `limit`, and what to do.
    fileprivate func sentence(_ limit: Int) -> String {
        switch self {
        case .trackPoints:
            "you added the \(limit) points that one person may add from files in a day; send the file again tomorrow"
        case .keptPositions:
            "you keep the \(limit) positions that one person may keep; keep them for fewer days, or delete them"
        case .posts: "you wrote the \(limit) posts that one person may write in a day; go on tomorrow"
        case .devices: "you have the \(limit) devices that one person may have; remove one first"
        case .circles: "you have the \(limit) groups and links that one person may have; end one first"
        case .passkeys: "you have the \(limit) passkeys that one person may have; remove one first"
        case .guideEntries:
            "the guide has at most \(limit) entries; delete some, or have the operator allow more with guide-entries"
        case .friends: "you know or asked the \(limit) people whom one person may; part from one first"
        }
    }
}
