import Codes
import Community
import FoundationEssentials
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds the routes for sharing with groups and by links, each until a chosen time.
    mutating func addCircles(_ people: People, _ access: StandingAccess) {
        let authentication = access.authentication
        addGroups(people, access)
        addLinks(people, access)
        on(SharedPlaceRequest.self) { _, exchange in
            try exchange.spendAnswer()
            guard let token = exchange.bearerToken?.text,
                let link = try await people.circles.circle(opening: token, .link),
                let owner = try await authentication.accounts.account(link.owner)
            else { throw ErrorBody(.notLoggedIn, "no link has this token, or it has ended; ask for another") }
            let seen = try await people.seen(through: link)
            // The time of an owner's first publication would reveal when they arrived.
            let expected = seen == nil ? people.expected(through: link) : nil
            return try await exchange.encoded(
                SharedPlace(
                    name: owner.name.text, ends: WireTime.text(link.ends),
                    precision: SharingPrecision(link.members[link.owner] ?? .approximate),
                    person: seen.map { SeenPerson($0, named: owner.name.text) },
                    expected: expected.map { WireTime.text($0) }),
                cacheControl: Exchange.personal)
        }
    }

    private mutating func addGroups(_ people: People, _ access: StandingAccess) {
        let authentication = access.authentication
        on(GroupsRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            let account = try viewer.member
            var groups: [PeopleGroup] = []
            for group in try await people.circles.circles(of: account.id) where group.kind == .group {
                var seen = try await Self.group(group, seenBy: account.id, people, authentication, exchange)
                // An invitation admits others, so only a confirmed session sees it: a stolen session could give it
                // away.
                if !authentication.isConfirmed(viewer) { seen.invitation = nil }
                groups.append(seen)
            }
            return try await exchange.encoded(GroupList(groups: groups), isList: true, cacheControl: Exchange.personal)
        }
        on(AddGroupRequest.self, authentication) { request, viewer, exchange in
            let account = try viewer.member
            try authentication.spendPost(exchange)
            let end = try Self.end(request.body.ends)
            let group = try await access.inTurn(of: viewer, for: AddGroupRequest.self, exchange) { account in
                try await access.noting(.groupJoined, request.body.name, of: viewer) {
                    try await people.begin(
                        .group, named: request.body.name, Sharing.Precision(request.body.precision), until: end,
                        by: account.id)
                }
            }
            return try await exchange.created(
                try await Self.group(group, seenBy: account.id, people, authentication, exchange))
        }
        on(JoinGroupRequest.self, authentication) { request, viewer, exchange in
            let account = try viewer.member
            try authentication.spendPost(exchange)
            do {
                let group = try await access.inTurn(of: viewer, for: JoinGroupRequest.self, exchange) { account in
                    let group = try await people.circles.circle(opening: request.body.invitation, .group)
                    guard let name = group?.name else { throw CommunityFault.notFound }
                    return try await access.noting(.groupJoined, name, of: viewer) {
                        try await people.join(
                            request.body.invitation, Sharing.Precision(request.body.precision), by: account.id)
                    }
                }
                return try await exchange.encoded(
                    try await Self.group(group, seenBy: account.id, people, authentication, exchange),
                    cacheControl: Exchange.personal)
            } catch CommunityFault.notFound {
                throw ErrorBody(
                    .notFound, "no group has this invitation, or it has ended; ask for another", field: "invitation")
            }
        }
        on(LeaveGroupRequest.self, authentication) { request, viewer, _ in
            let id = try CircleID(path: request.id), person = try viewer.member.id
            let name = try await people.circles.circles(of: person).first { $0.id == id }?.name
            try await access.noting(.groupLeft, name ?? "", of: viewer) {
                try await people.circles.leave(id, .group, by: person)
            }
            return Response(status: .noContent)
        }
    }

    private mutating func addLinks(_ people: People, _ access: StandingAccess) {
        let authentication = access.authentication
        on(LinksRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            var links: [PersonLink] = []
            for link in try await people.circles.circles(of: try viewer.member.id) where link.kind == .link {
                // Without its owner's key a link opens nothing.
                guard var link = try await Self.link(link, people, exchange) else { continue }
                if !authentication.isConfirmed(viewer) { link.opener = nil }
                links.append(link)
            }
            return try await exchange.encoded(LinkList(links: links), isList: true, cacheControl: Exchange.personal)
        }
        on(AddLinkRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            let end = try Self.end(request.body.ends)
            let link = try await access.inTurn(of: viewer, for: AddLinkRequest.self, exchange) { account in
                try await access.noting(.linkAdded, of: viewer) {
                    try await people.begin(
                        .link, Sharing.Precision(request.body.precision), until: end, by: account.id)
                }
            }
            guard let link = try await Self.link(link, people, exchange) else { throw CommunityFault.notFound }
            return try await exchange.created(link)
        }
        on(EndLinkRequest.self, authentication) { request, viewer, _ in
            let id = try CircleID(path: request.id), person = try viewer.member.id
            try await access.noting(.linkEnded, of: viewer) { try await people.circles.leave(id, .link, by: person) }
            return Response(status: .noContent)
        }
    }

    private static func end(_ text: String) throws(ErrorBody) -> Timestamp {
        guard let end = DateTime.read(text) else {
            throw ErrorBody(
                .invalidBody, "ends is not a date and time in ISO 8601, such as 2030-06-21T23:00:00Z",
                field: "ends")
        }
        return end
    }

    private static func group(
        _ group: Circle, seenBy viewer: AccountID, _ people: People, _ authentication: Authentication,
        _ exchange: Exchange
    ) async throws -> PeopleGroup {
        // People without an account any more are in no group.
        let members = try await authentication.accounts.accounts(Array(group.members.keys)).values.map(\.name.text)
        return PeopleGroup(
            id: group.id.text, name: group.name, ends: WireTime.text(group.ends), isOwn: group.owner == viewer,
            precision: SharingPrecision(group.members[viewer] ?? .approximate), members: members.sorted(),
            invitation: try await people.circles.accessCode(of: group).map {
                Opener($0, at: exchange.address(of: "/#join="))
            })
    }

    private static func link(_ link: Circle, _ people: People, _ exchange: Exchange) async throws -> PersonLink? {
        try await people.circles.accessCode(of: link).map { code in
            PersonLink(
                id: link.id.text, ends: WireTime.text(link.ends),
                precision: SharingPrecision(link.members[link.owner] ?? .approximate),
                opener: Opener(code, at: exchange.address(of: "/#shared=")))
        }
    }
}

extension Opener {
    /// Makes an address with the token after `#`: browsers do not send that part, so no log on the way holds it.
    init(_ token: String, at address: String) {
        self.init(token: token, url: address + token, code: QRCode(address + token, correction: .low)?.svg)
    }
}

extension Sharing.Precision {
    fileprivate init(_ precision: SharingPrecision) { self = precision == .exact ? .exact : .approximate }
}

extension SharingPrecision {
    init(_ precision: Sharing.Precision) { self = precision == .exact ? .exact : .fuzzy }
}
