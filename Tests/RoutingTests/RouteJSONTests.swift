import GeoCore
import Foundation
import OSMImport
import Routing
import Testing

@Suite struct RouteJSONTests {
    @Test func `our answer has exactly these members and values`() throws {
        let town = try corner()
        let json = String(decoding: RouteJSON.write(try town.route("AC"), town.engine), as: UTF8.self)
        #expect(
            json == """
                {"profile":"foot","distance":300,"duration":216,"geometry":{"type":"LineString","coordinates":\
                [[25,60],[25.0035973,60],[25.0035973,60.0008993]]},"legs":[{"distance":300,"duration":216,\
                "summary":"Long Street, Cross \\"Street\\"","steps":[\
                {"instruction":"Head east on Long Street","maneuver":{"type":"depart","bearing_before":0,\
                "bearing_after":90,"location":[25,60]},"name":"Long Street","distance":200,"duration":144,\
                "geometry_index":0},\
                {"instruction":"At the end, turn left onto Cross \\"Street\\"","maneuver":{"type":"end of road",\
                "modifier":"left","bearing_before":90,"bearing_after":0,"location":[25.0035973,60]},\
                "name":"Cross \\"Street\\"","distance":100,"duration":72,"geometry_index":1},\
                {"instruction":"You have arrived","maneuver":{"type":"arrive","bearing_before":0,"bearing_after":0,\
                "location":[25.0035973,60.0008993]},"name":"Cross \\"Street\\"","distance":0,"duration":0,\
                "geometry_index":2}]}],\
                "waypoints":[{"location":[25,60],"distance":0,"name":"Long Street"},\
                {"location":[25.0035973,60.0008993],"distance":0,"name":"Cross \\"Street\\""}],\
                "edge_of_map":false,"notice":null}
                """)
    }

    @Test func `a notice is a sentence`() throws {
        let town = try corner()
        let points = [StreetMap.coordinate(100, 990), StreetMap.coordinate(100, 0)]
        let object = try parse(RouteJSON.write(try town.route(points), town.engine))
        #expect(object["edge_of_map"] as? Bool == true)
        #expect(object["notice"] as? String == "The map ends here: the nearest street may lie beyond its edge.")
    }

    @Test func `OSRM's form holds the members that its clients read`() throws {
        let town = try corner()
        var options = OSRMOptions()
        options.steps = true
        options.annotations = .all
        options.overview = .full
        let object = try parse(OSRMRouteJSON.write(try town.route("AC"), options, town.engine))
        #expect(object["code"] as? String == "Ok")
        let route = try #require((object["routes"] as? [[String: Any]])?.first)
        #expect(route["distance"] as? Double == 300)
        #expect(route["duration"] as? Double == 216)
        #expect(route["weight"] as? Double == 216)
        #expect(route["weight_name"] as? String == "duration")
        let line = try #require(Polyline.decode((route["geometry"] as! String).utf8, precision: .five))
        #expect(line.count == 3)
        let leg = try #require((route["legs"] as? [[String: Any]])?.first)
        let steps = try #require(leg["steps"] as? [[String: Any]])
        #expect(
            steps.map { ($0["maneuver"] as! [String: Any])["type"] as! String } == ["depart", "end of road", "arrive"])
        #expect(steps.map { $0["mode"] as! String } == ["walking", "walking", "walking"])
        for step in steps {
            let points = Polyline.decode((step["geometry"] as! String).utf8, precision: .five)!
            #expect(points.count == 2)
            let corner = try #require((step["intersections"] as? [[String: Any]])?.first)
            #expect((corner["bearings"] as! [Int]).count == (corner["entry"] as! [Bool]).count)
        }
        var members = try #require(leg["annotation"] as? [String: Any])
        let metadata = members.removeValue(forKey: "metadata") as? [String: [String]]
        #expect(metadata == ["datasource_names": ["OpenStreetMap"]])
        let annotation = try #require(members as? [String: [Double]])
        #expect(Set(annotation.keys) == ["distance", "duration", "weight", "speed", "datasources", "nodes"])
        #expect(annotation["nodes"] == [1, 2, 3])
        #expect((annotation["distance"]!.reduce(0, +) - 300).magnitude < 0.01)
        #expect((annotation["duration"]!.reduce(0, +) - 216).magnitude < 0.01)
        #expect((annotation["speed"]![0] - 5 / 3.6).magnitude < 0.01)
        let waypoints = try #require(object["waypoints"] as? [[String: Any]])
        #expect(waypoints.map { $0["name"] as! String } == ["Long Street", "Cross \"Street\""])
        #expect(
            waypoints.allSatisfy { ($0["hint"] as! String).count == 32 && ($0["location"] as! [Double]).count == 2 })
    }

    @Test func `OSRM's form lists the crossings that a step passes, and the kind of road that follows`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 200, 0), ("D", 300, 0), ("E", 400, 0), ("S", 100, -50),
            ("N", 300, 50),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("ABC", ["highway": "residential", "name": "Long Street"])
        map.way("CDE", ["highway": "residential", "name": "Long Street", "tunnel": "yes"])
        map.way("SB", ["highway": "residential", "name": "South Street"])
        map.way("DN", ["highway": "residential", "oneway": "yes", "name": "North Street"])
        let town = try map.build()
        var options = OSRMOptions()
        options.steps = true
        let answer = try parse(OSRMRouteJSON.write(try town.route("AE", .car), options, town.engine))
        let legs = (answer["routes"] as! [[String: Any]])[0]["legs"] as! [[String: Any]]
        let steps = legs[0]["steps"] as! [[String: Any]]
        #expect(steps.count == 2)
        let passed = steps[0]["intersections"] as! [[String: Any]]
        // Where the start is, at B and at D; at C nothing crosses.
        #expect(passed.map { $0["bearings"] as! [Int] } == [[90], [90, 180, 270], [0, 90, 270]])
        #expect(passed.map { $0["out"] as? Int } == [0, 0, 1])
        #expect(passed.map { $0["in"] as? Int } == [nil, 2, 2])
        #expect(passed.map { $0["entry"] as! [Bool] } == [[true], [true, true, true], [true, true, true]])
        #expect(passed.map { $0["classes"] as? [String] } == [nil, nil, ["tunnel"]])
        let east = passed.map { (($0["location"] as! [Double])[0] - 25) / 0.0035973 * 200 }
        #expect(east.map { $0.rounded() } == [0, 100, 300])
        let arrival = steps[1]["intersections"] as! [[String: Any]]
        #expect(arrival.count == 1 && arrival[0]["classes"] == nil && arrival[0]["out"] == nil)
    }

    @Test func `OSRM's shape names a rotary`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("S", 0.0, -200.0), ("a", 0, -30), ("b", 30, 0), ("c", 0, 30), ("d", -30, 0), ("N", 0, 200),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("abcda", ["highway": "primary", "junction": "roundabout", "name": "Star Circus"])
        map.way("Sa", ["highway": "primary", "name": "South Road"])
        map.way("cN", ["highway": "primary", "name": "North Road"])
        let town = try map.build()
        var options = OSRMOptions()
        options.steps = true
        let answer = try parse(OSRMRouteJSON.write(try town.route("SN", .car), options, town.engine))
        let legs = (answer["routes"] as! [[String: Any]])[0]["legs"] as! [[String: Any]]
        let steps = legs[0]["steps"] as! [[String: Any]]
        #expect(steps.map { $0["rotary_name"] as? String } == [nil, "Star Circus", nil, nil])
        #expect(steps.map { $0["name"] as! String } == ["South Road", "North Road", "North Road", "North Road"])
        let types = steps.map { ($0["maneuver"] as! [String: Any])["type"] as! String }
        #expect(types == ["depart", "rotary", "exit rotary", "arrive"])
    }

    @Test func `options leave out unwanted members`() throws {
        let town = try corner()
        var options = OSRMOptions()
        options.overview = .none
        options.hints = false
        options.skipsWaypoints = true
        let object = try parse(OSRMRouteJSON.write(try town.route("AC"), options, town.engine))
        #expect(object["waypoints"] == nil)
        let route = (object["routes"] as! [[String: Any]])[0], leg = (route["legs"] as! [[String: Any]])[0]
        #expect(route["geometry"] == nil)
        #expect((leg["steps"] as! [Any]).isEmpty)
        #expect(leg["annotation"] == nil)
    }

    @Test func `lines come as polyline6 and GeoJSON as well`() throws {
        let town = try corner(), route = try town.route("AC")
        var options = OSRMOptions()
        options.overview = .full
        options.geometries = .polyline6
        let six = (try parse(OSRMRouteJSON.write(route, options, town.engine))["routes"] as! [[String: Any]])[0]
        #expect(Polyline.decode((six["geometry"] as! String).utf8, precision: .six)!.count == 3)
        options.geometries = .geojson
        let geo = (try parse(OSRMRouteJSON.write(route, options, town.engine))["routes"] as! [[String: Any]])[0]
        let line = geo["geometry"] as! [String: Any]
        #expect(line["type"] as? String == "LineString")
        #expect((line["coordinates"] as! [[Double]])[0] == [25, 60])
    }

    @Test func `a simplified line keeps ends and corners and drops invisible detail`() throws {
        var map = StreetMap()
        // A straight street with a wobble of a few centimetres, then a corner.
        let names = (0..<50).map { Character(Unicode.Scalar(UInt32(0x100 + $0))!) }
        for (index, name) in names.enumerated() {
            map.node(name, Double(index) * 20, index % 2 == 0 ? 0 : 0.05)
        }
        map.node("Z", 980, 500)
        map.way(String(names) + "Z", ["highway": "residential"])
        let town = try map.build()
        var options = OSRMOptions()
        options.geometries = .geojson
        let route = try town.route(String(names[0]) + "Z")
        let object = (try parse(OSRMRouteJSON.write(route, options, town.engine))["routes"] as! [[String: Any]])[0]
        #expect(((object["geometry"] as! [String: Any])["coordinates"] as! [Any]).count == 3)
        #expect(route.geometry.count == 51)
    }

    @Test func `the nearest service lists positions`() throws {
        let town = try corner()
        let waypoints = try town.engine.nearest(StreetMap.coordinate(100, 10), profile: .foot, count: 3)
        let object = try parse(OSRMRouteJSON.writeNearest(waypoints, hints: true, town.engine))
        #expect(object["code"] as? String == "Ok")
        let found = object["waypoints"] as! [[String: Any]]
        #expect(found.count == 3)
        #expect(found[0]["name"] as? String == "Long Street")
        #expect(((found[0]["distance"] as! Double) - 10).magnitude < 0.02)
    }

    @Test func `errors have OSRM's codes`() {
        #expect(OSRMRouteJSON.code(for: .noRoadNear(point: 0, nearestInMetres: nil)) == "NoSegment")
        #expect(OSRMRouteJSON.code(for: .tooManyPoints(count: 501, limit: 500)) == "TooBig")
        let cut = RouteError.Cut(startIsIsland: true, endIsIsland: false, atMapEdge: false)
        #expect(OSRMRouteJSON.code(for: .noRoute(leg: 0, cut: cut)) == "NoRoute")
    }

    private func corner() throws -> StreetTown {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 200, 0)
        map.node("C", 200, 100)
        map.node("D", 200, -100)
        map.way("AB", ["highway": "residential", "name": "Long Street"])
        map.way("DBC", ["highway": "residential", "name": "Cross \"Street\""])
        return try map.build()
    }

    private func parse(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}
