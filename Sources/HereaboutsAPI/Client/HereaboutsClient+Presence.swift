import GeoCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HereaboutsClient {
    /// Returns the account's devices.
    public func devices() async throws -> DeviceList { try await answer(DevicesRequest()) }

    /// Adds a device and returns it with its token, which is shown only now.
    public func add(_ device: NewDevice) async throws -> AddedDevice { try await answer(AddDeviceRequest(device)) }

    /// Removes a device. Its reports stay.
    public func removeDevice(_ id: String) async throws { try await done(RemoveDeviceRequest(id: id)) }

    /// Returns how much of its limits the account uses, in all or today.
    public func quotas() async throws -> QuotaList { try await answer(QuotasRequest()) }

    /// Reports where a device was, all at once, for a client that has the device's token. A position that was reported
    /// before counts once.
    public func report(_ positions: [ReportedPosition]) async throws -> PositionsTaken {
        try await answer(ReportPositionsRequest(Array(try JSONEncoder().encode(positions))))
    }

    /// Returns the home areas of a device's owner, for a client that has the device's token.
    public func deviceHomes() async throws -> DeviceHomes { try await answer(DeviceHomesRequest()) }

    /// Returns the positions that the account's devices reported, as a file.
    public func myPositions(_ request: MyPositionsRequest = MyPositionsRequest()) async throws -> [UInt8] {
        try await bytes(request)
    }

    /// Returns the places that the account's owner visited, found in what their devices reported.
    public func myVisits(_ request: MyVisitsRequest = MyVisitsRequest()) async throws -> VisitList {
        try await answer(request)
    }

    /// Adds the positions of a GPX or GeoJSON file to the account's.
    public func addTrack(_ file: [UInt8]) async throws -> PositionsTaken { try await answer(AddTrackRequest(file)) }

    /// Removes all positions that the account's devices reported.
    public func deleteMyPositions() async throws { try await done(DeleteMyPositionsRequest()) }

    /// Returns where the people are that the account may see.
    public func people() async throws -> PeopleList { try await answer(PeopleRequest()) }

    /// Returns the last place of all people that the account may see, as GeoJSON.
    public func peopleFile() async throws -> [UInt8] { try await bytes(PeopleFileRequest()) }

    /// Returns how busy places usually are and how long people wait there, as tab-separated text.
    public func busynessTable() async throws -> [UInt8] { try await bytes(BusynessTableRequest()) }

    /// Returns what the account shares of its owner's location.
    public func sharing() async throws -> SharingState { try await answer(SharingRequest()) }

    /// Returns how busy a place usually is, and now.
    public func busyness(ofPlace id: String) async throws -> PlaceBusyness {
        try await answer(PlaceBusynessRequest(id: id))
    }

    /// Returns how busy places are now, where enough people are there to publish it.
    public func busyness() async throws -> BusyPlaces { try await answer(BusynessRequest()) }

    /// Reports how long somebody waited at a place; throws `notNear` and `tooSoon`.
    public func report(_ queue: NewQueueReport) async throws -> PlaceQueue {
        try await answer(ReportQueueRequest(queue))
    }

    /// Returns how long people wait at a place, now and usually.
    public func queue(atPlace id: String) async throws -> PlaceQueue { try await answer(PlaceQueueRequest(id: id)) }

    /// Returns the queues with recent reports, the longest first.
    public func queues() async throws -> QueueList { try await answer(QueuesRequest()) }

    /// Returns what each audience sees of the account, and how near the guesses of an attacker come.
    public func exposure() async throws -> ExposureState { try await answer(ExposureRequest()) }

    /// Returns what each audience sees of the account now, and when an audience that sees nothing yet first sees
    /// something.
    public func shown() async throws -> ShownState { try await answer(ShownRequest()) }

    /// Changes what the account shares; throws `changedMeanwhile` when it is not at `revision`.
    public func changeSharing(revision: Int, _ fields: SharingFields) async throws -> SharingState {
        try await answer(ChangeSharingRequest(revision: revision, fields))
    }

    /// Returns the area by which others see a home at a place. The server learns only in which square of some 30 km the
    /// place is.
    ///
    /// Throws `invalidBody` for a place that is not on Earth.
    public func homeArea(lat: Double, lon: Double) async throws -> HomeArea {
        guard let point = Coordinate(latitude: lat, longitude: lon).map({ PointE7($0) }),
            let square = TileID(containing: point, zoom: HomeAreasRequest.zoom)
        else { throw ErrorBody(.invalidBody, "lat or lon is not on Earth", field: "lat") }
        let found: HomeAreas = try await answer(HomeAreasRequest(x: square.x, y: square.y))
        guard let area = found.areas.first(where: { $0.home.contains(point) }) else {
            throw UnreadableAnswer(status: 200, reason: "no area has the place")
        }
        return area
    }

    /// Returns the account's friends and open requests.
    public func friends() async throws -> FriendList { try await answer(FriendsRequest()) }

    /// Asks somebody to be a friend, or agrees when they have asked.
    public func askFriend(_ name: String) async throws -> FriendList { try await answer(AskFriendRequest(name: name)) }

    /// Ends a friendship, or withdraws or declines a request for one.
    public func endFriendship(_ id: String) async throws { try await done(EndFriendshipRequest(id: id)) }

    /// Returns the account's groups, whose members share their locations with each other.
    public func groups() async throws -> GroupList { try await answer(GroupsRequest()) }

    /// Creates a group.
    public func add(_ group: NewGroup) async throws -> PeopleGroup { try await answer(AddGroupRequest(group)) }

    /// Joins the group that an invitation's token leads to, or changes how exact the account's location is in it.
    public func joinGroup(_ invitation: String, _ precision: SharingPrecision) async throws -> PeopleGroup {
        try await answer(JoinGroupRequest(invitation: invitation, precision: precision))
    }

    /// Leaves a group; the account's own group ends for all.
    public func leaveGroup(_ id: String) async throws { try await done(LeaveGroupRequest(id: id)) }

    /// Returns the account's links, which show its owner's location.
    public func links() async throws -> LinkList { try await answer(LinksRequest()) }

    /// Creates a link that shows the owner's location until it ends.
    public func add(_ link: NewLink) async throws -> PersonLink { try await answer(AddLinkRequest(link)) }

    /// Ends a link.
    public func endLink(_ id: String) async throws { try await done(EndLinkRequest(id: id)) }

    /// Returns where the owner of a link is, for a client that has the link's token in place of an account's.
    public func shared() async throws -> SharedPlace { try await answer(SharedPlaceRequest()) }
}
