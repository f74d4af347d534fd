/// Every request this interface knows. The server answers exactly these, and the OpenAPI document lists exactly these.
package enum Contract {
    /// The name of the cookie that holds a page's session.
    package static let sessionCookie = "hereabouts_session"
    /// The same over TLS.
    package static let secureSessionCookie = "__Host-" + sessionCookie
    /// The same where the server's addresses begin with a path: a cookie of that path alone may not have the other
    /// name.
    package static let secureSessionCookieBelowPath = "__Secure-" + sessionCookie

    package static let requests: [any APIRequest.Type] = [
        AboutRequest.self, SuggestRequest.self, PlacesRequest.self, PlaceRequest.self, AddressRequest.self,
        AddressesRequest.self, BuildingRequest.self,
        RouteRequest.self, TripRequest.self, MatchRequest.self, MatchTrackRequest.self, LoopRequest.self,
        TableRequest.self,
        ReachRequest.self, AtlasRequest.self, PackRequest.self, PackObjectRequest.self,
        OSRMRouteRequest.self, OSRMNearestRequest.self, OSRMTableRequest.self, OSRMTripRequest.self,
        OSRMMatchRequest.self, OSRMRouteBodyRequest.self, OSRMTableBodyRequest.self, OSRMMatchBodyRequest.self,
        IsochroneRequest.self, IsochroneBodyRequest.self,
        NominatimSearchRequest.self, NominatimReverseRequest.self, NominatimLookupRequest.self,
        NominatimStatusRequest.self,
        PhotonSearchRequest.self, PhotonStructuredRequest.self, PhotonReverseRequest.self, PhotonStatusRequest.self,
        TileRequest.self, TileJSONRequest.self, TileArchiveRequest.self, IndoorTileRequest.self,
        IndoorTileJSONRequest.self, PictureTileRequest.self,
        PictureTileJSONRequest.self, StyleRequest.self, GlyphsRequest.self,
        SpriteRequest.self, SpritePictureRequest.self, CodeRequest.self,
        MeRequest.self, RegisterRequest.self, LogInRequest.self, LogOutRequest.self, ChangePasswordRequest.self,
        RemoveAccountRequest.self, SessionsRequest.self, EndSessionRequest.self, NewTokenRequest.self,
        IssueTokenRequest.self, SetUpRequest.self, RegistrationLinksRequest.self, AddRegistrationLinkRequest.self,
        RevokeRegistrationLinkRequest.self,
        ConfirmRequest.self, ConfirmationRequest.self, AccessRequest.self, SignOutRequest.self, HistoryRequest.self,
        PasskeysRequest.self, PasskeyOptionsRequest.self, AddPasskeyRequest.self, RemovePasskeyRequest.self,
        LogInOptionsRequest.self, LogInWithPasskeyRequest.self, ConfirmOptionsRequest.self,
        ConfirmWithPasskeyRequest.self,
        AccountsRequest.self, ChangeRoleRequest.self,
        PostsRequest.self, AddPostRequest.self, PostRequest.self, EditPostRequest.self, DeletePostRequest.self,
        ReportPostRequest.self, HidePostRequest.self, ShowPostRequest.self, ReportsRequest.self,
        HiddenPostsRequest.self, DismissReportsRequest.self, EventsRequest.self, AddPictureRequest.self,
        PictureRequest.self,
        GuideRequest.self, VenueRequest.self, AddVenueRequest.self, ChangeVenueRequest.self, DeleteVenueRequest.self,
        AddWorkRequest.self, ChangeWorkRequest.self, DeleteWorkRequest.self, AddTourRequest.self,
        ChangeTourRequest.self, DeleteTourRequest.self, OrderRequest.self, VoteRequest.self, TakeBackVoteRequest.self,
        GuideHistoryRequest.self, UndoRequest.self, PurgePictureRequest.self, ExportGuideRequest.self,
        ImportGuideRequest.self, ImprintRequest.self, ChangeImprintRequest.self, StartSettingsRequest.self,
        OverlayRequest.self, OverlayDraftRequest.self, ChangeOverlayRequest.self, PreviewOverlayRequest.self,
        CrowdRequest.self, ChangeCrowdRequest.self,
        ClassicPostsRequest.self, ClassicPostRequest.self,
        DevicesRequest.self, AddDeviceRequest.self, RemoveDeviceRequest.self, DeviceHomesRequest.self,
        QuotasRequest.self,
        ReportPositionsRequest.self,
        MyPositionsRequest.self, MyVisitsRequest.self, AddTrackRequest.self, DeleteMyPositionsRequest.self,
        PeopleRequest.self, SharingRequest.self,
        ExposureRequest.self, ShownRequest.self,
        ChangeSharingRequest.self, HomeAreasRequest.self, PlaceBusynessRequest.self, BusynessRequest.self,
        ReportQueueRequest.self, PlaceQueueRequest.self, QueuesRequest.self, FriendsRequest.self, AskFriendRequest.self,
        EndFriendshipRequest.self,
        GroupsRequest.self, AddGroupRequest.self, JoinGroupRequest.self, LeaveGroupRequest.self,
        LinksRequest.self, AddLinkRequest.self, EndLinkRequest.self, SharedPlaceRequest.self,
        AddBocceGameRequest.self, JoinBocceGameRequest.self, BocceGameRequest.self, BocceGameEventsRequest.self,
        ThrowRequest.self, EndBocceGameRequest.self, PlayBocceAgainRequest.self,
        MeshRequest.self, MeshNodesRequest.self, MeshQueryRequest.self, BringMessagesRequest.self,
        FetchMessagesRequest.self, MeshRoomsRequest.self, MeshLinesRequest.self, AddMeshLineRequest.self,
        MeshRosterRequest.self, InviteNodeRequest.self, RemoveNodeRequest.self, HideInMeshRequest.self,
        ShowInMeshRequest.self, MeshDutiesRequest.self, ChangeMeshDutiesRequest.self,
        PeopleFileRequest.self, BusynessTableRequest.self, ClassicPositionRequest.self, ClassicLineRequest.self,
        OwnTracksRequest.self, OsmAndRequest.self, OsmAndQueryRequest.self, OverlandRequest.self,
        OpenAPIRequest.self, HealthRequest.self, MetricsRequest.self,
    ]
}
