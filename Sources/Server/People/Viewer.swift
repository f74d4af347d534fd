import Community

/// Who is asking.
enum Viewer: Sendable {
    case guest
    case member(Community.Account, SessionID)

    var account: Community.Account? { if case .member(let account, _) = self { account } else { nil } }
}
