/// The maximum size of a guide.
package struct GuideBudget: Sendable, Equatable {
    package var pictures: PictureBudget
    /// Entries that are not deleted, of all kinds together: each reader of the guide has them in memory.
    package var entries: Int

    package init(pictures: PictureBudget, entries: Int = 20_000) {
        self.pictures = pictures
        self.entries = entries
    }

    /// For people with access to the data folder.
    package static let unlimited = GuideBudget(pictures: .unlimited, entries: .max)

    /// Throws `quotaReached` if `count` entries are too many beside `known` ones.
    package func check(_ count: Int, beside known: Int) throws(CommunityFault) {
        guard count > 0 else { return }
        let (sum, isOver) = known.addingReportingOverflow(count)
        guard !isOver, sum <= entries else { throw .quotaReached(.guideEntries, limit: entries, secondsLeft: nil) }
    }
}
