package import Community
import Fairness
import Presence

extension PositionDesk {
    /// How far the tidying of one person has come: it is done in steps of some milliseconds, so that nobody who has much
    /// keeps the others waiting.
    package struct Tidying: Sendable {
        /// What a tidying goes by. Between two steps its person may want something else kept, or delete everything.
        fileprivate struct Basis: Sendable, Equatable {
            /// That of what they share.
            let revision: Int
            /// The name of their positions' key: another one once they deleted those.
            let key: Int64?
        }

        fileprivate enum Stage {
            case begun
            /// Looking for visits to keep in what is left of a span, before what is older than `before` goes.
            case searching(StayRule.Search, in: ClosedRange<Int64>, before: Int64)
            /// Keeping those that were found.
            case keeping([Visit], before: Int64)
            /// Removing what is older, in milliseconds since 1970.
            case removing(before: Int64)
            /// Putting the pieces of these hours together, the last one next.
            case uniting([Int64])
        }

        let person: AccountID
        fileprivate var stage = Stage.begun
        fileprivate var basis: Basis?
        fileprivate var beginnings = 0
        /// What went wrong first.
        fileprivate var fault: (any Error)?

        package init(_ person: AccountID) { self.person = person }

        /// Whoever changes what they want kept without end is tidied the next time: others wait for them.
        fileprivate static let mostBeginnings = 5

        fileprivate mutating func note(_ fault: (any Error)?) { self.fault = self.fault ?? fault }
    }

    /// Does the next step of keeping no more of where a person was than they want kept; returns whether it was the
    /// last. What is damaged does not keep the rest: what was wrong first is thrown at the end.
    ///
    /// It begins again when they want something else kept meanwhile, or deleted everything: visits that are gone must
    /// not come back, and what they want kept from now on must stay.
    package func advance(_ tidying: inout Tidying) async throws -> Bool {
        try await Asker.$current.withValue(.machine) { try await advanceAsMachine(&tidying) }
    }

    private func advanceAsMachine(_ tidying: inout Tidying) async throws -> Bool {
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
            // First: what is not kept when this is interrupted is kept the next time.
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
        try await keepings.hold(person) {
            let basis = try await basis(of: person)
            let sharing = try await people.sharing(of: person).sharing, oldest = Self.oldest(sharing, at: now())
            // When they were switched off, the server may have ended before they were gone.
            if !sharing.keepsVisits { try await forgetVisits(of: person) }
            guard sharing.keepsVisits, oldest > 0, try await positions.hasAny(of: person, before: oldest) else {
                return (.removing(before: oldest), basis)
            }
            // Somebody may have stayed on.
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
        try await keepings.hold(person) {
            guard try await self.basis(of: person) == basis else { return nil }
            return try await body()
        }
    }

    /// Leaves nothing of visits that were kept; does not write where nothing is.
    func forgetVisits(of person: AccountID) async throws {
        if try await !history.isEmpty(of: person) { try await history.forget(person) }
    }

    /// Removes what a person does not want kept any more.
    func removeOld(of person: AccountID) async throws {
        var tidying = Tidying(person)
        while case let stage = tidying.stage, !stage.isUniting { if try await advance(&tidying) { return } }
    }
}

extension PositionDesk.Tidying.Stage {
    fileprivate var isUniting: Bool { if case .uniting = self { true } else { false } }
}
