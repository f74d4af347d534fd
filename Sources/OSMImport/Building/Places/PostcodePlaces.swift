import Atlas
import GeoCore
import Search

/// A postcode of one country.
struct Postcode: Hashable {
    let name: UInt32
    let country: UInt32

    init(_ names: LocalityFinder.Names) {
        name = names[.postcode].name
        country = names[.country].name
    }
}

/// Makes places of postcodes that addresses have and no boundary draws, each in the middle of its addresses.
enum PostcodePlaces {
    /// Their importance, which is that of a boundary.
    private static var rank: UInt8 {
        PlaceRank.rank(
            key: "boundary", value: "postal_code", isNamed: true, isNotable: false, population: 0, adminLevel: 0)
    }

    /// Adds a draft, with its locality, for each postcode, and assigns it to the places there. `key` and `value` define
    /// its kind, as indices into the extract's strings.
    static func add(
        to drafts: inout PlaceDrafts, _ localities: inout [LocalityFinder.Names], key: UInt32, value: UInt32
    ) {
        var members: [Postcode: [Int]] = [:], found: [Postcode] = []
        for index in drafts.all.indices where drafts.all[index].postcode != PlaceFacts.none {
            let names = localities[index]
            guard names[.postcode].draft == nil, !names[.postcode].isUnknown else { continue }
            let postcode = Postcode(names)
            if members[postcode] == nil { found.append(postcode) }
            members[postcode, default: []].append(index)
        }
        var made: [Postcode: Int] = [:]
        for postcode in found {
            let centre = central(members[postcode] ?? [], drafts)
            var draft = PlaceDraft(
                ref: drafts.all[centre].ref, type: .area, key: key, value: value, name: postcode.name,
                point: drafts.all[centre].point,
                rank: rank, tags: TagRange(start: 0, count: 0))
            draft.isMade = true
            draft.use = .postcode
            made[postcode] = drafts.all.count
            var names = localities[centre]
            for use in [ZoneUse.neighbourhood, .suburb, .postcode] { names[use] = LocalityFinder.Part() }
            drafts.append(draft)
            localities.append(names)
        }
        for index in localities.indices where localities[index][.postcode].draft == nil {
            let postcode = Postcode(localities[index])
            if let draft = made[postcode] {
                localities[index][.postcode] = LocalityFinder.Part(name: postcode.name, draft: draft)
            }
        }
    }

    /// Returns the draft nearest to the middle of some drafts.
    private static func central(_ members: [Int], _ drafts: PlaceDrafts) -> Int {
        var latitude = 0.0, longitude = 0.0
        for member in members {
            latitude += Double(drafts.all[member].point.latitudeE7)
            longitude += Double(drafts.all[member].point.longitudeE7)
        }
        let count = Double(members.count)
        let plane = LocalPlane(
            around: PointE7(latitudeE7: Int32(latitude / count), longitudeE7: Int32(longitude / count)))
        return members.min { plane.distance(to: drafts.all[$0].point) < plane.distance(to: drafts.all[$1].point) } ?? 0
    }
}
