import Atlas
import GeoCore

extension PlaceObjects {
    /// Writes the facts that a visitor needs: whether the place is open, its phone number, website and wheelchair
    /// access.
    ///
    /// Leaves out unknown facts and places that nobody visits. With `changes`, it also says when the place opens or
    /// closes.
    mutating func visit(to place: PlaceID, changes: Bool = false) {
        guard engine.places.type(place) == .place, !engine.places.detailRange(place).isEmpty else { return }
        let tags = form.visitTags
        if let time = form.time { hours(of: place, at: time, changes: changes) }
        if let phone = engine.value(of: place, tags.phones)?.asPhone { member("phone", phone) }
        if let website = engine.value(of: place, tags.websites)?.asWebsite { member("website", website) }
        if let access = engine.value(of: place, tags.wheelchair)?.asWheelchairAccess { member("wheelchair", access) }
    }

    /// Writes `open`; with `changes` also `open_until` or `opens_at`; and `public_holiday`, because many hours do not
    /// apply on such days.
    private mutating func hours(of place: PlaceID, at time: PlaceTime, changes: Bool) {
        guard let text = engine.value(of: place, form.visitTags.openingHours) else { return }
        let hours = OpeningHours(text.span)
        var setting = OpeningSetting(place: Coordinate(engine.places.point(place)), clock: time.clock)
        if changes || hours?.namesHolidays ?? false {
            setting.holidays = engine.holidays.calendar(ofLocality: engine.places.localityIndex(place))
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
        // The next state may be unknown; then the time of the change is unknown, too.
        guard changes, let change = hours.change(after: time.local, in: setting), change.state != .unknown else {
            return
        }
        var when: [UInt8] = []
        change.time.append(to: &when)
        if state == .open { member("open_until", when) } else { member("opens_at", when) }
    }
}
