import Community

/// The person behind a request: a guest, or a member with an account and a session.
enum Viewer: Sendable {
    case guest
    case member(Community.Account, Community.Session)

    var account: Community.Account? { if case .member(let account, _) = self { account } else { nil } }

    /// The ids of a member's account and session; `nil` for a guest.
    var session: (account: AccountID, session: SessionID)? {
        if case .member(let account, let session) = self { (account.id, session.id) } else { nil }
    }

    /// The account of a member; throws `notAllowed` for a guest.
    var member: Community.Account {
        get throws(CommunityFault) {
            guard let account else { throw .notAllowed }
            return account
        }
    }
}

extension ID {
    /// Reads an id in a path; throws `notFound` for an invalid one.
    init(path text: String) throws(CommunityFault) {
        guard let id = ID(text: text) else { throw .notFound }
        self = id
    }
}
