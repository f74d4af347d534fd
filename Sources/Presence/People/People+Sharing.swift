package import Community
import FoundationEssentials
import Synchronization

/// Returns and changes what people share.
extension People {
    /// Returns what a person shares, and its revision: 0 if they have not chosen yet.
    package func sharing(of person: AccountID) async throws -> (sharing: Sharing, revision: Int) {
        let known = try await known(person)
        return (known.sharing, known.revision)
    }

    /// Changes what a person shares, which must be at `revision`.
    ///
    /// Throws `changedMeanwhile`, `invalid`, and `nameTaken` for a new pseudonym that `isTaken` or that another person
    /// uses. A person who keeps their pseudonym never gets `nameTaken`: nobody can keep them from sharing less.
    ///
    /// Changes nothing when it throws. Until the server has located the person again, nobody sees them.
    package func share(
        _ sharing: Sharing, at revision: Int, by person: AccountID,
        isTaken: (String) async throws -> Bool = { _ in false }
    ) async throws {
        try Self.check(sharing)
        guard let pseudonym = sharing.pseudonym, try await known(person).sharing.pseudonym != pseudonym else {
            return try await change(sharing, at: revision, by: person)
        }
        try await reserve(pseudonym, for: person, isTaken) {
            try await change(sharing, at: revision, by: person)
        }
    }

    /// Runs `body`, which gives a person a name, while nobody can take it as a pseudonym. Throws `nameTaken` if a
    /// person uses it or is taking it.
    package func take<Result: Sendable>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
        try await reserve(name, for: nil, { _ in false }, body)
    }

    /// Runs `body` while nobody else can take `name`. Throws `nameTaken` if a person uses it or is taking it.
    ///
    /// A second request for the same name is refused rather than made to wait. Requests for other names do not wait.
    private func reserve<Result: Sendable>(
        _ name: String, for person: AccountID?, _ isTaken: (String) async throws -> Bool,
        _ body: () async throws -> Result
    ) async throws -> Result {
        // A text that is not a valid name belongs to nobody.
        guard let folded = (try? AccountName(name))?.folded else { return try await body() }
        let holder = try state.withLock { state throws(CommunityFault) in
            let known = state.reserved[folded]
            if let known, person == nil || known.person != person { throw .nameTaken }
            let holder = known?.holder ?? .random(in: .min ... .max)
            state.reserved[folded] = (person, holder, (known?.times ?? 0) + 1)
            return holder
        }
        let outcome: Swift.Result<Result, any Error>
        do {
            // At another server somebody may be taking it, or has just taken it.
            guard try await following.claim(.name(folded), for: holder) else { throw CommunityFault.nameTaken }
            try await following.catchUp()
            if try await isTaken(name) { throw CommunityFault.nameTaken }
            if try await isSeen(folded, besides: person) { throw CommunityFault.nameTaken }
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        let isLast = state.withLock { state in
            state.reserved[folded]?.times -= 1
            guard state.reserved[folded]?.times == 0 else { return false }
            state.reserved[folded] = nil
            return true
        }
        if isLast { await following.release(.name(folded), by: holder) }
        return try outcome.get()
    }

    private func change(_ sharing: Sharing, at revision: Int, by person: AccountID) async throws {
        try await personLocks.hold(person) {
            var known = try await load(person, orMake: true)
            guard known.revision == revision else { throw CommunityFault.changedMeanwhile(current: known.revision) }
            // The locations that were visible until now stay relevant.
            let before = try await followed(known, of: person)
            let time = now(), sharing = sharing.after(known.sharing, at: time)
            let content = Array(try JSONEncoder().encode(StoredSharing(sharing))), seal = Seal(known.key)
            let sealed = SealedSharing(
                revision: revision + 1, key: seal.name, sealed: seal.closed(content, at: Self.place(person)))
            try await store.setSharing(sealed, of: person)
            known.sharing = sharing
            known.revision = revision + 1
            known.earlier = (before, time)
            // From now on nobody sees more than this, even if a later step fails.
            state.withLock { $0.nonSharing[person] = nil }
            do {
                try await locate(known, of: person)
            } catch {
                // The change is stored and applies: nobody sees the person until they are located.
            }
        }
    }

    /// Returns whether another person uses a folded name as their pseudonym.
    private func isSeen(_ folded: String, besides person: AccountID?) async throws -> Bool {
        try await complete()
        return state.withLock { $0.people.contains { $0 != person && $1.foldedPseudonym == folded } }
    }

    private static func check(_ sharing: Sharing) throws(CommunityFault) {
        if let pseudonym = sharing.pseudonym { _ = try AccountName(pseudonym) }
        guard sharing.homes.count <= Sharing.maximumHomes else {
            throw .invalid(field: "homes", reason: "has more than \(Sharing.maximumHomes) areas")
        }
        guard (0...Sharing.maximumRetentionDays).contains(sharing.retentionDays) else {
            throw .invalid(field: "retention_days", reason: "is not 0 to \(Sharing.maximumRetentionDays)")
        }
    }

    /// Returns the key that counts a person in statistics; `nil` if they do not take part.
    package func keyInStatistics(of person: AccountID) async throws -> PersonKey? {
        try await known(person).keyInStatistics
    }

    /// Returns the key that would count a person in statistics, whether they take part or not; `nil` if they have none.
    package func key(of person: AccountID) async throws -> PersonKey? {
        try await keys.key(of: person, for: .sharing)
    }
}
