import GeoCore
import HereaboutsAPI
import Testing

@Suite struct ContractTests {
    /// Requests with every field set, and the address each is printed as.
    private static let examples: [(any APIRequest, String)] = [
        (AboutRequest(), "/api/v1/about"),
        (AtlasRequest(), "/api/v1/atlas"),
        (PackRequest(), "/api/v1/pack"),
        (PackRequest(.walking), "/api/v1/pack?content=walking"),
        (PackObjectRequest(hash: "0a1b"), "/api/v1/pack/0a1b"),
        (
            SuggestRequest(
                text: "Café & Bar 100 %", near: Coordinate(latitude: 60.1, longitude: -0.5), limit: 3, language: "pt-br"
            ),
            "/api/v1/suggest?q=Caf%C3%A9%20%26%20Bar%20100%20%25&lat=60.1&lon=-0.5&limit=3&lang=pt-br"
        ),
        (SuggestRequest(text: "k"), "/api/v1/suggest?q=k"),
        (PlacesRequest(text: "k", limit: 50), "/api/v1/places?q=k&limit=50"),
        (PlaceRequest(id: "w12", language: "fi"), "/api/v1/places/w12?lang=fi"),
        (BuildingRequest(id: "w12", language: "fi"), "/api/v1/buildings/w12?lang=fi"),
        (AddressRequest(at: Coordinate(latitude: -1.5, longitude: 2)!), "/api/v1/address?lat=-1.5&lon=2"),
        (
            AddressRequest(
                at: Coordinate(latitude: 1, longitude: 2)!,
                form: AddressForm(zoom: 10, language: "fi", time: LocalTime("2026-11-23T18:05"))),
            "/api/v1/address?lat=1&lon=2&zoom=10&lang=fi&time=2026-11-23T18:05"
        ),
        (AddressesRequest(at: [], form: AddressForm(zoom: 16)), "/api/v1/address?zoom=16"),
        (
            PlaceRequest(id: "n1", time: LocalTime("2026-11-23T18:05")),
            "/api/v1/places/n1?time=2026-11-23T18:05"
        ),
        (PlacesRequest(text: "k", explains: true), "/api/v1/places?q=k&explain=true"),
        (
            RouteRequest(
                from: Coordinate(latitude: 60.1699, longitude: 24.9384)!,
                to: Coordinate(latitude: -60, longitude: -0.0000001)!,
                via: [Coordinate(latitude: 1, longitude: 2)!, Coordinate(latitude: 3, longitude: 4)!], profile: .car,
                language: "en-gb"
            ),
            "/api/v1/route?from=60.1699,24.9384&to=-60,-0.0000001&via=1,2;3,4&profile=car&lang=en-gb"
        ),
        (withForm, "/api/v1/route?from=1,2&to=3,4&alternatives=3&only=1&format=gpx"),
        (
            RouteRequest(
                from: Coordinate(latitude: 1, longitude: 2)!, to: Coordinate(latitude: 3, longitude: 4)!,
                fromLevel: -1, toLevel: 0.5),
            "/api/v1/route?from=1,2&to=3,4&from_level=-1&to_level=0.5"
        ),
        (
            TripRequest(
                points: [Coordinate(latitude: 1, longitude: 2)!, Coordinate(latitude: 3, longitude: 4)!],
                isRoundTrip: false, start: .first, end: .last, profile: .bicycle, language: "fi"),
            "/api/v1/trip?points=1,2;3,4&roundtrip=false&start=first&end=last&profile=bicycle&lang=fi"
        ),
        (
            MatchRequest(
                points: [Coordinate(latitude: 1, longitude: 2)!, Coordinate(latitude: 3, longitude: 4)!],
                times: [7, 9],
                options: MatchOptions(profile: .car, accuracyInMetres: 12, language: "de")),
            "/api/v1/match?points=1,2;3,4&times=7;9&profile=car&accuracy=12&lang=de"
        ),
        (MatchTrackRequest([], options: MatchOptions(accuracyInMetres: 9)), "/api/v1/match?accuracy=9"),
        (
            LoopRequest(
                from: Coordinate(latitude: 1, longitude: 2)!, .minutes(30), past: "cafe", profile: .wheelchair,
                language: "fi", alternatives: 2),
            "/api/v1/loop?lat=1&lon=2&minutes=30&kind=cafe&profile=wheelchair&lang=fi&alternatives=2"
        ),
        (
            LoopRequest(from: Coordinate(latitude: 1, longitude: 2)!, .metres(900)),
            "/api/v1/loop?lat=1&lon=2&metres=900"
        ),
        (
            LoopRequest(from: Coordinate(latitude: 1, longitude: 2)!, .steps(10_000)),
            "/api/v1/loop?lat=1&lon=2&steps=10000"
        ),
        (isochrone, "/isochrone?json=%7B%7D&id=one"), (IsochroneBodyRequest.blank, "/isochrone"),
        (
            PlacesRequest(
                text: "cafe", near: Coordinate(latitude: 1, longitude: 2)!, profile: .wheelchair, order: .time),
            "/api/v1/places?q=cafe&lat=1&lon=2&profile=wheelchair&order=time"
        ),
        (osrmRoute, "/route/v1/foot/24.9,60.1;25,60?geometries=geojson&overview=false&steps=true&radiuses=10;20"),
        (
            TableRequest(
                points: [Coordinate(latitude: 1, longitude: 2)!, Coordinate(latitude: 3, longitude: -4.5)!],
                sources: [1], targets: [0, 1], profile: .bicycle),
            "/api/v1/table?points=1,2;3,-4.5&sources=1&targets=0;1&profile=bicycle"
        ),
        (
            ReachRequest(
                from: Coordinate(latitude: 1, longitude: 2)!, minutes: [10, 60], profile: .wheelchair, direction: .to),
            "/api/v1/reach?from=1,2&minutes=10,60&profile=wheelchair&direction=to"
        ),
        (ReachRequest(from: Coordinate(latitude: 1, longitude: 2)!), "/api/v1/reach?from=1,2"),
        (
            ReachRequest(from: Coordinate(latitude: 1, longitude: 2)!, wantsStreets: false),
            "/api/v1/reach?from=1,2&streets=false"
        ),
        (
            osrmTable,
            "/table/v1/car/24.9,60.1;25,60?sources=0&annotations=duration,distance&fallback_speed=1.5&scale_factor=2"
        ),
        (osrmRouteBody, "/route/v1/foot"),
        (osrmTableBody, "/table/v1/car"), (osrmMatchBody, "/match/v1/bicycle"),
        (osrmNearest, "/nearest/v1/foot/24.9,60.1?number=3&generate_hints=false"),
        (osrmTrip, "/trip/v1/car/24.9,60.1;25,60?roundtrip=false&source=first&overview=full"),
        (osrmMatch, "/match/v1/foot/24.9,60.1;25,60?timestamps=1;2&gaps=ignore"),
        (
            nominatimSearch,
            "/search?q=caf%C3%A9&limit=3&countrycodes=fi,se&viewbox=1,2,3,4&bounded=1&format=geojson&addressdetails=0"
                + "&extratags=1&accept-language=fi&polygon_geojson=1&polygon_threshold=0.01"
        ),
        (nominatimReverse, "/reverse?lat=1.5&lon=-2&zoom=10&format=jsonv2"),
        (nominatimLookup, "/lookup?osm_ids=N1,W2&namedetails=1"), (NominatimStatusRequest(), "/status"),
        (
            photonSearch,
            "/photon/api?q=k&lat=1&lon=2&zoom=14&bbox=1,2,3,4&countrycode=fi&countrycode=se&limit=3&lang=fi&layer=city"
                + "&layer=street&osm_tag=place&osm_tag=%21shop:bakery"
        ),
        (photonStructured, "/photon/structured?housenumber=5&street=Mikonkatu&city=Helsinki&limit=1"),
        (photonReverse, "/photon/reverse?lat=1&lon=2&radius=2.5&limit=4&layer=house"),
        (PhotonStatusRequest(), "/photon/status"),
        (TileRequest(z: 14, x: 9326, y: 4741), "/tiles/14/9326/4741.mvt"),
        (TileRequest(z: 0, x: 0, y: 0, version: "00ff"), "/tiles/0/0/0.mvt?v=00ff"),
        (TileJSONRequest(), "/tiles.json"), (TileArchiveRequest(), "/tiles.pmtiles"),
        (IndoorTileRequest(z: 17, x: 0, y: 131_071), "/tiles/indoor/17/0/131071.mvt"),
        (IndoorTileRequest(z: 19, x: 1, y: 2, version: "00ff"), "/tiles/indoor/19/1/2.mvt?v=00ff"),
        (IndoorTileJSONRequest(), "/tiles/indoor.json"),
        (PictureTileRequest(z: 1, x: 0, y: 1), "/tiles/satellite/1/0/1"),
        (PictureTileJSONRequest(), "/tiles/satellite.json"),
        (StyleRequest(name: .dark), "/styles/dark.json"),
        (GlyphsRequest(fonts: "Inter Medium,Inter", range: "256-511"), "/fonts/Inter%20Medium,Inter/256-511.pbf"),
        (SpriteRequest(name: .denseLight), "/sprites/light%402x.json"),
        (SpritePictureRequest(name: .streets), "/sprites/streets.png"),
        (CodeRequest(path: "/#venue=1&work=2"), "/api/v1/codes?path=%2F%23venue%3D1%26work%3D2"),
        (OpenAPIRequest(), "/openapi.json"),
        (HealthRequest(), "/healthz"), (ReadinessRequest(), "/readyz"),
        (DevicesRequest(), "/api/v1/me/devices"), (QuotasRequest(), "/api/v1/me/quotas"),
        (AddDeviceRequest(NewDevice(kind: .program, name: "")), "/api/v1/me/devices"),
        (RemoveDeviceRequest(id: id), "/api/v1/me/devices/\(id)"), (DeviceHomesRequest(), "/api/v1/device/homes"),
        (ReportPositionsRequest([]), "/api/v1/positions"),
        (
            MyPositionsRequest(from: "2026-10-01T12:00:00Z", form: .gpx),
            "/api/v1/me/positions?from=2026-10-01T12:00:00Z&form=gpx"
        ),
        (MyVisitsRequest(until: "2026-10-01T12:00:00Z"), "/api/v1/me/visits?until=2026-10-01T12:00:00Z"),
        (DeleteMyPositionsRequest(), "/api/v1/me/positions"), (AddTrackRequest([]), "/api/v1/me/positions"),
        (OwnTracksRequest.blank, "/owntracks"),
        (osmAnd, "/osmand?id=hb_x&timestamp=1700000000&lat=47.1&lon=9.5"), (OsmAndQueryRequest.blank, "/osmand"),
        (overland, "/overland?token=hb_x"), (PeopleRequest(), "/api/v1/people"),
        (SharingRequest(), "/api/v1/me/sharing"),
        (ExposureRequest(), "/api/v1/me/exposure"), (ShownRequest(), "/api/v1/me/shown"),
        (PlaceBusynessRequest(id: "n6"), "/api/v1/places/n6/busyness"), (BusynessRequest(), "/api/v1/busyness"),
        (PlaceQueueRequest(id: "n6"), "/api/v1/places/n6/queue"), (QueuesRequest(), "/api/v1/queues"),
        (ReportQueueRequest(NewQueueReport(place: "", minutes: 0)), "/api/v1/queues"),
        (AddBocceGameRequest(.init(seat: "")), "/api/v1/bocce/games"),
        (BocceGameRequest(id: "7KQ2M0XA"), "/api/v1/bocce/games/7KQ2M0XA"),
        (BocceGameEventsRequest(id: "7KQ2M0XA"), "/api/v1/bocce/games/7KQ2M0XA/events"),
        (JoinBocceGameRequest(id: "7KQ2M0XA", seat: ""), "/api/v1/bocce/games/7KQ2M0XA/players"),
        (
            ThrowRequest(
                id: "7KQ2M0XA",
                .init(seat: "", number: 0, throw: BocceThrow(start: 0, across: 0, along: 0), hash: "")),
            "/api/v1/bocce/games/7KQ2M0XA/throws"
        ),
        (EndBocceGameRequest(id: "7KQ2M0XA", .init(seat: "", reason: .left)), "/api/v1/bocce/games/7KQ2M0XA/end"),
        (PlayBocceAgainRequest(id: "7KQ2M0XA", seat: ""), "/api/v1/bocce/games/7KQ2M0XA/again"),
        (MeshRequest(), "/api/v1/mesh"), (MeshNodesRequest(), "/api/v1/mesh/nodes"),
        (MeshQueryRequest([]), "/api/v1/mesh/query"), (BringMessagesRequest([]), "/api/v1/mesh/messages"),
        (FetchMessagesRequest([]), "/api/v1/mesh/fetch"), (MeshRoomsRequest(), "/api/v1/mesh/rooms"),
        (
            MeshLinesRequest(room: room, before: "0a", limit: 7),
            "/api/v1/mesh/rooms/\(room)/lines?before=0a&limit=7"
        ),
        (AddMeshLineRequest(room: room, .init(text: "")), "/api/v1/mesh/rooms/\(room)/lines"),
        (MeshProofRequest.blank, "/api/v1/mesh/proof"), (MeshPhoneRequest.blank, "/api/v1/mesh/phone"),
        (HelpPinsRequest(), "/api/v1/mesh/pins"), (MeshGamesRequest(), "/api/v1/mesh/games"),
        (AddHelpPinRequest(NewHelpPin(lat: 0, lon: 0, text: "")), "/api/v1/mesh/pins"),
        (ResolveHelpPinRequest(id: id), "/api/v1/mesh/pins/\(id)/resolved"),
        (MeshRosterRequest(), "/api/v1/mesh/roster"), (InviteNodeRequest.blank, "/api/v1/mesh/invitations"),
        (RemoveNodeRequest(node: key), "/api/v1/mesh/nodes/\(key)"),
        (HideInMeshRequest(.message, key), "/api/v1/mesh/hidden/message/\(key)"),
        (ShowInMeshRequest(.author, key), "/api/v1/mesh/hidden/author/\(key)"),
        (ReportInMeshRequest(id: key, reason: .spam), "/api/v1/mesh/messages/\(key)/reports"),
        (MeshReportsRequest(), "/api/v1/mesh/reports"),
        (DismissMeshReportsRequest(id: key), "/api/v1/mesh/reports/\(key)"),
        (MeshDutiesRequest(), "/api/v1/mesh/duties"), (ChangeMeshDutiesRequest.blank, "/api/v1/mesh/duties"),
        (ChangeSharingRequest(revision: 0, SharingFields()), "/api/v1/me/sharing"),
        (HomeAreasRequest(x: 3, y: 1023), "/api/v1/home-areas/3/1023"), (FriendsRequest(), "/api/v1/me/friends"),
        (AskFriendRequest(name: ""), "/api/v1/me/friends"), (EndFriendshipRequest(id: id), "/api/v1/me/friends/\(id)"),
        (GroupsRequest(), "/api/v1/me/groups"), (AddGroupRequest.blank, "/api/v1/me/groups"),
        (JoinGroupRequest.blank, "/api/v1/me/groups/joining"), (LeaveGroupRequest(id: id), "/api/v1/me/groups/\(id)"),
        (LinksRequest(), "/api/v1/me/links"), (AddLinkRequest.blank, "/api/v1/me/links"),
        (EndLinkRequest(id: id), "/api/v1/me/links/\(id)"), (SharedPlaceRequest(), "/api/v1/shared"),
        (PeopleFileRequest(), "/api/v1/people.geojson"), (BusynessTableRequest(), "/api/v1/busyness.tsv"),
        (ClassicPositionRequest.blank, "/postposition/"), (ClassicLineRequest.blank, "/postline/"),
        (MetricsRequest(), "/metrics"),
        // Bodies are no part of addresses, and are left blank here.
        (MeRequest(), "/api/v1/me"),
        (RegisterRequest.blank, "/api/v1/accounts"),
        (PasskeysRequest(), "/api/v1/me/passkeys"), (AddPasskeyRequest.blank, "/api/v1/me/passkeys"),
        (PasskeyOptionsRequest(), "/api/v1/me/passkey-options"),
        (RemovePasskeyRequest(id: id), "/api/v1/me/passkeys/\(id)"),
        (LogInOptionsRequest(), "/api/v1/session/passkey-options"),
        (LogInWithPasskeyRequest.blank, "/api/v1/session/passkey"),
        (ConfirmOptionsRequest(), "/api/v1/me/confirmation/passkey-options"),
        (ConfirmWithPasskeyRequest.blank, "/api/v1/me/confirmation/passkey"),
        (LogInRequest.blank, "/api/v1/session"),
        (LogOutRequest(), "/api/v1/session"),
        (ChangePasswordRequest.blank, "/api/v1/me/password"),
        (RemoveAccountRequest.blank, "/api/v1/me/removal"),
        (SessionsRequest(), "/api/v1/me/sessions"),
        (ConfirmRequest.blank, "/api/v1/me/confirmation"),
        (ConfirmationRequest(), "/api/v1/me/confirmation"),
        (AccessRequest(), "/api/v1/me/access"),
        (SignOutRequest.blank, "/api/v1/me/sign-out"),
        (HistoryRequest(), "/api/v1/me/history"),
        (EndSessionRequest(id: id), "/api/v1/me/sessions/\(id)"),
        (NewTokenRequest.blank, "/api/v1/me/tokens"),
        (IssueTokenRequest.blank, "/api/v1/tokens"),
        (SetUpRequest.blank, "/api/v1/set-up"),
        (RegistrationLinksRequest(), "/api/v1/registration-links"),
        (AddRegistrationLinkRequest.blank, "/api/v1/registration-links"),
        (RevokeRegistrationLinkRequest(id: id), "/api/v1/registration-links/\(id)"),
        (AccountsRequest(after: "Änne", limit: 9), "/api/v1/accounts?after=%C3%84nne&limit=9"),
        (ChangeRoleRequest(id: id, role: .user), "/api/v1/accounts/\(id)/role"),
        (PostsRequest(before: "a.b", limit: 7), "/api/v1/posts?before=a.b&limit=7"),
        (AddPostRequest.blank, "/api/v1/posts"),
        (PostRequest(id: id), "/api/v1/posts/\(id)"),
        (EditPostRequest(id: id, message: ""), "/api/v1/posts/\(id)"),
        (DeletePostRequest(id: id), "/api/v1/posts/\(id)"),
        (ReportPostRequest(id: id, reason: ""), "/api/v1/posts/\(id)/reports"),
        (DismissReportsRequest(id: id), "/api/v1/posts/\(id)/reports"),
        (HidePostRequest(id: id), "/api/v1/posts/\(id)/hidden"),
        (ShowPostRequest(id: id), "/api/v1/posts/\(id)/hidden"),
        (ReportsRequest(before: "a.b", limit: 3), "/api/v1/reports?before=a.b&limit=3"),
        (HiddenPostsRequest(before: "a.b", limit: 3), "/api/v1/hidden-posts?before=a.b&limit=3"),
        (AddPictureRequest.blank, "/api/v1/pictures"),
        (AddPictureRequest([], key: "0123456789abcdef"), "/api/v1/pictures?key=0123456789abcdef"),
        (PictureRequest(id: id, size: .medium), "/pictures/\(id)/medium"),
        (GuideRequest(), "/api/v1/guide"),
        (VenueRequest(id: id), "/api/v1/guide/venues/\(id)"),
        (AddVenueRequest.blank, "/api/v1/guide/venues"),
        (ChangeVenueRequest(id: id, revision: 1, VenueFields(name: "")), "/api/v1/guide/venues/\(id)"),
        (DeleteVenueRequest(id: id), "/api/v1/guide/venues/\(id)"),
        (AddWorkRequest(to: id, WorkFields(title: "")), "/api/v1/guide/venues/\(id)/works"),
        (ChangeWorkRequest(id: id, revision: 1, WorkFields(title: "")), "/api/v1/guide/works/\(id)"),
        (DeleteWorkRequest(id: id), "/api/v1/guide/works/\(id)"),
        (AddTourRequest.blank, "/api/v1/guide/tours"),
        (ChangeTourRequest(id: id, revision: 1, TourFields(name: "", venues: [])), "/api/v1/guide/tours/\(id)"),
        (DeleteTourRequest(id: id), "/api/v1/guide/tours/\(id)"),
        (OrderRequest.blank, "/api/v1/guide/order"),
        (VoteRequest(id: id), "/api/v1/guide/works/\(id)/vote"),
        (VoteRequest(id: id, key: "0123456789abcdef"), "/api/v1/guide/works/\(id)/vote?key=0123456789abcdef"),
        (TakeBackVoteRequest(id: id), "/api/v1/guide/works/\(id)/vote"),
        (GuideHistoryRequest(before: "a", limit: 5), "/api/v1/guide/history?before=a&limit=5"),
        (ExportGuideRequest(.csv), "/api/v1/guide/export/csv"),
        (ImportGuideRequest.blank, "/api/v1/guide/import"),
        (UndoRequest(id: id, revision: 3), "/api/v1/guide/history/\(id)/3/undo"),
        (PurgePictureRequest(id: id), "/api/v1/guide/pictures/\(id)"),
        (EventsRequest(after: "2s"), "/api/v1/events?after=2s"),
        (ImprintRequest(), "/api/v1/imprint"),
        (ChangeImprintRequest.blank, "/api/v1/imprint"),
        (OverlayRequest(), "/api/v1/overlay"),
        (OverlayDraftRequest(), "/api/v1/admin/weights"),
        (ChangeOverlayRequest.blank, "/api/v1/admin/weights"),
        (PreviewOverlayRequest.blank, "/api/v1/admin/weights/preview"),
        (CrowdRequest(), "/api/v1/admin/crowd"),
        (ChangeCrowdRequest.blank, "/api/v1/admin/crowd"),
        (StartSettingsRequest(), "/api/v1/settings"),
        (ClassicPostsRequest(), "/getmaps/"),
        (ClassicPostRequest.blank, "/postmaps/"),
    ]

    private static var isochrone: IsochroneRequest {
        var request = IsochroneRequest()
        request.json = "{}"
        request.id = "one"
        return request
    }

    private static var nominatimSearch: NominatimSearchRequest {
        var request = NominatimSearchRequest()
        request.text = "café"
        request.limit = 3
        request.countryCodes = "fi,se"
        request.viewbox = "1,2,3,4"
        request.isBounded = true
        request.output.format = "geojson"
        request.output.addressDetails = false
        request.output.extraTags = true
        request.output.languages = "fi"
        request.output.polygonGeoJSON = true
        request.output.polygonThreshold = 0.01
        return request
    }

    private static var nominatimReverse: NominatimReverseRequest {
        var request = NominatimReverseRequest()
        request.at = Coordinate(latitude: 1.5, longitude: -2)!
        request.zoom = 10
        request.output.format = "jsonv2"
        return request
    }

    private static var nominatimLookup: NominatimLookupRequest {
        var request = NominatimLookupRequest()
        request.ids = "N1,W2"
        request.output.nameDetails = true
        return request
    }

    private static var photonSearch: PhotonSearchRequest {
        var request = PhotonSearchRequest()
        request.text = "k"
        request.search.near = Coordinate(latitude: 1, longitude: 2)
        request.search.zoom = 14
        request.search.box = "1,2,3,4"
        request.search.countryCodes = ["fi", "se"]
        request.search.limit = 3
        request.filter.language = "fi"
        request.filter.layers = ["city", "street"]
        request.filter.tags = ["place", "!shop:bakery"]
        return request
    }

    private static var photonStructured: PhotonStructuredRequest {
        var request = PhotonStructuredRequest()
        request.houseNumber = "5"
        request.street = "Mikonkatu"
        request.city = "Helsinki"
        request.search.limit = 1
        return request
    }

    private static var photonReverse: PhotonReverseRequest {
        var request = PhotonReverseRequest()
        request.at = Coordinate(latitude: 1, longitude: 2)!
        request.radius = 2.5
        request.limit = 4
        request.filter.layers = ["house"]
        return request
    }

    private static var withForm: RouteRequest {
        var request = RouteRequest(
            from: Coordinate(latitude: 1, longitude: 2)!, to: Coordinate(latitude: 3, longitude: 4)!, alternatives: 3,
            only: 1)
        request.format = .gpx
        return request
    }

    private static let room = "00112233445566778899aabbccddeeff"
    private static let key = String(repeating: "0a", count: 32)
    private static let id = "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0"

    private static var osmAnd: OsmAndRequest {
        var request = OsmAndRequest.blank
        request.values.id = "hb_x"
        request.values.timestamp = "1700000000"
        request.values.latitude = "47.1"
        request.values.longitude = "9.5"
        return request
    }

    private static var overland: OverlandRequest {
        var request = OverlandRequest.blank
        request.token = "hb_x"
        return request
    }

    private static var osrmRoute: OSRMRouteRequest {
        var request = OSRMRouteRequest()
        request.profile = "foot"
        request.coordinates = "24.9,60.1;25,60"
        request.line.geometries = .geojson
        request.line.overview = .false
        request.line.steps = .true
        request.common.radiuses = "10;20"
        return request
    }

    private static var osrmTrip: OSRMTripRequest {
        var request = OSRMTripRequest()
        request.profile = "car"
        request.coordinates = "24.9,60.1;25,60"
        request.roundtrip = .false
        request.source = .first
        request.line.overview = .full
        return request
    }

    private static var osrmMatch: OSRMMatchRequest {
        var request = OSRMMatchRequest()
        request.profile = "foot"
        request.coordinates = "24.9,60.1;25,60"
        request.timestamps = "1;2"
        request.gaps = .ignore
        return request
    }

    private static var osrmTable: OSRMTableRequest {
        var request = OSRMTableRequest()
        request.profile = "car"
        request.coordinates = "24.9,60.1;25,60"
        request.sources = "0"
        request.annotations = "duration,distance"
        request.fallbackSpeed = 1.5
        request.scaleFactor = 2
        return request
    }

    private static var osrmRouteBody: OSRMRouteBodyRequest {
        var request = OSRMRouteBodyRequest()
        request.profile = "foot"
        return request
    }

    private static var osrmMatchBody: OSRMMatchBodyRequest {
        var request = OSRMMatchBodyRequest()
        request.profile = "bicycle"
        return request
    }

    private static var osrmTableBody: OSRMTableBodyRequest {
        var request = OSRMTableBodyRequest()
        request.profile = "car"
        return request
    }

    private static var osrmNearest: OSRMNearestRequest {
        var request = OSRMNearestRequest()
        request.profile = "foot"
        request.coordinates = "24.9,60.1"
        request.number = 3
        request.common.generateHints = .false
        return request
    }

    @Test func `requests are printed as addresses`() throws {
        for (request, target) in Self.examples { #expect(try request.target == target) }
        #expect(throws: ErrorBody.self) { try TileRequest(z: 1, x: 5, y: 0).target }
    }

    @Test func `addresses are read as the requests that printed them`() throws {
        func check<Request: APIRequest>(_ request: Request, _ target: String) throws {
            let parts = target.split(separator: "?", maxSplits: 1)
            let found = try #require(Request.endpoint.path.parts(of: parts[0]), "\(target) matches")
            let values = try Request.endpoint.path.values(of: found)
            #expect(try Request(pathValues: values, query: parts.count > 1 ? parts[1] : "") == request)
        }
        for (request, target) in Self.examples { try check(request, target) }
    }

    @Test func `every request of the contract has an example here`() {
        let shown = Set(Self.examples.map { type(of: $0.0).endpoint.name })
        #expect(shown == Set(Contract.requests.map { $0.endpoint.name }))
    }

    @Test func `no address belongs to two requests`() {
        for (request, target) in Self.examples {
            let path = target.prefix { $0 != "?" }
            let method = type(of: request).endpoint.method
            let matching = Contract.requests.filter {
                $0.endpoint.path.parts(of: path) != nil && $0.endpoint.method == method
            }
            #expect(matching.map { $0.endpoint.name } == [type(of: request).endpoint.name])
        }
    }

    @Test func `names of endpoints are unique`() {
        let names = Contract.requests.map { $0.endpoint.name }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        ("25", "0", "0", ""), ("15", "0", "0", ""), ("-1", "0", "0", ""), ("1", "2", "0", ""), ("1", "0", "2", ""),
        ("1", "0", "99999999999", ""), ("1", "0", "0x0", ""), ("1", "0", "0", "v="), ("1", "0", "0", "w=1"),
        ("1", "0", "0", "v=1&v=1"), ("1", "0", "0", "v=%00"), ("1", "0", "0", "z=1"),
    ])
    func `tile addresses outside the pyramid or with strange parameters are refused`(
        z: String, x: String, y: String, query: String
    ) {
        #expect(throws: ErrorBody.self) { try TileRequest(pathValues: [z, x, y], query: query[...]) }
    }

    @Test(arguments: [
        "", "q=", "q=%20", "q=a&lat=1", "q=a&lon=1", "q=a&lat=91&lon=0", "q=a&lat=nan&lon=0", "q=a&limit=0",
        "q=a&limit=21",
        "q=a&limit=1e1", "q=a&lang=", "q=a&lang=x", "q=a&lang=english", "q=a&lang=fi_FI", "q=a&Q=b", "q=\u{1}",
        "q=" + String(repeating: "a", count: 257),
    ])
    func `suggestions for malformed questions are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try SuggestRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "from=1,2", "to=1,2", "from=1,2&to=1", "from=1,2&to=1,2,3", "from=1,2&to=91,0", "from=1,2&to=0,181",
        "from=1,2&to=a,b", "from=1,2&to=1,2&via=", "from=1,2&to=1,2&via=1,2;", "from=1,2&to=1,2&profile=rocket",
        "from=1,2&to=1,2&alternatives=4", "from=1,2&to=1,2&alternatives=-1", "from=1,2&to=1,2&format=kml",
        "from=1,2&to=1,2&via=" + Array(repeating: "1,2", count: 26).joined(separator: ";"),
    ])
    func `routes between malformed points are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try RouteRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "", "points=", "points=1,2&points=3,4", "points=1,2;3,4&times=1", "points=1,2;3,4&times=2;1",
        "points=1,2;3,4&times=-1;2", "points=1,2;3,4&accuracy=0", "points=1,2;3,4&accuracy=101",
        "points=1,2;3,4&format=kml", "points=nan,2;3,4",
        "points=" + Array(repeating: "1,2", count: 101).joined(separator: ";"),
    ])
    func `matches of malformed tracks are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try MatchRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "", "lat=1&minutes=30", "lat=1&lon=2", "lat=1&lon=2&minutes=4", "lat=1&lon=2&minutes=161",
        "lat=1&lon=2&minutes=30&steps=5000", "lat=1&lon=2&metres=299", "lat=1&lon=2&metres=1e3",
        "lat=1&lon=2&steps=20001", "lat=nan&lon=2&minutes=30", "lat=1&lon=2&minutes=30&profile=car",
        "lat=1&lon=2&minutes=30&kind=", "lat=1&lon=2&minutes=30&alternatives=4", "lat=91&lon=2&minutes=30",
    ])
    func `round walks of strange lengths are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try LoopRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "q=k&profile=foot", "q=k&order=time", "q=k&lat=1&lon=2&profile=rocket", "q=k&lat=1&lon=2&order=x",
    ])
    func `ways to places from nowhere are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try PlacesRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "", "points=", "points=1,2;3,4&roundtrip=yes", "points=1,2;3,4&start=last", "points=1,2;3,4&end=first",
        "points=" + Array(repeating: "1,2", count: 101).joined(separator: ";"),
    ])
    func `trips of malformed points are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try TripRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "", "points=", "points=1", "points=1,2;", "points=1,2&sources=", "points=1,2&sources=-1",
        "points=1,2&sources=500",
        "points=1,2&targets=0,1", "points=1,2&targets=x", "points=1,2&profile=",
        "points=" + Array(repeating: "1,2", count: 501).joined(separator: ";"),
    ])
    func `tables of malformed points are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try TableRequest(pathValues: [], query: query[...]) }
    }

    @Test(arguments: [
        "", "from=1", "from=nan,1", "from=1,2&minutes=", "from=1,2&minutes=0", "from=1,2&minutes=61",
        "from=1,2&minutes=5;10",
        "from=1,2&minutes=1,2,3,4,5", "from=1,2&minutes=1.5",
    ])
    func `reaches of strange times are refused`(query: String) {
        #expect(throws: ErrorBody.self) { try ReachRequest(pathValues: [], query: query[...]) }
    }

    @Test func `an error names the parameter at fault`() {
        let error = #expect(throws: ErrorBody.self) { try StyleRequest(pathValues: ["night"], query: "") }
        #expect(
            error == ErrorBody(.invalidParameter, "name is not one of streets, light, dark, satellite", field: "name"))
        let unknown = #expect(throws: ErrorBody.self) { try AboutRequest(pathValues: [], query: "lagn=fi") }
        #expect(unknown?.code == .unknownParameter)
        #expect(unknown?.field == "lagn")
    }

    @Test func `too many parameters are refused before they are parsed`() {
        func refusal(_ count: Int) -> ErrorBody? {
            let query = (0..<count).map { "p\($0)=1" }.joined(separator: "&")
            return #expect(throws: ErrorBody.self) { try AboutRequest(pathValues: [], query: query[...]) }
        }
        #expect(refusal(64)?.code == .unknownParameter)
        #expect(refusal(65)?.code == .badRequest)
        #expect(refusal(1000)?.code == .badRequest)
    }
}
