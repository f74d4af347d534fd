/// That somebody was at a place in an hour. Who that was cannot be told: of one person's day all carry the same token,
/// of the next another, and once it is over each another.
package struct Contribution: Sendable, Hashable {
    /// Bytes of a token.
    package static let tokenLength = 16
    /// The most of one person and day.
    package static let mostPerDay = 4

    package let place: PlaceKey
    /// Counted since 1970 on the clock of the places on the map.
    package let hour: Int64
    package let token: [UInt8]

    package init(place: PlaceKey, hour: Int64, token: [UInt8]) {
        (self.place, self.hour, self.token) = (place, hour, token)
    }
}

/// How many people were at a place in an hour.
package struct HourCount: Sendable, Hashable {
    package let place: PlaceKey
    package let hour: Int64
    package let people: Int

    package init(place: PlaceKey, hour: Int64, people: Int) {
        (self.place, self.hour, self.people) = (place, hour, people)
    }
}

/// Keeps how many people were where. What a call has written is on the disk when it returns.
package protocol BusynessStore: Sendable {
    /// Removes `withdrawn`, of which some may not be there, and adds those of `contributions` that are new, no more
    /// than `Contribution.mostPerDay` of a token, the first ones; returns what was removed and what was added.
    func replace(
        _ withdrawn: [Contribution], by contributions: [Contribution]
    ) async throws -> (removed: [Contribution], added: [Contribution])
    /// Gives each of an hour's contributions a token that nothing else has.
    func unlinkContributions(in hour: Int64) async throws
    /// What there is from `hour` on, in no order.
    func hourCounts(from hour: Int64) async throws -> [HourCount]
    /// Removes what there is before `hour`.
    func removeContributions(before hour: Int64) async throws
    /// Removes what carries one of `tokens`, from `hour` on; returns what that was.
    func removeContributions(of tokens: [[UInt8]], from hour: Int64) async throws -> [Contribution]
}
