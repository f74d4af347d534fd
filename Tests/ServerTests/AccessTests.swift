import Community
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import Testing

/// Every address × everybody who may ask.
@Suite struct AccessTests {
    /// The caller of an operation.
    enum Person: String, CaseIterable, Sendable {
        case guest, user, curator, `operator`
    }

    /// The addresses that are not everybody's, and who may use them; the rest must be open to all. Written down here
    /// once more, so that a slip in the contract is seen.
    private static let reserved: [String: [Person]] = [
        "change_password": [.user, .curator, .operator], "remove_account": [.user, .curator, .operator],
        "confirm": [.user, .curator, .operator],
        "confirmation": [.user, .curator, .operator], "access": [.user, .curator, .operator],
        "sign_out": [.user, .curator, .operator], "account_history": [.user, .curator, .operator],
        "sessions": [.user, .curator, .operator], "end_session": [.user, .curator, .operator],
        "new_token": [.user, .curator, .operator], "accounts": [.operator], "change_role": [.operator],
        "registration_links": [.operator], "add_registration_link": [.operator],
        "revoke_registration_link": [.operator],
        "edit_post": [.user, .curator, .operator], "delete_post": [.user, .curator, .operator],
        "report_post": [.user, .curator, .operator], "hide_post": [.operator], "show_post": [.operator],
        "vote": [.user, .curator, .operator], "take_back_vote": [.user, .curator, .operator],
        "add_venue": [.curator, .operator], "change_venue": [.curator, .operator],
        "delete_venue": [.curator, .operator], "add_work": [.curator, .operator], "change_work": [.curator, .operator],
        "delete_work": [.curator, .operator], "add_tour": [.curator, .operator], "change_tour": [.curator, .operator],
        "delete_tour": [.curator, .operator], "order_guide": [.curator, .operator],
        "export_guide": [.curator, .operator], "import_guide": [.curator, .operator],
        "guide_history": [.curator, .operator], "undo": [.curator, .operator], "purge_picture": [.curator, .operator],
        "reports": [.operator], "hidden_posts": [.user, .curator, .operator], "dismiss_reports": [.operator],
        "change_imprint": [.operator], "settings": [.operator], "crowd": [.operator], "change_crowd": [.operator],
        "weights": [.operator], "change_weights": [.operator], "preview_weights": [.operator],
        "devices": [.user, .curator, .operator], "quotas": [.user, .curator, .operator],
        "add_device": [.user, .curator, .operator],
        "remove_device": [.user, .curator, .operator], "my_positions": [.user, .curator, .operator],
        "my_visits": [.user, .curator, .operator],
        "delete_my_positions": [.user, .curator, .operator], "add_track": [.user, .curator, .operator],
        "report_queue": [.user, .curator, .operator], "shown": [.user, .curator, .operator],
        "exposure": [.user, .curator, .operator], "sharing": [.user, .curator, .operator],
        "change_sharing": [.user, .curator, .operator],
        "home_areas": [.user, .curator, .operator], "friends": [.user, .curator, .operator],
        "ask_friend": [.user, .curator, .operator], "end_friendship": [.user, .curator, .operator],
        "groups": [.user, .curator, .operator], "add_group": [.user, .curator, .operator],
        "join_group": [.user, .curator, .operator], "leave_group": [.user, .curator, .operator],
        "links": [.user, .curator, .operator], "add_link": [.user, .curator, .operator],
        "end_link": [.user, .curator, .operator],
        "passkeys": [.user, .curator, .operator], "passkey_options": [.user, .curator, .operator],
        "add_passkey": [.user, .curator, .operator], "remove_passkey": [.user, .curator, .operator],
        "confirm_options": [.user, .curator, .operator], "confirm_with_passkey": [.user, .curator, .operator],
        "mesh_roster": [.operator], "invite_node": [.operator], "remove_node": [.operator],
        "hide_in_mesh": [.operator], "show_in_mesh": [.operator], "mesh_duties": [.operator],
        "change_mesh_duties": [.operator], "mesh_reports": [.operator], "dismiss_mesh_reports": [.operator],
        // A link's token permits this to anybody with the token, and to nobody else.
        "shared": [],
        // Devices report with tokens of their own; no account's token permits that.
        "report_positions": [], "device_homes": [], "owntracks": [], "overland": [], "classic_position": [],
        "classic_line": [],
    ]
    /// Those that guests may use where the operator lets them.
    private static let looking: Set = [
        "posts", "post", "classic_posts", "events", "picture", "guide", "venue", "people", "busyness",
        "place_busyness", "queues", "place_queue", "people_file", "busyness_table",
        "bocce_game", "bocce_game_events", "mesh", "mesh_nodes", "mesh_query", "fetch_messages", "mesh_rooms",
        "mesh_lines", "mesh_phone", "help_pins", "mesh_games",
    ]
    private static let posting: Set = [
        "add_post", "classic_post", "add_picture", "add_bocce_game", "join_bocce_game", "throw_bocce", "end_bocce_game",
        "play_bocce_again", "bring_messages", "add_mesh_line", "add_help_pin", "resolve_help_pin", "report_in_mesh",
    ]

    @Test(arguments: ServerSettings.GuestPolicy.allCases)
    func `each role can use its own endpoints, and no others`(guests: ServerSettings.GuestPolicy) async throws {
        let town = try Town { $0.guests = guests }
        let roles: [(Person, Role)] = [(.user, .user), (.curator, .curator), (.operator, .operator)]
        var accounts: [Person: Community.Account] = [:]
        for (person, role) in roles {
            accounts[person] = try await town.accounts.register(
                name: "a-\(person.rawValue)", password: "correct horse", role: role)
        }
        for request in Contract.requests {
            let endpoint = request.endpoint
            for person in Person.allCases {
                var headers: HTTPFields = [:]
                if let account = accounts[person] {
                    // One each: some addresses end the session that asks.
                    let token = try await town.accounts.begin(.program, "test", for: account, isConfirmed: true)
                    headers[.authorization] = "Bearer \(token.text)"
                }
                // A stream would not end; an invalid cursor is refused once its sender was let in.
                let query = endpoint.name == "events" ? "?after=!" : ""
                let target =
                    endpoint.path.path(
                        endpoint.path.names.map {
                            Self.values[$0] ?? "1"
                        }) + query
                // A body that is no JSON is refused only after its sender was let in, and changes nothing.
                let answer = try await town.send(
                    .init(rawValue: endpoint.method.rawValue)!, target, endpoint.method == .get ? "" : "-",
                    headers: headers)
                let wasLetIn = answer.status != .unauthorized && answer.status != .forbidden
                #expect(wasLetIn == Self.may(person, endpoint.name, guests), "\(endpoint.name) for \(person)")
                if person == .guest, !wasLetIn { #expect(answer.status == .unauthorized) }
            }
        }
    }

    /// The addresses that want the password once more. Written down here again, like those above.
    private static let confirmed: Set = [
        "confirmation", "new_token", "change_role", "add_registration_link", "add_device", "add_link", "my_positions",
        "add_group", "join_group", "ask_friend", "delete_my_positions", "end_session", "passkey_options", "add_passkey",
        "remove_passkey", "invite_node",
    ]

    @Test func `lasting changes require the password once more, and nothing else does`() async throws {
        let town = try Town()
        let chief = try await town.accounts.register(name: "chief", password: "correct horse", role: .operator)
        for request in Contract.requests where request.endpoint.name != "events" {
            let endpoint = request.endpoint
            let token = try await town.accounts.begin(.program, "test", for: chief, isConfirmed: false)
            let target = endpoint.path.path(
                endpoint.path.names.map {
                    Self.values[$0] ?? "1"
                })
            let answer = try await town.send(
                .init(rawValue: endpoint.method.rawValue)!, target, endpoint.method == .get ? "" : "-",
                headers: [.authorization: "Bearer \(token.text)"])
            let isWanted = String(buffer: answer.body).contains(#""code":"confirmation_required""#)
            #expect(isWanted == Self.confirmed.contains(endpoint.name), "\(endpoint.name)")
            if isWanted { #expect(answer.status == .forbidden) }
        }
    }

    /// Values in addresses that are read; where another would be refused, it is refused before its sender.
    private static let values = [
        "id": "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0", "size": "small", "form": "csv",
        "room": "00112233445566778899aabbccddeeff", "kind": "author", "node": key, "subject": key,
    ]
    private static let key = String(repeating: "0a", count: 32)

    private static func may(_ person: Person, _ name: String, _ guests: ServerSettings.GuestPolicy) -> Bool {
        if let people = reserved[name] { return people.contains(person) }
        guard person == .guest else { return true }
        if looking.contains(name) { return guests != .none }
        return guests == .post || !posting.contains(name)
    }

    @Test func `nobody changes another person's entries, but operators delete them`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let chief = try await town.client(of: "chief", .operator), curator = try await town.client(of: "cura", .curator)
        let post = try await anna.add(NewPost(message: "mine"))
        for other in [ben, curator, chief] {
            await Self.expect(.notAllowed) { _ = try await other.editPost(post.id, message: "theirs") }
        }
        for other in [ben, curator] { await Self.expect(.notAllowed) { try await other.deletePost(post.id) } }
        #expect(try await ben.post(post.id) == post)
        try await chief.deletePost(post.id)
        await Self.expect(.notFound) { _ = try await anna.post(post.id) }
        // Nor does anybody end another's sessions.
        let session = try await anna.sessions().sessions[0].id
        await Self.expect(.notFound) { try await ben.endSession(session) }
        await Self.expect(.notFound) { try await chief.endSession(session) }
        #expect(try await anna.me().account?.name == "anna")
    }

    @Test(arguments: ["", "Bearer", "Bearer ", "Bearer x", "Basic YTpi", "Bearer a b", "hb_x"])
    func `a token that nobody has is refused, not taken for a guest`(authorization: String) async throws {
        let town = try Town { $0.guests = .post }
        let answer = try await town.get("/api/v1/me", headers: [.authorization: authorization])
        #expect(answer.status == .unauthorized)
    }

    static func expect(_ code: ErrorCode, _ body: () async throws -> Void) async {
        let error = await #expect(throws: ErrorBody.self) { try await body() }
        #expect(error?.code == code)
    }
}
