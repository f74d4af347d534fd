import Community
import GeoCore
import HereaboutsAPI

extension Venue {
    init(_ entry: GuideEntry, _ venue: GuideContent.Venue, works: Int) {
        self.init(
            id: entry.id.text, revision: entry.revision, name: venue.name, address: venue.address,
            location: venue.point.map { GuideLocation($0) },
            description: venue.description, hours: venue.hours, link: venue.link,
            picture: venue.picture.map { Picture($0) },
            detail: venue.detail.isEmpty ? nil : HereaboutsAPI.VenueDetail(venue.detail),
            state: GuideState(entry.draft), publishAt: entry.draft.embargo.map { WireTime.text($0) }, works: works)
    }
}

extension Work {
    init(_ entry: GuideEntry, _ work: GuideContent.Work, _ votes: GuideVotes?) {
        self.init(
            id: entry.id.text, venue: entry.venue?.text ?? "", revision: entry.revision, title: work.title,
            artist: work.artist, description: work.description, medium: work.medium, width: work.width,
            height: work.height, unit: work.unit == .inches ? .inches : .centimetres, year: work.year,
            picture: work.picture.map { Picture($0) }, state: GuideState(entry.draft),
            publishAt: entry.draft.embargo.map { WireTime.text($0) }, votes: votes?.count ?? 0,
            myVote: votes?.isMine == true ? true : nil)
    }
}

extension Tour {
    /// - Parameter isShown: Returns whether the reader may see a venue.
    init(_ entry: GuideEntry, _ tour: GuideContent.Tour, _ isShown: (GuideID) -> Bool) {
        self.init(
            id: entry.id.text, revision: entry.revision, name: tour.name, description: tour.description,
            venues: tour.venues.filter(isShown).map(\.text), state: GuideState(entry.draft),
            publishAt: entry.draft.embargo.map { WireTime.text($0) })
    }
}

extension GuideState {
    fileprivate init(_ draft: GuideDraft) { self = draft.isPublished ? .published : .draft }
}

extension GuideHistory.Change {
    init(_ version: GuideVersion) {
        let content = version.draft.content
        let kind: GuideHistory.Kind =
            switch content.kind {
            case .venue: .venue
            case .work: .work
            case .tour: .tour
            }
        self.init(
            id: "\(version.entry.text).\(version.revision)", kind: kind, entity: version.entry.text,
            name: content.name, action: version.isDeleted ? .deleted : version.revision == 1 ? .added : .changed,
            revision: version.revision, picture: content.picture?.id.text, editor: version.editor,
            time: WireTime.text(version.time.milliseconds))
    }
}

extension GuideDraft {
    init(_ fields: VenueFields) throws(CommunityFault) {
        let point = try fields.location.map { location throws(CommunityFault) in try location.point("location") }
        let detail = try fields.detail.map { detail throws(CommunityFault) in try Community.VenueDetail(detail) }
        try self.init(
            .venue(
                .init(
                    name: fields.name, address: fields.address, point: point, description: fields.description,
                    hours: fields.hours, link: fields.link, picture: try ShownPicture(fields.picture),
                    detail: detail ?? Community.VenueDetail())),
            fields.state, fields.publishAt)
    }

    init(_ fields: WorkFields) throws(CommunityFault) {
        try self.init(
            .work(
                .init(
                    title: fields.title, artist: fields.artist, description: fields.description,
                    medium: fields.medium, width: fields.width, height: fields.height,
                    unit: fields.unit == .inches ? .inches : .centimetres, year: fields.year,
                    picture: try ShownPicture(fields.picture))),
            fields.state, fields.publishAt)
    }

    init(_ fields: TourFields) throws(CommunityFault) {
        var venues: [GuideID] = []
        for text in fields.venues {
            guard let id = GuideID(text: text) else {
                throw .invalid(field: "venues", reason: "has a text that is not an id")
            }
            venues.append(id)
        }
        try self.init(
            .tour(.init(name: fields.name, description: fields.description, venues: venues)), fields.state,
            fields.publishAt)
    }

    private init(_ content: GuideContent, _ state: GuideState, _ time: String?) throws(CommunityFault) {
        var embargo: Timestamp?
        if let time {
            guard let milliseconds = WireTime.milliseconds(time) else {
                throw .invalid(field: "publish_at", reason: "is not a time such as 2026-12-31T12:00:00Z")
            }
            embargo = milliseconds
        }
        self.init(content: content, isPublished: state == .published, embargo: embargo)
    }
}

extension ShownPicture {
    /// Makes the picture that curators choose; the store finds its size.
    fileprivate init?(_ picture: PictureChoice?) throws(CommunityFault) {
        guard let picture else { return nil }
        try self.init(picture)
    }

    init(_ picture: PictureChoice) throws(CommunityFault) {
        guard let id = PictureID(text: picture.id) else { throw .pictureUnavailable }
        self.init(id: id, width: 0, height: 0, text: picture.text ?? "")
    }
}

extension WireTime {
    /// Reads the `written_at` of a body; throws `invalid`.
    static func writing(_ text: String?) throws(CommunityFault) -> Timestamp? {
        guard let text else { return nil }
        guard let milliseconds = milliseconds(text) else {
            throw .invalid(field: "written_at", reason: "is not a time such as 2026-12-31T12:00:00Z")
        }
        return milliseconds
    }

    /// Reads ISO 8601 with a zone, with or without fractions of a second. `nil` for other text, for days and hours that
    /// do not exist, and for years outside 1970 ... 9999.
    static func milliseconds(_ text: String) -> Timestamp? {
        // Without a zone it may be local time.
        guard text.utf8.count <= 40, text.utf8.dropFirst(19).contains(where: { "Z+-".utf8.contains($0) }),
            let milliseconds = DateTime.read(text), 0..<253_402_300_800_000 ~= milliseconds
        else { return nil }
        return milliseconds
    }
}
