import Community
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds the guide: reading, changing, ordering, voting, history.
    mutating func addGuide(_ shelf: GuideShelf, _ transfer: GuideTransfer, _ door: Doorkeeper) {
        on(GuideRequest.self, at: door) { _, viewer, exchange in
            let reading = try await shelf.reading()
            guard Guide.seesAll(viewer.account) else {
                return exchange.json(reading.publicAnswer, cacheControl: Exchange.personal)
            }
            try exchange.spendAnswer()
            return try exchange.encoded(GuideShelf.wholeAnswer(reading), cacheControl: Exchange.personal)
        }
        on(VenueRequest.self, at: door) { request, viewer, exchange in
            try exchange.spendAnswer()
            let answer = try await shelf.venue(try GuideID(path: request.id), for: viewer.account)
            return try exchange.encoded(answer, cacheControl: Exchange.personal)
        }
        addVenues(shelf, door)
        addWorks(shelf, door)
        addTours(shelf, door)
        addVotes(shelf, door)
        addTransfer(shelf, transfer, door)
        on(OrderRequest.self, at: door) { request, viewer, _ in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let ids = try request.body.ids.map { text throws(CommunityFault) in
                guard let id = GuideID(text: text) else { throw .orderChanged }
                return id
            }
            try await shelf.guide.order(ids, by: GuideEditor(editor))
            shelf.changed()
            return Response(status: .noContent)
        }
        on(GuideHistoryRequest.self, at: door) { request, viewer, exchange in
            try exchange.spendAnswer()
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let before = try request.before.map { text throws(ErrorBody) in
                guard let time = HybridTime(cursor: text) else {
                    throw ErrorBody(.invalidParameter, "before is not the `next` of a page", field: "before")
                }
                return time
            }
            let found = try await shelf.guide.versions(
                before: before, limit: request.limit + 1, for: GuideEditor(editor))
            let page = found.prefix(request.limit)
            let next = found.count > request.limit ? page.last?.time.cursor : nil
            return try exchange.encoded(
                GuideHistory(changes: page.map { .init($0) }, next: next), cacheControl: Exchange.personal)
        }
        on(UndoRequest.self, at: door) { request, viewer, _ in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            try await shelf.guide.undo(request.revision, of: try GuideID(path: request.id), by: GuideEditor(editor))
            shelf.changed()
            return Response(status: .noContent)
        }
        on(PurgePictureRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account, let id = PictureID(text: request.id) else {
                throw CommunityFault.notFound
            }
            let purge = try await shelf.guide.purge(id, by: GuideEditor(editor))
            shelf.changed()
            try await transfer.gallery.purge(id)
            return try exchange.encoded(
                PictureRemoval(entries: purge.entries, versions: purge.versions), cacheControl: Exchange.personal)
        }
    }

    private mutating func addVenues(_ shelf: GuideShelf, _ door: Doorkeeper) {
        on(AddVenueRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let entry = try await shelf.guide.add(try GuideDraft(request.body), by: GuideEditor(editor))
            shelf.changed()
            return try exchange.created(try await shelf.venue(entry.id, for: editor).venue)
        }
        on(ChangeVenueRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let entry = try await shelf.guide.change(
                try GuideID(path: request.id), at: request.body.revision, to: try GuideDraft(request.body.fields),
                by: GuideEditor(editor))
            shelf.changed()
            let answer = try await shelf.venue(entry.id, for: editor)
            return try exchange.encoded(answer.venue, cacheControl: Exchange.personal)
        }
        on(DeleteVenueRequest.self, at: door) { request, viewer, _ in
            try await Self.delete(request.id, .venue, viewer, shelf)
        }
    }

    private mutating func addWorks(_ shelf: GuideShelf, _ door: Doorkeeper) {
        on(AddWorkRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let entry = try await shelf.guide.add(
                try GuideDraft(request.body), to: try GuideID(path: request.venue), by: GuideEditor(editor))
            shelf.changed()
            guard case .work(let work) = entry.content else { throw CommunityFault.notFound }
            return try exchange.created(Work(entry, work, nil))
        }
        on(ChangeWorkRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let entry = try await shelf.guide.change(
                try GuideID(path: request.id), at: request.body.revision, to: try GuideDraft(request.body.fields),
                by: GuideEditor(editor))
            shelf.changed()
            guard case .work(let work) = entry.content, let venue = entry.venue else { throw CommunityFault.notFound }
            let votes = try await shelf.guide.votes(in: venue, by: editor)
            return try exchange.encoded(Work(entry, work, votes[entry.id]), cacheControl: Exchange.personal)
        }
        on(DeleteWorkRequest.self, at: door) { request, viewer, _ in
            try await Self.delete(request.id, .work, viewer, shelf)
        }
    }

    private mutating func addTours(_ shelf: GuideShelf, _ door: Doorkeeper) {
        on(AddTourRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let entry = try await shelf.guide.add(try GuideDraft(request.body), by: GuideEditor(editor))
            shelf.changed()
            return try exchange.created(try Self.tour(entry))
        }
        on(ChangeTourRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let entry = try await shelf.guide.change(
                try GuideID(path: request.id), at: request.body.revision, to: try GuideDraft(request.body.fields),
                by: GuideEditor(editor))
            shelf.changed()
            return try exchange.encoded(try Self.tour(entry), cacheControl: Exchange.personal)
        }
        on(DeleteTourRequest.self, at: door) { request, viewer, _ in
            try await Self.delete(request.id, .tour, viewer, shelf)
        }
    }

    private mutating func addVotes(_ shelf: GuideShelf, _ door: Doorkeeper) {
        on(VoteRequest.self, at: door) { request, viewer, exchange in
            try await Self.vote(true, request.id, viewer, shelf, exchange)
        }
        on(TakeBackVoteRequest.self, at: door) { request, viewer, exchange in
            try await Self.vote(false, request.id, viewer, shelf, exchange)
        }
    }

    private mutating func addTransfer(_ shelf: GuideShelf, _ transfer: GuideTransfer, _ door: Doorkeeper) {
        on(ExportGuideRequest.self, at: door) { request, _, exchange in
            try exchange.spendAnswer()
            let (body, type): (ResponseBody, String)
            switch request.form {
            case .zip:
                body = ResponseBody(try await transfer.archive(), on: exchange.eventLoop)
                type = "application/zip"
            case .csv:
                let bytes = try await transfer.table(.csv)
                (body, type) = (
                    ResponseBody(ByteBuffer(bytes: bytes), on: exchange.eventLoop), "text/csv; charset=utf-8"
                )
            case .geojson:
                let bytes = try await transfer.table(.geoJSON)
                (body, type) = (ResponseBody(ByteBuffer(bytes: bytes), on: exchange.eventLoop), "application/geo+json")
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: type, .cacheControl: Exchange.personal,
                    .contentDisposition: "attachment; filename=\"guide.\(request.form.rawValue)\"",
                ], body: body)
        }
        on(ImportGuideRequest.self, at: door) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            defer { shelf.changed() }
            let report = try await transfer.add(zip: request.content, by: GuideEditor(editor))
            return try exchange.created(report)
        }
    }

    private static func vote(
        _ isFor: Bool, _ id: String, _ viewer: Viewer, _ shelf: GuideShelf, _ exchange: Exchange
    ) async throws -> Response {
        guard let voter = viewer.account else { throw CommunityFault.notAllowed }
        let work = try await shelf.checkWork(try GuideID(path: id), for: voter)
        try await shelf.guide.setVote(isFor, for: work.id, by: voter)
        guard let venue = work.venue else { throw CommunityFault.notFound }
        let votes = try await shelf.guide.votes(in: venue, by: voter)[work.id]
        return try exchange.encoded(
            Votes(votes: votes?.count ?? 0, myVote: votes?.isMine == true ? true : nil),
            cacheControl: Exchange.personal)
    }

    private static func tour(_ entry: GuideEntry) throws(CommunityFault) -> Tour {
        guard case .tour(let tour) = entry.content else { throw .notFound }
        return Tour(entry, tour) { _ in true }
    }

    private static func delete(
        _ id: String, _ kind: GuideKind, _ viewer: Viewer, _ shelf: GuideShelf
    ) async throws -> Response {
        guard let editor = viewer.account else { throw CommunityFault.notAllowed }
        try await shelf.guide.delete(try GuideID(path: id), kind, by: GuideEditor(editor))
        shelf.changed()
        return Response(status: .noContent)
    }
}

extension GuideID {
    /// Reads an id of a path; throws `notFound` for a text that is none.
    fileprivate init(path text: String) throws(CommunityFault) {
        guard let id = GuideID(text: text) else { throw .notFound }
        self = id
    }
}
