import Community
import HereaboutsAPI

extension AccountEvent {
    init(_ note: AccountNote) {
        self.init(.init(note.kind), note.text, time: WireTime.text(note.time), count: note.count, isRest: note.isRest)
    }
}

extension AccountEvent.Kind {
    fileprivate init(_ kind: AccountNote.Kind) {
        switch kind {
        case .registered: self = .registered
        case .logIn: self = .logIn
        case .failedLogIn: self = .failedLogIn
        case .passwordChanged: self = .passwordChanged
        case .passwordSet: self = .passwordSet
        case .programAdded: self = .programAdded
        case .sessionEnded: self = .sessionEnded
        case .signedOut: self = .signedOut
        case .deviceAdded: self = .deviceAdded
        case .deviceRemoved: self = .deviceRemoved
        case .linkAdded: self = .linkAdded
        case .linkEnded: self = .linkEnded
        case .groupJoined: self = .groupJoined
        case .friendAdded: self = .friendAdded
        case .exported: self = .exported
        case .roleChanged: self = .roleChanged
        case .invitationAdded: self = .invitationAdded
        case .passkeyAdded: self = .passkeyAdded
        case .passkeyRemoved: self = .passkeyRemoved
        case .passkeyLogIn: self = .passkeyLogIn
        case .passkeyCopied: self = .passkeyCopied
        case .groupLeft: self = .groupLeft
        case .friendRemoved: self = .friendRemoved
        case .sharingChanged: self = .sharingChanged
        case .positionsDeleted: self = .positionsDeleted
        case .roleGiven: self = .roleGiven
        }
    }
}
