extension HereaboutsClient {
    /// Returns the guide as the account that asks may see it.
    public func guide() async throws -> GuideAnswer { try await answer(GuideRequest()) }

    /// Returns a venue and its works.
    public func venue(_ id: String) async throws -> VenueAnswer { try await answer(VenueRequest(id: id)) }

    /// Adds a venue; for curators, like everything below but votes.
    public func add(_ venue: VenueFields) async throws -> Venue { try await answer(AddVenueRequest(venue)) }

    /// Changes a venue; throws `changedMeanwhile` when it is not at `revision`.
    public func change(_ id: String, revision: Int, _ venue: VenueFields) async throws -> Venue {
        try await answer(ChangeVenueRequest(id: id, revision: revision, venue))
    }

    /// Deletes a venue with its works.
    public func deleteVenue(_ id: String) async throws { try await done(DeleteVenueRequest(id: id)) }

    /// Adds a work to a venue.
    public func add(_ work: WorkFields, to venue: String) async throws -> Work {
        try await answer(AddWorkRequest(to: venue, work))
    }

    /// Changes a work; throws `changedMeanwhile` when it is not at `revision`.
    public func change(_ id: String, revision: Int, _ work: WorkFields) async throws -> Work {
        try await answer(ChangeWorkRequest(id: id, revision: revision, work))
    }

    /// Deletes a work.
    public func deleteWork(_ id: String) async throws { try await done(DeleteWorkRequest(id: id)) }

    /// Adds a tour.
    public func add(_ tour: TourFields) async throws -> Tour { try await answer(AddTourRequest(tour)) }

    /// Changes a tour; throws `changedMeanwhile` when it is not at `revision`.
    public func change(_ id: String, revision: Int, _ tour: TourFields) async throws -> Tour {
        try await answer(ChangeTourRequest(id: id, revision: revision, tour))
    }

    /// Deletes a tour.
    public func deleteTour(_ id: String) async throws { try await done(DeleteTourRequest(id: id)) }

    /// Puts all venues, all works of one venue, or all tours in this order; throws `changedMeanwhile` when these are
    /// not all.
    public func orderGuide(_ ids: [String]) async throws { try await done(OrderRequest(ids: ids)) }

    /// Votes for a work, once however often it is called.
    ///
    /// Sending the same again with the same `key` changes nothing more.
    public func vote(for work: String, key: String? = nil) async throws -> Votes {
        try await answer(VoteRequest(id: work, key: key))
    }

    /// Takes a vote back.
    ///
    /// Sending the same again with the same `key` changes nothing more.
    public func takeBackVote(for work: String, key: String? = nil) async throws -> Votes {
        try await answer(TakeBackVoteRequest(id: work, key: key))
    }

    /// Returns the curators' changes, newest first.
    public func guideHistory(_ request: GuideHistoryRequest = GuideHistoryRequest()) async throws -> GuideHistory {
        try await answer(request)
    }

    /// Returns the whole guide as a file.
    public func exportGuide(_ form: GuideFileForm) async throws -> [UInt8] { try await bytes(ExportGuideRequest(form)) }

    /// Adds the content of a zip file, all of it or nothing, or the good venues of CSV or GeoJSON.
    public func importGuide(_ file: [UInt8]) async throws -> GuideImportReport {
        try await answer(ImportGuideRequest(file))
    }

    /// Takes a picture out of the guide and its history for good.
    public func purgePicture(_ id: String) async throws -> PictureRemoval {
        try await answer(PurgePictureRequest(id: id))
    }

    /// Undoes the last change of an entry, which led to `revision`.
    public func undo(_ id: String, revision: Int) async throws {
        try await done(UndoRequest(id: id, revision: revision))
    }
}
