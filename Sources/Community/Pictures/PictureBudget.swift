/// The most bytes that pictures may take on the disk.
package struct PictureBudget: Sendable, Equatable {
    /// What one person's may take, in posts and not yet in one.
    package var perAccount = 256 << 20
    /// What those of all guests together may take.
    package var guests = 1 << 30
    /// What those of the guide may take, those of its history too.
    package var guide = 4 << 30
    /// What all of them may take.
    package var everything = 16 << 30

    package init() {}

    /// For whoever has the data folder.
    package static var unlimited: PictureBudget {
        var budget = PictureBudget()
        (budget.perAccount, budget.guests, budget.guide, budget.everything) = (.max, .max, .max, .max)
        return budget
    }

    /// Throws `pictureBudget` when `bytes` are too many beside what the share, and all together, take.
    package func check(
        _ bytes: Int, for share: PictureShare, taken: Int, byAll all: Int
    ) throws(CommunityFault) {
        let most =
            switch share {
            case .account: perAccount
            case .guests: guests
            case .guide: guide
            }
        guard bytes <= most - taken else { throw .pictureBudget(share, bytes: most) }
        guard bytes <= everything - all else { throw .pictureBudget(nil, bytes: everything) }
    }
}

/// Whose pictures share one budget.
package enum PictureShare: Sendable, Equatable {
    case account(AccountID)
    case guests
    case guide

    package init(of owner: AccountID?, isOfGuide: Bool) {
        self = isOfGuide ? .guide : owner.map { .account($0) } ?? .guests
    }
}
