import Community
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds the routes of the imprint, the legal notice of who runs this server, and of the settings that are fixed at
    /// its start.
    ///
    /// The endpoints of the contract say who may ask: everybody may read the imprint; only operators may change it, or
    /// read the settings. `Exchange.personal` keeps the answers out of all caches.
    mutating func addImprint(
        _ imprints: Imprints, _ settings: ServerSettings, feed: LiveFeed, _ authentication: Authentication,
        lastBackup: @escaping @Sendable () -> BackupState?
    ) {
        on(ImprintRequest.self, authentication) { _, _, exchange in
            try await exchange.encoded(Imprint(try await imprints.current()), cacheControl: Exchange.personal)
        }
        on(ChangeImprintRequest.self, authentication) { request, viewer, exchange in
            // The endpoint admits only operators, who have accounts.
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let imprint = try await imprints.change(
                to: try .init(request.body.fields), at: request.body.revision, by: editor)
            feed.imprintChanged()
            return try await exchange.encoded(Imprint(imprint), cacheControl: Exchange.personal)
        }
        // HTTP returns these settings but cannot change them. Otherwise the command line would contradict the server,
        // and a thief of an operator's session could let all guests look and post.
        on(StartSettingsRequest.self, authentication) { _, _, exchange in
            let answer = StartSettings(
                guests: GuestPolicyName(settings.guests), simulatedVisitors: settings.simulatesVisitors,
                backups: lastBackup().map {
                    .init(last: $0.made.map { WireTime.text($0 * 1000) }, problem: $0.problem)
                })
            return try await exchange.encoded(answer, cacheControl: Exchange.personal)
        }
    }
}

extension HereaboutsAPI.Imprint {
    fileprivate init(_ imprint: Community.Imprint) {
        let content = imprint.content
        self.init(
            revision: imprint.revision, title: content.title, text: content.text, contact: content.contact,
            pictures: content.pictures.map { Picture($0) })
    }
}

extension Community.Imprint.Content {
    fileprivate init(_ fields: ImprintFields) throws(CommunityFault) {
        let pictures = try fields.pictures.map { choice throws(CommunityFault) in try ShownPicture(choice) }
        self.init(title: fields.title, text: fields.text, contact: fields.contact, pictures: pictures)
    }
}

extension GuestPolicyName {
    fileprivate init(_ policy: ServerSettings.GuestPolicy) {
        switch policy {
        case .none: self = .none
        case .look: self = .look
        case .post: self = .post
        }
    }
}
