package import Community
import GeoCore
import HereaboutsAPI
import Hummingbird
import MeshHost
import MeshRows
import Presence
import Search

extension Routes {
    /// Adds the routes for posts: reading, writing, changing, reporting and hiding them.
    mutating func addTimeline(
        _ pages: TimelinePages, _ authentication: Authentication, _ atlas: LiveAtlas, _ gallery: PictureGallery,
        _ presence: PresenceService, _ rows: MeshRows?
    ) {
        let timeline = pages.timeline
        on(PostsRequest.self, authentication) { request, _, exchange in
            guard let before = request.before else {
                return try await exchange.json(pages.first(limit: request.limit), cacheControl: Exchange.personal)
            }
            let page = try await pages.page(before: try PostCursor(before: before), limit: request.limit)
            return try await exchange.json(page, cacheControl: Exchange.personal)
        }
        on(AddPostRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            let draft = request.body
            let author = try await authentication.author(viewer, named: draft.name)
            let place = try draft.location.map { try PostLocation($0, atlas) }
            let location = try await presence.concealed(place, of: author.account, atlas)
            let picture = try draft.picture.map { picture throws(CommunityFault) in
                guard let id = PictureID(text: picture.id) else { throw .pictureUnavailable }
                return id
            }
            try pages.spendPost(of: author, exchange)
            let post = try await timeline.add(
                draft.message, by: author, at: location, picture: picture, pictureText: draft.picture?.text ?? "",
                key: draft.key, written: try WireTime.writing(draft.writtenAt))
            pages.changed()
            return try await exchange.created(HereaboutsAPI.Post(post))
        }
        on(PostRequest.self, authentication) { request, viewer, exchange in
            let post = try await timeline.post(try PostID(path: request.id), for: viewer.account)
            return try await exchange.encoded(HereaboutsAPI.Post(post), cacheControl: Exchange.personal)
        }
        on(EditPostRequest.self, authentication) { request, viewer, exchange in
            let editor = try viewer.member
            try authentication.spendPost(exchange)
            let post = try await timeline.edit(
                try PostID(path: request.id), at: request.body.revision, to: request.body.message, by: editor)
            pages.changed()
            return try await exchange.encoded(HereaboutsAPI.Post(post), cacheControl: Exchange.personal)
        }
        on(DeletePostRequest.self, authentication) { request, viewer, _ in
            let editor = try viewer.member, id = try PostID(path: request.id)
            // First, because nothing is known of the post afterwards.
            if editor.role == .operator, let rows, let message = try await rows.messageOfOthers(id) {
                try await Self.telling("the post is still here") { try await rows.hide(message) }
            }
            let picture = try await timeline.delete(id, by: editor)
            pages.changed()
            if let picture { await gallery.remove([picture]) }
            return Response(status: .noContent)
        }
        addReports(pages, authentication, rows)
    }

    private mutating func addReports(
        _ pages: TimelinePages, _ authentication: Authentication, _ rows: MeshRows?
    ) {
        let timeline = pages.timeline
        on(ReportPostRequest.self, authentication) { request, viewer, exchange in
            let reporter = try viewer.member
            try authentication.spendPost(exchange)
            try await timeline.report(try PostID(path: request.id), because: request.body.reason, by: reporter)
            return Response(status: .noContent)
        }
        on(ReportsRequest.self, authentication) { request, viewer, exchange in
            let editor = try viewer.member
            let cursor = try request.before.map { text throws(ErrorBody) in try PostCursor(before: text) }
            let found = try await timeline.reportedPosts(before: cursor, limit: request.limit + 1, for: editor)
            let page = found.prefix(request.limit)
            let next = found.count > request.limit ? page.last.map { PostCursor(after: $0).text } : nil
            return try await exchange.encoded(
                ReportPage(posts: page.map { .init($0) }, next: next), isList: true, cacheControl: Exchange.personal)
        }
        on(HiddenPostsRequest.self, authentication) { request, viewer, exchange in
            let requester = try viewer.member
            let cursor = try request.before.map { text throws(ErrorBody) in try PostCursor(before: text) }
            let page = try await pages.hidden(before: cursor, limit: request.limit, for: requester)
            return try await exchange.json(page, cacheControl: Exchange.personal)
        }
        on(DismissReportsRequest.self, authentication) { request, viewer, _ in
            let editor = try viewer.member
            try await timeline.dismissReports(of: try PostID(path: request.id), by: editor)
            return Response(status: .noContent)
        }
        on(HidePostRequest.self, authentication) { request, viewer, exchange in
            try await Self.setHidden(true, try PostID(path: request.id), viewer, pages, rows, exchange)
        }
        on(ShowPostRequest.self, authentication) { request, viewer, exchange in
            try await Self.setHidden(false, try PostID(path: request.id), viewer, pages, rows, exchange)
        }
    }

    private static func setHidden(
        _ isHidden: Bool, _ id: PostID, _ viewer: Viewer, _ pages: TimelinePages, _ rows: MeshRows?,
        _ exchange: Exchange
    ) async throws -> Response {
        let editor = try viewer.member
        var post = try await pages.timeline.setHidden(isHidden, id, by: editor)
        pages.changed()
        if let rows {
            try await telling("this holds here") { try await rows.tell(isHidden: isHidden, id) }
            // It stays hidden where its author or node is.
            post = try await pages.timeline.post(id, for: editor)
            pages.changed()
        }
        return try await exchange.encoded(HereaboutsAPI.Post(post), cacheControl: Exchange.personal)
    }

    /// Tells the other nodes something. Where that fails, the error says what holds here.
    private static func telling(_ state: String, _ body: () async throws -> Void) async throws {
        do { try await body() } catch let fault as MeshFault {
            throw ErrorBody(.unavailable, "\(state), but the other nodes do not know yet: \(fault); try again")
        }
    }
}

extension Authentication {
    /// Returns the author of a post: the account, or a guest under a name that no account has.
    func author(_ viewer: Viewer, named name: String?) async throws -> Community.Post.Author {
        if let account = viewer.account { return .init(account: account.id, name: account.name.text) }
        guard let name, !name.isEmpty else { return .init(account: nil, name: "Guest") }
        guard try await !accounts.isTaken(name) else { throw CommunityFault.nameTaken }
        return .init(account: nil, name: name)
    }
}

extension PostLocation {
    /// Makes the location of a post; throws `invalid` for coordinates that are not on Earth. Implausible sensor values
    /// become unknown.
    fileprivate init(_ location: HereaboutsAPI.NewPost.Location, _ atlas: LiveAtlas) throws(CommunityFault) {
        guard let coordinate = Coordinate(latitude: location.lat, longitude: location.lon) else {
            throw .invalid(field: "location", reason: "is not on Earth")
        }
        let place = location.place ?? atlas.current.search.localityName(at: coordinate) ?? Self.unknownPlace
        self.init(
            point: PointE7(coordinate),
            // To the decimetre, as answers return it.
            accuracyMetres: location.accuracy.flatMap { (0...1e7).contains($0) ? ($0 * 10).rounded() / 10 : nil },
            place: place,
            facing: Facing(magneticHeading: location.heading), speed: SpeedClass(metresPerSecond: location.speed))
    }

    package static let unknownPlace = "Place unknown"
}
