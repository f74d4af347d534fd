/// Records that a person was at a place in an hour, without saying which person.
///
/// All contributions of one person's day carry the same token; the next day has another. Once the day is over, each
/// contribution gets a token of its own.
package struct Contribution: Sendable, Hashable {
    /// The length of a token, in bytes.
    package static let tokenLength = 16
    /// The most contributions of one person in one day.
    package static let mostPerDay = 4

    package let place: PlaceKey
    /// Counted since 1970 on the local clock of the map's places.
    package let hour: Int64
    package let token: [UInt8]

    package init(place: PlaceKey, hour: Int64, token: [UInt8]) {
        (self.place, self.hour, self.token) = (place, hour, token)
    }
}

/// The number of people at a place in an hour.
package struct HourCount: Sendable, Hashable {
    package let place: PlaceKey
    package let hour: Int64
    package let people: Int

    package init(place: PlaceKey, hour: Int64, people: Int) {
        (self.place, self.hour, self.people) = (place, hour, people)
    }
}

/// Stores how many people visited which place. A call returns once its changes are on the disk.
package protocol BusynessStore: Sendable {
    /// Removes `withdrawn`, some of which may be missing, and adds those of `contributions` that are new: the first
    /// ones, at most `Contribution.mostPerDay` for a token. Returns the removed and the added ones.
    func replace(
        _ withdrawn: [Contribution], by contributions: [Contribution]
    ) async throws -> (removed: [Contribution], added: [Contribution])
    /// Gives each contribution in an hour a token of its own.
    func unlinkContributions(in hour: Int64) async throws
    /// Returns the counts from `hour` on, in any order.
    func hourCounts(from hour: Int64) async throws -> [HourCount]
    /// Removes the contributions before `hour`.
    func removeContributions(before hour: Int64) async throws
    /// Removes the contributions that carry one of `tokens`, from `hour` on, and returns them.
    func removeContributions(of tokens: [[UInt8]], from hour: Int64) async throws -> [Contribution]
}
