import Community
import Gossip
import MeshHost
import Merging

/// What the roster says, with this server's accounts.
struct MergingRoster: MergeRoster {
    let roster: PlaceRoster
    /// The accounts here, by the keys of their owners.
    let accounts: [SignerKey: AccountID]

    func mayWrite(_ kind: MessageKind, _ author: SignerKey, enteredAt entry: HybridTime?) -> Bool {
        roster.mayWrite(kind, author, enteredAt: entry)
    }

    func account(of author: SignerKey) -> AccountID? { accounts[author] }

    func hides(_ message: MessageID, by author: SignerKey, enteredAt entry: UInt64?) -> Bool {
        roster.hides(message, by: author, enteredAt: entry ?? 0)
    }
}

/// This server's accounts, and the keys with which it signs for them.
struct People {
    private(set) var accounts: [SignerKey: Account] = [:]
    private var keys: [AccountID: SignerKey] = [:]

    private static let page = 500

    /// Returns the accounts of now.
    func read(_ store: any AccountStore, _ signing: DerivedAuthorKeys) async throws -> People {
        var all: [Account] = [], last: String?
        while true {
            let page = try await store.accounts(after: last, limit: Self.page)
            all += page
            guard page.count == Self.page, let name = page.last?.name.folded else { break }
            last = name
        }
        var new = People()
        for account in all { new.add(account, keys[account.id] ?? MessageSigner(account.id, signing).key) }
        return new
    }

    /// Adds an account, which may be new, with its key.
    mutating func add(_ account: Account, _ key: SignerKey) {
        keys[account.id] = key
        accounts[key] = account
    }

    /// The keys for which this server signs are those of its accounts. Other keys have no account here, whatever name the
    /// roster gives them: anybody can register under that name.
    func roster(_ roster: PlaceRoster) -> MergingRoster {
        MergingRoster(roster: roster, accounts: accounts.mapValues(\.id))
    }

    /// Returns what the organiser's server is to say of an account: only curators and operators, and people who write for
    /// other nodes, are named there.
    func entries(_ key: SignerKey, writes: Bool, _ roster: PlaceRoster) -> (name: NameEntry?, role: RoleEntry?) {
        guard let account = accounts[key] else { return (nil, nil) }
        let role: RoleEntry.Role =
            switch account.role {
            case .user: .none
            case .curator: .curator
            case .operator: .operator
            }
        let isNamed = writes || role != .none || roster.names[key] != nil
        return (
            isNamed && roster.names[key] != account.name.text ? NameEntry(key, name: account.name.text) : nil,
            role != roster.roles[key] ?? .none ? RoleEntry(key, role) : nil
        )
    }
}
