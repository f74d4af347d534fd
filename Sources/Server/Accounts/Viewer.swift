import Community

/// Who is asking.
enum Viewer: Sendable {
    case guest
    case member(Community.Account, Community.Session)

    var account: Community.Account? { if case .member(let account, _) = self { account } else { nil } }

    /// The session that lets a member ask.
    var session: (account: AccountID, session: SessionID)? {
        if case .member(let account, let session) = self { (account.id, session.id) } else { nil }
    }

    /// The account of who asks for what only members are answered; throws `notAllowed` for a guest.
    var member: Community.Account {
        get throws(CommunityFault) {
            guard let account else { throw .notAllowed }
            return account
        }
    }
}

extension ID {
    /// Reads an id of a path; throws `notFound` for a text that is none.
    init(path text: String) throws(CommunityFault) {
        guard let id = ID(text: text) else { throw .notFound }
        self = id
    }
}
