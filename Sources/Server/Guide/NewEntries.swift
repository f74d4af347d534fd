import Community

extension [NewGuideEntry] {
    /// Returns the entries whose content no entry of `guide` has, apart from pictures and floor plans. An existing
    /// venue adopts new works, and tours refer to it by its existing id.
    ///
    /// Venues come before their works, tours after them. When some entries exist, the others get ids from `newID`.
    func new(beside guide: [GuideEntry], newID: () -> GuideID) -> [NewGuideEntry] {
        var known: [EntryContent: GuideID] = [:], ids: [GuideID: GuideID] = [:], new: [NewGuideEntry] = []
        for entry in guide { known[EntryContent(entry.venue, entry.draft)] = entry.id }
        for entry in self {
            let venue = entry.venue.map { ids[$0] ?? $0 }
            let draft = entry.draft.naming { ids[$0] ?? $0 }
            if let here = known[EntryContent(venue, draft)] {
                ids[entry.id] = here
            } else {
                let id = newID()
                ids[entry.id] = id
                new.append(NewGuideEntry(id: id, venue: venue, draft: draft))
            }
        }
        return new.count == count ? self : new
    }

    /// Returns the entries with other pictures.
    func showing(_ pictures: [PictureID: PictureID]) -> [NewGuideEntry] {
        map { entry in
            var draft = entry.draft
            draft.content = draft.content.mapPictures { shown in
                guard let id = pictures[shown.id] else { return shown }
                return ShownPicture(id: id, width: shown.width, height: shown.height, text: shown.text)
            }
            return NewGuideEntry(id: entry.id, venue: entry.venue, draft: draft)
        }
    }
}

/// An entry's content and venue, without its pictures: the same picture has another id after each import.
private struct EntryContent: Hashable {
    let venue: GuideID?
    let draft: GuideDraft

    init(_ venue: GuideID?, _ draft: GuideDraft) {
        self.venue = venue
        var plain = draft
        plain.content = plain.content.mapPictures { _ in nil }
        self.draft = plain
    }
}

extension GuideDraft {
    /// Returns the draft; a tour with other ids for its venues.
    fileprivate func naming(_ name: (GuideID) -> GuideID) -> GuideDraft {
        guard case .tour(var tour) = content else { return self }
        tour.venues = tour.venues.map(name)
        return GuideDraft(content: .tour(tour), isPublished: isPublished, embargo: embargo)
    }
}
