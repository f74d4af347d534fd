import Presence
import Testing

@Suite struct QueueKindsTests {
    @Test(arguments: [
        ("amenity", "restaurant"), ("amenity", "bar"), ("amenity", "toilets"), ("amenity", "events_venue"),
        ("amenity", "ferry_terminal"), ("shop", "bakery"), ("shop", "books"), ("shop", "something_new"),
        ("tourism", "museum"), ("leisure", "sauna"), ("historic", "castle"), ("craft", "brewery"),
        ("aeroway", "terminal"),
    ])
    func `people stand in line at a counter, a till and a door`(key: String, value: String) {
        #expect(QueueKinds.contains(key: key, value: value))
    }

    @Test(arguments: [
        ("amenity", "place_of_worship"), ("amenity", "library"), ("amenity", "school"), ("amenity", "fuel"),
        ("amenity", "parking"), ("office", "company"), ("leisure", "park"), ("tourism", "hotel"),
        ("shop", "vacant"), ("shop", "tattoo"), ("historic", "monument"), ("historic", "ruins"),
        ("railway", "station"), ("craft", "carpenter"), ("building", "cathedral"), ("", ""), ("amenity", ""),
        ("amenity", "Restaurant"),
    ])
    func `nobody stands in line elsewhere`(key: String, value: String) {
        #expect(!QueueKinds.contains(key: key, value: value))
    }

    @Test(arguments: ["doctors", "clinic", "hospital", "dentist", "social_facility", "nursing_home"])
    func `no waiting room takes reports, because a report would reveal who is ill`(amenity: String) {
        #expect(!QueueKinds.contains(key: "amenity", value: amenity))
    }

    @Test func `a value counts under its own key alone`() {
        #expect(QueueKinds.contains(key: "craft", value: "bakery"))
        for (key, value) in [("amenity", "museum"), ("tourism", "cafe"), ("leisure", "castle"), ("shops", "bakery")] {
            #expect(!QueueKinds.contains(key: key, value: value), "\(key)=\(value)")
        }
    }
}
