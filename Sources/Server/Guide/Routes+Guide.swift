import Community
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds the guide's routes: reading, changing, ordering, voting, history.
    mutating func addGuide(_ cache: GuideCache, _ transfer: GuideTransfer, _ authentication: Authentication) {
        on(GuideRequest.self, authentication) { _, viewer, exchange in
            let reading = try await cache.reading()
            guard Guide.seesAll(viewer.account) else {
                return exchange.json(reading.publicAnswer, cacheControl: Exchange.personal)
            }
            try exchange.spendAnswer()
            let whole = try await exchange.workers.run { GuideCache.wholeAnswer(reading) }
            return try await exchange.encoded(
                whole, isList: true, isWhole: true, cacheControl: Exchange.personal)
        }
        on(VenueRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            let answer = try await cache.venue(try GuideID(path: request.id), for: viewer.account)
            return try await exchange.encoded(answer, isList: true, cacheControl: Exchange.personal)
        }
        addEntries(
            of: VenueFields.self, AddVenueRequest.self, ChangeVenueRequest.self, DeleteVenueRequest.self, cache,
            authentication)
        addEntries(
            of: WorkFields.self, AddWorkRequest.self, ChangeWorkRequest.self, DeleteWorkRequest.self, cache,
            authentication,
            in: { try GuideID(path: $0.venue) })
        addEntries(
            of: TourFields.self, AddTourRequest.self, ChangeTourRequest.self, DeleteTourRequest.self, cache,
            authentication)
        addVotes(cache, authentication)
        addTransfer(cache, transfer, authentication)
        addHistory(cache, transfer, authentication)
        on(OrderRequest.self, authentication) { request, viewer, _ in
            let editor = try viewer.member
            let ids = try request.body.ids.map { text throws(CommunityFault) in
                guard let id = GuideID(text: text) else { throw .orderChanged }
                return id
            }
            try await cache.guide.order(ids, by: GuideEditor(editor))
            cache.changed()
            return Response(status: .noContent)
        }
    }

    /// Adds the history of changes: listing, undoing, and removing a picture from it.
    private mutating func addHistory(_ cache: GuideCache, _ transfer: GuideTransfer, _ authentication: Authentication) {
        on(GuideHistoryRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            let editor = try viewer.member
            let before = try request.before.map { text throws(ErrorBody) in
                guard let time = HybridTime(cursor: text) else {
                    throw ErrorBody(.invalidParameter, "before is not the `next` of a page", field: "before")
                }
                return time
            }
            let found = try await cache.guide.versions(
                before: before, limit: request.limit + 1, for: GuideEditor(editor))
            let page = found.prefix(request.limit)
            let next = found.count > request.limit ? page.last?.time.cursor : nil
            return try await exchange.encoded(
                GuideHistory(changes: page.map { .init($0) }, next: next), isList: true, cacheControl: Exchange.personal
            )
        }
        on(UndoRequest.self, authentication) { request, viewer, _ in
            let editor = try viewer.member
            try await cache.guide.undo(request.revision, of: try GuideID(path: request.id), by: GuideEditor(editor))
            cache.changed()
            return Response(status: .noContent)
        }
        on(PurgePictureRequest.self, authentication) { request, viewer, exchange in
            guard let editor = viewer.account, let id = PictureID(text: request.id) else {
                throw CommunityFault.notFound
            }
            let purge = try await cache.guide.purge(id, by: GuideEditor(editor))
            cache.changed()
            await transfer.gallery.remove([id])
            return try await exchange.encoded(
                PictureRemoval(entries: purge.entries, versions: purge.versions), cacheControl: Exchange.personal)
        }
    }

    /// Adds the routes that add, change and delete entries of one kind; `venue` returns the venue of a new entry.
    private mutating func addEntries<
        Fields: EntryFields, Add: BodyRequest, Change: BodyRequest & EntryRequest, Delete: EntryRequest
    >(
        of fields: Fields.Type, _ add: Add.Type, _ change: Change.Type, _ delete: Delete.Type, _ cache: GuideCache,
        _ authentication: Authentication, in venue: @escaping @Sendable (Add) throws -> GuideID? = { _ in nil }
    ) where Add.Body == Fields, Change.Body == Revised<Fields> {
        on(add, authentication) { request, viewer, exchange in
            let editor = try viewer.member
            let entry = try await cache.guide.add(
                try request.body.draft(), to: try venue(request), by: GuideEditor(editor))
            cache.changed()
            return try await exchange.created(try await Fields.shown(entry, on: cache, to: editor))
        }
        on(change, authentication) { request, viewer, exchange in
            let editor = try viewer.member
            let entry = try await cache.guide.change(
                try GuideID(path: request.id), at: request.body.revision, to: try request.body.fields.draft(),
                by: GuideEditor(editor))
            cache.changed()
            return try await exchange.encoded(
                try await Fields.shown(entry, on: cache, to: editor), cacheControl: Exchange.personal)
        }
        on(delete, authentication) { request, viewer, _ in
            let editor = try viewer.member
            try await cache.guide.delete(try GuideID(path: request.id), Fields.kind, by: GuideEditor(editor))
            cache.changed()
            return Response(status: .noContent)
        }
    }

    private mutating func addVotes(_ cache: GuideCache, _ authentication: Authentication) {
        on(VoteRequest.self, authentication) { request, viewer, exchange in
            try await Self.vote(true, request, viewer, cache, exchange)
        }
        on(TakeBackVoteRequest.self, authentication) { request, viewer, exchange in
            try await Self.vote(false, request, viewer, cache, exchange)
        }
    }

    private mutating func addTransfer(_ cache: GuideCache, _ transfer: GuideTransfer, _ authentication: Authentication)
    {
        on(ExportGuideRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            let name = "guide.\(request.form.rawValue)"
            switch request.form {
            case .zip:
                let archive = try await transfer.archive()
                let memory = try exchange.memory(upTo: archive.memoryLength)
                let body = ResponseBody(then: archive.holding(memory), on: exchange.eventLoop)
                return .file(body, type: "application/zip", name: name)
            case .csv:
                return try exchange.file(await transfer.table(.csv), type: "text/csv; charset=utf-8", name: name)
            case .geojson:
                return try exchange.file(
                    await transfer.table(.geoJSON), type: "application/geo+json", name: name)
            }
        }
        on(ImportGuideRequest.self, authentication) { request, viewer, exchange in
            let editor = try viewer.member
            defer { cache.changed() }
            return try await exchange.created(try await transfer.add(request.content, by: GuideEditor(editor)))
        }
    }

    private static func vote(
        _ isFor: Bool, _ request: some KeyedObjectRequest, _ viewer: Viewer, _ cache: GuideCache, _ exchange: Exchange
    ) async throws -> Response {
        let voter = try viewer.member
        let work = try await cache.checkWork(try GuideID(path: request.id), for: voter)
        try await cache.guide.setVote(isFor, for: work.id, by: voter, key: request.key)
        guard let venue = work.venue else { throw CommunityFault.notFound }
        let votes = try await cache.guide.votes(in: venue, by: voter)[work.id]
        return try await exchange.encoded(
            Votes(votes: votes?.count ?? 0, myVote: votes?.isMine == true ? true : nil),
            cacheControl: Exchange.personal)
    }
}
