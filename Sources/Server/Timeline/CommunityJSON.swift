import Atlas
package import Community
import GeoCore
package import HereaboutsAPI

extension RoleName {
    package init(_ role: Role) {
        switch role {
        case .user: self = .user
        case .curator: self = .curator
        case .operator: self = .operator
        }
    }

    package var role: Role {
        switch self {
        case .user: .user
        case .curator: .curator
        case .operator: .operator
        }
    }
}

/// Formats times on the wire: ISO 8601 in UTC.
package enum WireTime {
    /// Returns the text of a time, with milliseconds.
    package static func text(_ time: Timestamp) -> String {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1000)
        let digits = "\(1000 + rest)".dropFirst()
        return AtlasInfo.dateAndTime(seconds).dropLast() + ".\(digits)Z"
    }
}

extension HereaboutsAPI.Account {
    init(_ account: Community.Account) {
        self.init(
            id: account.id.text, name: account.name.text, role: RoleName(account.role),
            created: WireTime.text(account.created.milliseconds))
    }
}

extension SessionList.Session {
    init(_ session: Community.Session, current: SessionID?) {
        self.init(
            id: session.id.text, kind: session.kind == .page ? .page : .program, label: session.label,
            created: WireTime.text(session.created), expires: WireTime.text(session.expires),
            isCurrent: session.id == current, used: session.used > 0 ? WireTime.text(session.used) : nil)
    }
}

extension HereaboutsAPI.Post {
    init(_ post: Community.Post) {
        self.init(
            id: post.id.text, author: Author(id: post.author.account?.text, name: post.author.name),
            message: post.message, created: WireTime.text(post.created.milliseconds),
            writtenAt: post.written.map { WireTime.text($0) }, revision: post.revision,
            location: post.location.map { Location($0) }, picture: post.picture.map { Picture($0) },
            isSimulated: post.isSimulated ? true : nil,
            isHidden: post.state == .hidden)
    }
}

extension ReportPage.Post {
    init(_ reported: ReportedPost) {
        self.init(
            post: .init(reported.post), count: reported.count,
            reports: reported.reports.map { report in
                ReportPage.Report(
                    id: report.id.text, reporter: report.reporterName, reason: report.reason,
                    created: WireTime.text(report.created.milliseconds))
            })
    }
}

extension HereaboutsAPI.Picture {
    init(_ picture: ShownPicture) {
        self.init(
            id: picture.id.text, width: picture.width, height: picture.height,
            text: picture.text.isEmpty ? nil : picture.text)
    }
}

extension HereaboutsAPI.Post.Location {
    fileprivate init(_ location: PostLocation) {
        self.init(
            lat: Double(location.point.latitudeE7) / 1e7, lon: Double(location.point.longitudeE7) / 1e7,
            accuracy: location.accuracyMetres, place: location.place, facing: location.facing.word,
            speed: location.speed.word)
    }
}

extension JSONWriter {
    /// Writes a post without the general encoder: clients request pages of posts all the time.
    mutating func value(_ post: Community.Post) {
        beginObject()
        key("id")
        value(post.id.text)
        key("author")
        beginObject()
        if let account = post.author.account {
            key("id")
            value(account.text)
        }
        key("name")
        value(post.author.name)
        endObject()
        key("message")
        value(post.message)
        key("created")
        value(WireTime.text(post.created.milliseconds))
        if let written = post.written {
            key("written_at")
            value(WireTime.text(written))
        }
        key("revision")
        value(post.revision)
        if let location = post.location {
            key("location")
            value(location)
        }
        if let picture = post.picture {
            key("picture")
            value(picture)
        }
        if post.isSimulated {
            key("is_simulated")
            value(true)
        }
        key("is_hidden")
        value(post.state == .hidden)
        endObject()
    }

    private mutating func value(_ picture: ShownPicture) {
        beginObject()
        key("id")
        value(picture.id.text)
        key("width")
        value(picture.width)
        key("height")
        value(picture.height)
        if !picture.text.isEmpty {
            key("text")
            value(picture.text)
        }
        endObject()
    }

    private mutating func value(_ location: PostLocation) {
        beginObject()
        key("lat")
        value(Double(location.point.latitudeE7) / 1e7, decimals: 7)
        key("lon")
        value(Double(location.point.longitudeE7) / 1e7, decimals: 7)
        if let accuracy = location.accuracyMetres {
            key("accuracy")
            value(accuracy, decimals: 1)
        }
        key("place")
        value(location.place)
        key("facing")
        value(location.facing.word)
        key("speed")
        value(location.speed.word)
        endObject()
    }
}
