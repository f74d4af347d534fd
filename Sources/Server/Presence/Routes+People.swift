import Community
import GeoCore
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds the routes for visible people, and for what people share and with whom.
    mutating func addPeople(
        _ sources: PresenceSources, _ access: StandingAccess, _ grids: HomeGrids, _ workers: WorkerPool
    ) {
        let presence = sources.presence, people = presence.people, authentication = access.authentication
        on(PeopleRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            let list = try await sources.people(seenBy: viewer.account?.id)
            return try await exchange.encoded(
                PeopleList(people: list), isList: true, cacheControl: Exchange.personal)
        }
        addSharing(presence, access, grids)
        addViews(presence, authentication)
        addFriends(people, access)
        addCircles(people, access)
    }

    /// Adds the routes for what a person shares, and for the areas to choose as home.
    private mutating func addSharing(_ presence: PresenceService, _ access: StandingAccess, _ grids: HomeGrids) {
        let people = presence.people, authentication = access.authentication
        on(SharingRequest.self, authentication) { _, viewer, exchange in
            let (sharing, revision) = try await people.sharing(of: try viewer.member.id)
            return try await exchange.encoded(SharingState(sharing, revision), cacheControl: Exchange.personal)
        }
        on(ChangeSharingRequest.self, authentication) { request, viewer, exchange in
            let account = try viewer.member
            try authentication.spendPost(exchange)
            let sharing = try await Sharing(request.body.fields, try await grids.grid())
            let (before, revision) = try await people.sharing(of: account.id)
            guard revision == request.body.revision else {
                throw CommunityFault.changedMeanwhile(current: revision)
            }
            // A stolen session must neither show more nor delete anything; showing less needs no confirmation.
            let shows = sharing.shows(moreThan: before), deletes = sharing.keeps(lessThan: before)
            if shows || deletes { try authentication.checkConfirmed(viewer) }
            var notes: [(kind: AccountNote.Kind, text: String)] = deletes ? [(.positionsDeleted, "")] : []
            if shows || sharing.friends != before.friends || sharing.pseudonym != before.pseudonym {
                notes.append((.sharingChanged, request.body.fields.friends.rawValue))
            }
            do {
                try await access.noting(notes, of: viewer) {
                    try await presence.share(
                        sharing, at: revision, by: account.id, isTaken: authentication.accounts.isTaken)
                }
            } catch CommunityFault.nameTaken {
                throw ErrorBody(
                    .nameTaken, "this name is taken; choose another", field: "fields.pseudonym")
            }
            return try await exchange.encoded(
                SharingState(sharing, request.body.revision + 1), cacheControl: Exchange.personal)
        }
        on(HomeAreasRequest.self, authentication) { request, _, exchange in
            let square = TileID(zoom: HomeAreasRequest.zoom, x: request.x, y: request.y)
            let grid = try await grids.grid(), cells = square.map { grid.cells(in: $0) } ?? []
            return try await exchange.encoded(
                HomeAreas(areas: cells.map { HomeArea(home: .init($0), area: .init($0.corners)) }),
                isList: true, cacheControl: Exchange.personal)
        }
    }

    /// Adds the routes for how others see a person, and what they could infer.
    private mutating func addViews(_ presence: PresenceService, _ authentication: Authentication) {
        let people = presence.people
        on(ExposureRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            let account = try viewer.member
            let published = try await people.published(of: account.id)
            let circles = try await people.circles.circles(of: account.id)
            let exposure = try await presence.exposure(of: account.id)
            return try await exchange.encoded(
                ExposureState(
                    friends: published.friends.map { SeenPerson($0, named: account.name.text) },
                    everybody: published.everybody.map { SeenPerson($0, named: $0.pseudonym ?? "") },
                    circles: circles.map { circle in
                        ExposureState.Circle(
                            group: circle.kind == .group ? circle.name : nil, ends: WireTime.text(circle.ends),
                            person: published.circles[circle.id].map { SeenPerson($0, named: account.name.text) })
                    },
                    guesses: exposure.guesses.map { .init($0) }), isList: true, cacheControl: Exchange.personal)
        }
        on(ShownRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(
                try await Self.shown(of: try viewer.member, people), isList: true, cacheControl: Exchange.personal)
        }
    }

    /// Returns how others see a member now, and when those who see nothing yet will see something.
    private static func shown(of account: Community.Account, _ people: People) async throws -> ShownState {
        let (published, due) = (try await people.published(of: account.id), try await people.due(of: account.id))
        let sharing = try await people.sharing(of: account.id).sharing
        let shown = { (seen: People.Seen?, precision: Sharing.Precision, name: String) in
            ShownState.Shown(
                person: seen.map { SeenPerson($0, named: name) },
                due: seen == nil ? due[precision].map { WireTime.text($0) } : nil)
        }
        return ShownState(
            friends: sharing.friends.map { shown(published.friends, $0, account.name.text) },
            everybody: sharing.pseudonym.map { shown(published.everybody, .approximate, $0) },
            circles: try await people.circles.circles(of: account.id).compactMap { circle in
                // A group shows its members, a link its owner.
                circle.members[account.id].map { precision in
                    ShownState.Circle(
                        id: circle.id.text, shown: shown(published.circles[circle.id], precision, account.name.text))
                }
            })
    }

    private mutating func addFriends(_ people: People, _ access: StandingAccess) {
        let authentication = access.authentication
        on(FriendsRequest.self, authentication) { _, viewer, exchange in
            try await Self.friends(of: try viewer.member, people, authentication, exchange)
        }
        on(AskFriendRequest.self, authentication) { request, viewer, exchange in
            let account = try viewer.member
            try authentication.spendPost(exchange)
            guard let other = try await authentication.accounts.account(named: request.body.name) else {
                throw ErrorBody(.notFound, "no account has this name", field: "name")
            }
            try await access.inTurn(of: viewer, for: AskFriendRequest.self, exchange) { account in
                try await access.noting(.friendAdded, other.name.text, of: viewer) {
                    try await people.friends.ask(other.id, of: account.id)
                }
            }
            return try await Self.friends(of: account, people, authentication, exchange)
        }
        on(EndFriendshipRequest.self, authentication) { request, viewer, _ in
            let other = try AccountID(path: request.id), person = try viewer.member.id
            let name = try await authentication.accounts.account(other)?.name.text
            try await access.noting(.friendRemoved, name ?? "", of: viewer) {
                try await people.friends.part(person, from: other)
            }
            return Response(status: .noContent)
        }
    }

    private static func friends(
        of account: Community.Account, _ people: People, _ authentication: Authentication, _ exchange: Exchange
    ) async throws -> Response {
        let friendships = try await people.friends.friendships(of: account.id)
        let others = try await authentication.accounts.accounts(friendships.map(\.other))
        // People without an account any more are nobody's friends.
        let friends = friendships.compactMap { friendship in
            others[friendship.other].map {
                Friend(id: $0.id.text, name: $0.name.text, state: .init(friendship.state))
            }
        }
        return try await exchange.encoded(
            FriendList(friends: friends.sorted { $0.name < $1.name }), isList: true, cacheControl: Exchange.personal)
    }
}

extension Accounts {
    /// Returns people as viewers see them, friends and members of groups by their names; without those who have left
    /// meanwhile.
    func named(_ seen: [People.Seen], _ circles: Circles) async throws -> [SeenPerson] {
        let accounts = try await accounts(seen.compactMap { $0.pseudonym == nil ? $0.person : nil })
        return seen.compactMap { person in
            if let pseudonym = person.pseudonym { return SeenPerson(person, named: pseudonym) }
            return person.person.flatMap { accounts[$0] }.map { account in
                SeenPerson(person, named: account.name.text, in: person.circle.flatMap { circles.name(of: $0) })
            }
        }
    }
}

extension Friend.State {
    fileprivate init(_ state: Friendship.State) {
        switch state {
        case .asked: self = .asked
        case .wanted: self = .wants
        case .mutual: self = .friend
        }
    }
}

extension SeenPerson {
    init(_ seen: People.Seen, named name: String, in group: String? = nil) {
        let id = seen.id, isFriend = seen.person != nil && seen.circle == nil
        switch seen.whereabouts {
        case .atHome(let cell, let since, let last):
            self.init(
                id: id, name: name, isFriend: isFriend, isExact: false, lat: nil, lon: nil,
                area: cell.map { Area($0.corners) },
                isAtHome: true, since: WireTime.text(since), last: WireTime.text(last), group: group)
        case .at(let point, let since, let last):
            let place = Coordinate(point)
            self.init(
                id: id, name: name, isFriend: isFriend, isExact: seen.isExact, lat: place.latitude,
                lon: place.longitude, radius: seen.radiusInMetres, area: nil, isAtHome: false,
                since: WireTime.text(since), last: WireTime.text(last), group: group)
        }
    }
}

extension People.Seen {
    /// The person's id on the wire.
    var id: String { hexadecimal(mark) }
}

extension SeenPerson.Area {
    fileprivate init(_ corners: (southWest: PointE7, northEast: PointE7)) {
        let (southWest, northEast) = (Coordinate(corners.southWest), Coordinate(corners.northEast))
        self.init(
            south: southWest.latitude, west: southWest.longitude, north: northEast.latitude, east: northEast.longitude)
    }
}

extension ExposureState.Guess {
    fileprivate init(_ guess: Exposure.Guess) {
        let viewer: ExposureState.Viewer =
            switch guess.viewer {
            case .friends: .friends
            case .everybody: .everybody
            case .circles: .circles
            }
        let attack: ExposureState.Attack =
            switch guess.attack {
            case .longest: .longest
            case .average: .average
            }
        self.init(viewer: viewer, attack: attack, metres: guess.metres.rounded())
    }
}

extension HomePlace {
    init(_ cell: HomeGrid.Cell) {
        let middle = Coordinate(cell.middle)
        self.init(
            area: .init(cell.corners), around: .init(cell.surroundings),
            middle: .init(lat: middle.latitude, lon: middle.longitude))
    }
}

extension SharingFields.Home {
    fileprivate init(_ cell: HomeGrid.Cell) {
        self.init(zoom: cell.tile.zoom, x: cell.tile.x, y: cell.tile.y, quarters: Int(cell.quarters))
    }
}

extension SharingState {
    fileprivate init(_ sharing: Sharing, _ revision: Int) {
        let precision: SharedPrecision =
            switch sharing.friends {
            case nil: .nothing
            case .approximate: .fuzzy
            case .exact: .exact
            }
        self.init(
            revision: revision,
            fields: SharingFields(
                friends: precision, pseudonym: sharing.pseudonym, statistics: sharing.countsInStatistics,
                homes: sharing.homes.map { .init($0) }, atHome: sharing.atHomeUntil > 0,
                retentionDays: sharing.retentionDays, keepsVisits: sharing.keepsVisits),
            areas: sharing.homes.map { HomePlace($0) })
    }
}

extension Sharing {
    /// Throws `invalid` for an area that is not in `grid`: smaller areas would reveal more.
    fileprivate init(_ fields: SharingFields, _ grid: HomeGrid) async throws {
        self.init()
        switch fields.friends {
        case .nothing: friends = nil
        case .fuzzy: friends = .approximate
        case .exact: friends = .exact
        }
        pseudonym = fields.pseudonym
        countsInStatistics = fields.statistics
        atHomeUntil = fields.atHome ? .max : 0
        retentionDays = fields.retentionDays
        keepsVisits = fields.keepsVisits ?? false
        for (index, home) in fields.homes.enumerated() {
            let tile = TileID(zoom: home.zoom, x: home.x, y: home.y)
            guard let tile, let quarters = UInt8(exactly: home.quarters),
                let cell = HomeGrid.Cell(tile, quarters: quarters), grid.cell(of: cell.middle) == cell
            else {
                throw CommunityFault.invalid(
                    field: "fields.homes[\(index)]",
                    reason: "is not an area of the grid, which you get at \(HomeAreasRequest.endpoint.path)")
            }
            homes.append(cell)
        }
    }
}
