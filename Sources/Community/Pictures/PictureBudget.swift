/// The maximum number of bytes of pictures on disk.
package struct PictureBudget: Sendable, Equatable {
    /// For the pictures of one account, in posts and unused.
    package var perAccount = 256 << 20
    /// For the pictures of all guests together.
    package var guests = 1 << 30
    /// For the pictures of the guide and its history.
    package var guide = 4 << 30
    /// For all pictures.
    package var everything = 16 << 30

    package init() {}

    /// For people with access to the data folder.
    package static var unlimited: PictureBudget {
        var budget = PictureBudget()
        (budget.perAccount, budget.guests, budget.guide, budget.everything) = (.max, .max, .max, .max)
        return budget
    }

    /// Throws `pictureBudget` if `bytes` more exceed the budget of the share or of all pictures.
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

/// The pictures that share one budget.
package enum PictureShare: Sendable, Equatable {
    case account(AccountID)
    case guests
    case guide

    package init(of owner: AccountID?, isOfGuide: Bool) {
        self = isOfGuide ? .guide : owner.map { .account($0) } ?? .guests
    }
}
