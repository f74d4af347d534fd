import Community
import MeshHost

extension Routes {
    /// Adds accounts, their sessions and passkeys.
    mutating func addAccountsFeature(
        _ parts: ServerParts, _ access: StandingAccess, _ codes: SetUpCodes, _ pages: TimelinePages,
        _ gallery: PictureGallery, _ mesh: MeshHost?
    ) {
        addAccounts(access, codes, pages, gallery, mesh)
        addPasskeys(PasskeyChallenges(parts), access)
    }
}
