package import Community

extension PresenceService {
    /// The progress of one person's tidying. Each step takes some milliseconds, so that a person with many positions
    /// does not keep the others waiting.
    package struct Tidying: Sendable {
        /// The state that a tidying relies on. Between two steps its person may change the retention, or delete
        /// everything.
        fileprivate struct Basis: Sendable, Equatable {
            /// The revision of what they share.
            let revision: Int
            /// The name of their positions' key, which changes when they delete their positions.
            let key: Int64?
        }

        fileprivate enum Stage {
            case begun
            /// Searches the rest of a span for visits to keep, before positions older than `before` are removed.
            case searching(StayRule.Search, in: ClosedRange<Timestamp>, before: Timestamp)
            /// Keeps the visits that were found.
            case keeping([Visit], before: Timestamp)
            /// Removes older positions.
            case removing(before: Timestamp)
            /// Unites the pieces of these hours, the last hour first.
            case uniting([Int64])
        }

        let person: AccountID
        fileprivate var stage = Stage.begun
        fileprivate var basis: Basis?
        fileprivate var beginnings = 0
        /// The first error.
        fileprivate var fault: (any Error)?

        package init(_ person: AccountID) { self.person = person }

        /// A person who keeps changing their retention must not hold up the others: their turn ends, until the next
        /// tidying.
        fileprivate static let mostBeginnings = 5

        fileprivate mutating func note(_ fault: (any Error)?) { self.fault = self.fault ?? fault }
    }

    /// Does the next step of removing what a person does not want to keep; returns whether it was the last. Damaged
    /// rows do not stop the rest: the last step throws the first error.
    ///
    /// The tidying begins again when the person changes their retention, or deletes everything: deleted visits must not
    /// come back, and data that they want to keep from now on must stay.
    package func advance(_ tidying: inout Tidying) async throws -> Bool {
        try await work.forEverybody { try await advanceForEverybody(&tidying) }
    }

    private func advanceForEverybody(_ tidying: inout Tidying) async throws -> Bool {
        let person = tidying.person
        switch tidying.stage {
        case .begun:
            guard tidying.beginnings < Tidying.mostBeginnings else { return try end(tidying) }
            tidying.beginnings += 1
            (tidying.stage, tidying.basis) = try await begin(of: person)
        case .searching(var search, let times, let oldest):
            let (rest, fault) = try await positions.foldReadable(
                &search, of: person, in: times, nanosecondsOfEach: Self.nanosecondsToSearch, searchStays)
            tidying.note(fault)
            if let rest {
                tidying.stage = .searching(search, in: rest, before: oldest)
            } else {
                tidying.stage = .keeping(search.visits.filter { $0.arrival < oldest }, before: oldest)
            }
        case .keeping(let visits, let oldest):
            // Visits come first: if the server stops here, the next tidying finds them again.
            let isKept = try await ifUnchanged(tidying.basis, person) { () -> DamagedRow? in
                do { try await history.keep(visits, of: person) } catch let fault as DamagedRow { return fault }
                return nil
            }
            tidying.note(isKept ?? nil)
            tidying.stage = isKept == nil ? .begun : .removing(before: oldest)
        case .removing(let oldest):
            switch try await ifUnchanged(
                tidying.basis, person,
                {
                    try await positions.removeSome(of: person, before: oldest)
                })
            {
            case nil: tidying.stage = .begun
            case false?: break
            case true?:
                let hours = try await positions.piecedHours(of: person, now: now())
                tidying.stage = .uniting(hours.reversed())
            }
        case .uniting(var hours):
            guard let hour = hours.popLast() else { return try end(tidying) }
            tidying.stage = .uniting(hours)
            do { try await positions.unite(hour, of: person) } catch { tidying.note(error) }
        }
        return false
    }

    private func end(_ tidying: Tidying) throws -> Bool {
        if let fault = tidying.fault { throw fault }
        return true
    }

    private func begin(of person: AccountID) async throws -> (Tidying.Stage, Tidying.Basis) {
        try await retention.hold(person) {
            let basis = try await basis(of: person)
            let sharing = try await people.sharing(of: person).sharing, oldest = Self.oldest(sharing, at: now())
            // The server may have stopped between switching visits off and removing them.
            if !sharing.keepsVisits { try await forgetVisits(of: person) }
            guard sharing.keepsVisits, oldest > 0, try await positions.hasAny(of: person, before: oldest) else {
                return (.removing(before: oldest), basis)
            }
            // A stay may go on past that time.
            return (.searching(StayRule.Search(), in: 0...oldest + UTCDay.milliseconds, before: oldest), basis)
        }
    }

    private func basis(of person: AccountID) async throws -> Tidying.Basis {
        Tidying.Basis(
            revision: try await people.sharing(of: person).revision, key: try await positions.keyName(of: person))
    }

    /// Runs `body` in a person's turn; returns `nil`, and does nothing, when a tidying has to begin again.
    private func ifUnchanged<Result: Sendable>(
        _ basis: Tidying.Basis?, _ person: AccountID, _ body: () async throws -> Result
    ) async throws -> Result? {
        try await retention.hold(person) {
            guard try await self.basis(of: person) == basis else { return nil }
            return try await body()
        }
    }

    /// Removes what a person no longer wants to keep.
    func removeOld(of person: AccountID) async throws {
        var tidying = Tidying(person)
        while case let stage = tidying.stage, !stage.isUniting { if try await advance(&tidying) { return } }
    }
}

extension PresenceService.Tidying.Stage {
    fileprivate var isUniting: Bool { if case .uniting = self { true } else { false } }
}
