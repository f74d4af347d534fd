import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A post office and things that are spelt nearly like kinds that are not there.
private var town: HandMade {
    var map = HandMade()
    map.node(1, 60.1, 25.1, ["amenity": "post_office", "name": "Postitalo"])
    map.node(2, 60.1, 25.101, ["shop": "photo", "name": "Zoomi Kuvakaupat"])
    map.node(3, 60.1, 25.102, ["tourism": "hostel", "name": "Hostel Domus"])
    map.node(5, 60.1, 25.1, ["place": "town", "name": "Kaupunki"])
    map.node(4, 60.1, 25.103, ["amenity": "bar", "name": "Airport Bar"])
    return map
}

private func answer(_ text: String, isBeingTyped: Bool, language: String = "en") throws -> String {
    let world = try SearchWorld(town), request = SearchRequest(text: text, language: language)
    var workspace = SearchWorkspace()
    let json =
        isBeingTyped
        ? world.engine.suggestJSON(request, workspace: &workspace)
        : world.engine.placesJSON(request, workspace: &workspace)
    return String(decoding: json, as: UTF8.self)
}

@Test(arguments: [
    "hospital", "Hospitals", "nearest hospital", "the nearest hospital", "hospital near me", "hospital nearby",
    "hospital near hostel domus", "hospital Kaupunki", "hospital, Kaupunki",
    "sairaala", "lähin sairaala", "Krankenhaus", "Krankenhaus in meiner Nähe", "مستشفى",
])
private func `a kind without places on the map is reported as absent, and nothing else is offered`(text: String) throws
{
    for isBeingTyped in [true, false] {
        let json = try answer(text, isBeingTyped: isBeingTyped)
        #expect(json.contains("\"results\":[]"), "\(json)")
        #expect(json.hasSuffix("\"absent_kind\":{\"kind\":\"hospital\",\"name\":\"Hospital\"}}"), "\(json)")
    }
    #expect(try answer(text, isBeingTyped: true, language: "fi").contains("\"name\":\"Sairaala\""))
}

@Test func `places named after an absent kind are found, and the answer says that the kind is absent`() throws {
    let json = try answer("airport", isBeingTyped: false)
    #expect(json.contains("Airport Bar") && json.contains("\"absent_kind\":{\"kind\":\"aerodrome\""), "\(json)")
    let typing = try answer("zoo", isBeingTyped: true)
    #expect(typing.contains("Zoomi") && typing.contains("\"absent_kind\":{\"kind\":\"zoo\""), "\(typing)")
}

@Test(arguments: ["hostel", "post office", "posti", "postitalo", "hostal", "domus", "pstitalo"])
private func `a kind that is there, and a name with a typing error, is no absent kind`(text: String) throws {
    let json = try answer(text, isBeingTyped: true)
    #expect(!json.contains("absent_kind") && !json.contains("\"results\":[]"), "\(json)")
}
