import Atlas
import GeoCore

extension SearchEngine {
    /// Writes what a visitor wants to know of a place: whether it is open at `time`, phone, website, wheelchair. What
    /// is not known, or is no shop or the like, is left out.
    func writeVisit(
        to place: PlaceID, at time: PlaceTime?, _ tags: VisitTags, to json: inout JSONWriter, changes: Bool = false
    ) {
        guard places.type(place) == .place, !places.detailRange(place).isEmpty else { return }
        if let time { writeHours(of: place, at: time, tags, changes: changes, to: &json) }
        if let phone = value(of: place, tags.phones)?.asPhone {
            json.key("phone")
            json.value(utf8: phone.span)
        }
        if let website = value(of: place, tags.websites)?.asWebsite {
            json.key("website")
            json.value(utf8: website.span)
        }
        if let access = value(of: place, tags.wheelchair)?.asWheelchairAccess {
            json.key("wheelchair")
            json.value(utf8: access.span)
        }
    }

    /// `open`, with `changes` also when that ends, `open_until` or `opens_at`, and `public_holiday`, for which many
    /// hours are not meant.
    private func writeHours(
        of place: PlaceID, at time: PlaceTime, _ tags: VisitTags, changes: Bool, to json: inout JSONWriter
    ) {
        guard let text = value(of: place, tags.openingHours) else { return }
        let hours = OpeningHours(text.span)
        var setting = OpeningSetting(place: Coordinate(places.point(place)), clock: time.clock)
        if changes || hours?.namesHolidays ?? false {
            setting.holidays = holidays.calendar(ofLocality: places.localityIndex(place))
        }
        if changes, setting.holidays?.isHoliday(time.local.day.number) == .yes {
            json.key("public_holiday")
            json.value(true)
        }
        guard let hours else { return }
        let state = hours.state(at: time.local, in: setting)
        guard state != .unknown else { return }
        json.key("open")
        json.value(state == .open)
        // What it changes to may be unknown: then so is when.
        guard changes, let change = hours.change(after: time.local, in: setting), change.state != .unknown else {
            return
        }
        var when: [UInt8] = []
        change.time.append(to: &when)
        if state == .open { json.key("open_until") } else { json.key("opens_at") }
        json.value(utf8: when.span)
    }
}
