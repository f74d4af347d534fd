import Community
import Presence

extension PositionDesk {
    /// How far the tidying of one person has come: it is done in steps of some milliseconds, so that nobody who has much
    /// keeps the others waiting.
    struct Tidying: Sendable {
        fileprivate enum Stage {
            case begun
            /// Looking for visits to keep in what is left of a span, before what is older than `before` goes.
            case searching(StayRule.Search, in: ClosedRange<Int64>, before: Int64)
            /// Removing what is older, in milliseconds since 1970.
            case removing(before: Int64)
            /// Putting the pieces of these hours together, the last one next.
            case uniting([Int64])
        }

        let person: AccountID
        fileprivate var stage = Stage.begun
        /// What went wrong first.
        fileprivate var fault: (any Error)?

        init(_ person: AccountID) { self.person = person }
    }

    /// Does the next step of keeping no more of where a person was than they want kept; returns whether it was the
    /// last. An hour that is damaged does not keep the others: what was wrong with the first is thrown at the end.
    func advance(_ tidying: inout Tidying) async throws -> Bool {
        let person = tidying.person
        switch tidying.stage {
        case .begun:
            tidying.stage = try await begin(of: person)
        case .searching(var search, let times, let oldest):
            let rest = try await positions.foldSome(&search, of: person, in: times, searchStays)
            if let rest {
                tidying.stage = .searching(search, in: rest, before: oldest)
            } else {
                // First: what is not kept when this is interrupted is kept the next time.
                try await history.keep(search.visits.filter { $0.arrival < oldest }, of: person)
                tidying.stage = .removing(before: oldest)
            }
        case .removing(let oldest):
            guard try await positions.removeSome(of: person, before: oldest) else { return false }
            let hours = try await positions.piecedHours(of: person, now: now())
            tidying.stage = .uniting(hours.reversed())
        case .uniting(var hours):
            guard let hour = hours.popLast() else {
                if let fault = tidying.fault { throw fault }
                return true
            }
            tidying.stage = .uniting(hours)
            do {
                try await positions.unite(hour, of: person)
            } catch {
                tidying.fault = tidying.fault ?? error
            }
        }
        return false
    }

    private func begin(of person: AccountID) async throws -> Tidying.Stage {
        let sharing = try await people.sharing(of: person).sharing, oldest = Self.oldest(sharing, at: now())
        guard sharing.keepsVisits, oldest > 0, try await positions.hasAny(of: person, before: oldest) else {
            return .removing(before: oldest)
        }
        // Somebody may have stayed on.
        return .searching(StayRule.Search(), in: 0...oldest + Self.day, before: oldest)
    }

    /// Removes what a person does not want kept any more.
    func removeOld(of person: AccountID) async throws {
        var tidying = Tidying(person)
        while case let stage = tidying.stage, !stage.isUniting { _ = try await advance(&tidying) }
    }
}

extension PositionDesk.Tidying.Stage {
    fileprivate var isUniting: Bool { if case .uniting = self { true } else { false } }
}
