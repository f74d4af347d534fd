extension HereaboutsClient {
    /// Returns the account and its rights.
    public func me() async throws -> Me { try await answer(MeRequest()) }

    /// Adds an account and logs in. Where registration is by invitation, it takes the code of a registration link.
    public func register(_ credentials: Credentials, invitation: String? = nil) async throws -> Me {
        try await answer(
            RegisterRequest(
                Registration(name: credentials.name, password: credentials.password, invitation: invitation)))
    }

    /// Returns the registration links that wait to be used; for operators.
    public func registrationLinks() async throws -> RegistrationLinkList {
        try await answer(RegistrationLinksRequest())
    }

    /// Makes a link that lets one person register, valid for a number of days; for operators.
    public func addRegistrationLink(note: String? = nil, days: Int? = nil) async throws -> NewRegistrationLink {
        try await answer(AddRegistrationLinkRequest(note: note, days: days))
    }

    /// Revokes a registration link; for operators.
    public func revokeRegistrationLink(_ id: String) async throws {
        try await done(RevokeRegistrationLinkRequest(id: id))
    }

    /// Adds an operator, or replaces a lost password, with a set-up code, which this uses up.
    public func setUp(_ fields: SetUpFields) async throws -> Me { try await answer(SetUpRequest(fields)) }

    /// Returns a token for a program, by name and password; `HereaboutsClient(…, token:)` acts with it.
    public func logIn(_ credentials: Credentials, label: String, nonce: String? = nil) async throws -> NewToken {
        try await answer(IssueTokenRequest(credentials, label: label, nonce: nonce))
    }

    /// Changes the password, and ends all other access to the account, except `kept`.
    public func changePassword(from old: String, to new: String, keeping kept: KeptAccess? = nil) async throws {
        try await done(ChangePasswordRequest(from: old, to: new, keeping: kept))
    }

    /// Confirms this session, or this program's token, for some minutes: adding devices, links and tokens, changing
    /// roles and exporting throw `confirmationRequired` without. Logging in confirms, too, and so does a passkey.
    public func confirm(password: String) async throws -> Confirmation {
        try await answer(ConfirmRequest(password: password))
    }

    /// Returns until when this session is confirmed; throws `confirmationRequired` for one that is not.
    public func confirmation() async throws -> Confirmation { try await answer(ConfirmationRequest()) }

    /// Returns everything that gives access to the account, or lets others see where its owner is.
    public func access() async throws -> AccountAccess { try await answer(AccessRequest()) }

    /// Ends all access to the account, this session too, except `kept`.
    public func signOutEverywhere(keeping kept: KeptAccess = KeptAccess()) async throws {
        try await done(SignOutRequest(keeping: kept))
    }

    /// Returns the events of the account, newest first.
    public func history() async throws -> AccountHistory { try await answer(HistoryRequest()) }

    /// Removes the account with its posts, votes and reports. Its entries in the guide stay, without the name.
    public func removeAccount(password: String) async throws {
        try await done(RemoveAccountRequest(password: password))
    }

    /// Returns the browsers and programs that act for the account.
    public func sessions() async throws -> SessionList { try await answer(SessionsRequest()) }

    /// Ends a session of the account.
    public func endSession(_ id: String) async throws { try await done(EndSessionRequest(id: id)) }

    /// Makes a token for another program.
    public func newToken(label: String) async throws -> NewToken { try await answer(NewTokenRequest(label: label)) }

    /// Returns all accounts; for operators.
    public func accounts(_ request: AccountsRequest = AccountsRequest()) async throws -> AccountList {
        try await answer(request)
    }

    /// Gives an account another role; for operators.
    public func changeRole(of id: String, to role: RoleName) async throws -> Account {
        try await answer(ChangeRoleRequest(id: id, role: role))
    }

    /// Returns a page of the timeline.
    public func posts(_ request: PostsRequest = PostsRequest()) async throws -> PostPage { try await answer(request) }

    /// Adds a post, once, however often it has to be sent: one without a `key` is given one.
    public func add(_ post: NewPost) async throws -> Post {
        var post = post
        if post.key == nil { post.key = Self.randomKey() }
        return try await answer(AddPostRequest(post), isRepeatable: true)
    }

    /// 128 random bits in 32 letters.
    private static func randomKey() -> String {
        String((0..<32).map { _ in "abcdefghijklmnop".randomElement() ?? "a" })
    }

    /// Adds a picture, a JPEG, PNG or WebP file, for a post to show; once for each `key`.
    public func addPicture(_ file: [UInt8], key: String? = nil) async throws -> Picture {
        try await answer(AddPictureRequest(file, key: key))
    }

    /// Returns a picture as a WebP file.
    public func picture(_ id: String, _ size: PictureSizeName) async throws -> [UInt8] {
        try await bytes(PictureRequest(id: id, size: size))
    }

    /// Returns one post.
    public func post(_ id: String) async throws -> Post { try await answer(PostRequest(id: id)) }

    /// Changes the text of the account's own post; throws `changedMeanwhile` when it is not at `revision`.
    public func editPost(_ id: String, message: String, revision: Int? = nil) async throws -> Post {
        try await answer(EditPostRequest(id: id, message: message, revision: revision))
    }

    /// Deletes the account's own post, or any for an operator.
    public func deletePost(_ id: String) async throws { try await done(DeletePostRequest(id: id)) }

    /// Reports a post to the operators.
    public func reportPost(_ id: String, reason: String) async throws {
        try await done(ReportPostRequest(id: id, reason: reason))
    }

    /// Hides a post and settles its reports; for operators.
    public func hidePost(_ id: String) async throws -> Post { try await answer(HidePostRequest(id: id)) }

    /// Shows a hidden post again; for operators.
    public func showPost(_ id: String) async throws -> Post { try await answer(ShowPostRequest(id: id)) }

    /// Returns the posts whose reports wait for an operator; for operators.
    public func reports(_ request: ReportsRequest = ReportsRequest()) async throws -> ReportPage {
        try await answer(request)
    }

    /// Returns hidden posts: operators get all, others their own.
    public func hiddenPosts(_ request: HiddenPostsRequest = HiddenPostsRequest()) async throws -> PostPage {
        try await answer(request)
    }

    /// Settles the reports of a post; for operators.
    public func dismissReports(of id: String) async throws { try await done(DismissReportsRequest(id: id)) }
}
