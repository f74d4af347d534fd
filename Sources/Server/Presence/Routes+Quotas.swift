import Community
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds the route for a person's use of the quotas.
    mutating func addQuotas(
        _ presence: PresenceService, _ timeline: Timeline, _ gallery: Gallery, _ settings: ServerSettings,
        _ authentication: Authentication
    ) {
        on(QuotasRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            let person = try viewer.member.id, now = presence.now()
            let resets = WireTime.text(UTCDay.end(at: now))
            let (today, kept) = try await offTheLoop { try await presence.positions.use(of: person, at: now) }
            let (positions, account) = (presence.positions.limits, settings.accountLimits)
            let circles = try await presence.people.circles.circles(of: person).count
            let friends = try await presence.people.friends.friendships(of: person).count { $0.state != .wanted }
            let quotas = QuotaList(quotas: [
                QuotaUse(
                    of: .positionsOfDay, used: today.reported, limit: positions.reportedPerDay, resets: resets,
                    leftOut: today.leftOut),
                QuotaUse(of: .trackPointsOfDay, used: today.added, limit: positions.addedPerDay, resets: resets),
                QuotaUse(of: .keptPositions, used: kept, limit: positions.kept),
                QuotaUse(
                    of: .postsOfDay, used: try await timeline.postsToday(by: person), limit: account.postsPerDay,
                    resets: resets),
                QuotaUse(
                    of: .pictureBytes, used: try await gallery.bytes(of: person),
                    limit: settings.pictureBudget.perAccount),
                QuotaUse(
                    of: .devices, used: try await presence.devices.all(of: person).count, limit: account.devices),
                QuotaUse(of: .friends, used: friends, limit: account.friends),
                QuotaUse(of: .groupsAndLinks, used: circles, limit: account.circles),
            ])
            return try await exchange.encoded(quotas, cacheControl: Exchange.personal)
        }
    }
}
