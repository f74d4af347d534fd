import Community

extension [NewGuideEntry] {
    /// Those that say something that no entry of `guide` says, whatever their pictures are. A venue that is there takes
    /// in works that are new, and tours name it by the id that it has there.
    ///
    /// Venues stand before their works, tours behind them. When some are there, the others get ids of `newID`.
    func new(beside guide: [GuideEntry], newID: () -> GuideID) -> [NewGuideEntry] {
        var known: [Saying: GuideID] = [:], ids: [GuideID: GuideID] = [:], new: [NewGuideEntry] = []
        for entry in guide { known[Saying(entry.venue, entry.draft)] = entry.id }
        for entry in self {
            let venue = entry.venue.map { ids[$0] ?? $0 }
            let draft = entry.draft.naming { ids[$0] ?? $0 }
            if let here = known[Saying(venue, draft)] {
                ids[entry.id] = here
            } else {
                let id = newID()
                ids[entry.id] = id
                new.append(NewGuideEntry(id: id, venue: venue, draft: draft))
            }
        }
        return new.count == count ? self : new
    }

    /// The same with other pictures.
    func showing(_ pictures: [PictureID: PictureID]) -> [NewGuideEntry] {
        map { entry in
            var draft = entry.draft
            if let shown = draft.content.picture, let id = pictures[shown.id] {
                draft.content.picture = ShownPicture(id: id, width: shown.width, height: shown.height, text: shown.text)
            }
            return NewGuideEntry(id: entry.id, venue: entry.venue, draft: draft)
        }
    }
}

/// What an entry says and where, without its picture: the same one has another id each time it comes in.
private struct Saying: Hashable {
    let venue: GuideID?
    let draft: GuideDraft

    init(_ venue: GuideID?, _ draft: GuideDraft) {
        self.venue = venue
        var plain = draft
        plain.content.picture = nil
        self.draft = plain
    }
}

extension GuideDraft {
    /// The same, a tour with other names for its venues.
    fileprivate func naming(_ name: (GuideID) -> GuideID) -> GuideDraft {
        guard case .tour(var tour) = content else { return self }
        tour.venues = tour.venues.map(name)
        return GuideDraft(content: .tour(tour), isPublished: isPublished, embargo: embargo)
    }
}
