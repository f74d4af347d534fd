import Foundation
import GeoCore
import HereaboutsAPI
import HummingbirdTesting
import TestSupport
import Testing

/// The program as people run it.
@Suite struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The program is built beside the tests.
    private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "hereabouts")

    private struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Starts the program in the test's folder with nothing in its environment but `environment`, and without the
    /// page, which may not be built yet.
    private func start(
        _ arguments: [String], _ environment: [String: String], input: FileHandle = .nullDevice
    ) throws -> (Process, Pipe, Pipe) {
        let process = Process(), output = Pipe(), errors = Pipe()
        process.executableURL = Self.program
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ["HEREABOUTS_WEB": "off"].merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return (process, output, errors)
    }

    /// Runs the program; with `input`, that file of the folder is its standard input.
    private func run(
        _ arguments: String..., environment: [String: String] = [:], input: String? = nil
    ) async throws -> Outcome {
        let source = try input.map { try FileHandle(forReadingFrom: URL(filePath: folder.path).appending(path: $0)) }
        let (process, output, errors) = try start(arguments, environment, input: source ?? .nullDevice)
        return try await RawConnection.onThread {
            let told = output.fileHandleForReading.readDataToEndOfFile()
            let complained = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Outcome(
                status: process.terminationStatus, output: String(decoding: told, as: UTF8.self),
                errors: String(decoding: complained, as: UTF8.self))
        }
    }

    @Test func `help and version end with status 0, and wrong usage with status 2`() async throws {
        let version = try await run("--version")
        #expect(version.status == 0 && version.output.hasPrefix("0."))
        #expect(try await run("help", "serve").status == 0)
        for arguments in [
            ["--nonsense"], ["nonsense"], ["serve", "--nonsense"], ["route", "1,2"],
            ["route", "1,2", "1,3", "--lang", "sv"], ["route", "1,2", "1,2", "--profile", "rocket"],
            ["route", "1,2", "1,3", "--json", "--gpx"], ["route", "1,2", "1,3", "--alternatives", "4"],
            ["match", "t.gpx", "--accuracy", "0"], ["match"],
            ["loop", "1,2"], ["loop", "1,2", "--minutes", "4"], ["loop", "1,2", "--minutes", "30", "--steps", "5000"],
            ["loop", "1,2", "--minutes", "30", "--profile", "car"],
            ["table"], ["reach", "1,2", "--minutes", "0"],
            ["tile", "a", "-o", "b"], ["import", "a.osm", "-o", "b", "--country", "xx"],
            ["import", "a.osm", "-o", "b", "--country", "Germany"],
            ["update", "a.osm.pbf"], ["update", "a.osm.pbf", "1.osc", "--cut", "simple"],
            ["update", "a.osm.pbf", "1.osc", "--within=-1,2,3"], ["update", "a.osm.pbf", "1.osc", "--within=2,1,1,2"],
            ["update", "a.osm.pbf", "1.osc", "--within=-200,1,1,2"],
        ] {
            let (process, _, _) = try start(arguments, [:])
            try await RawConnection.onThread { process.waitUntilExit() }
            #expect(process.terminationStatus == 2, "\(arguments)")
        }
    }

    @Test func `settings come from flags, environment and file, in this order`() async throws {
        let file = try folder.write("server.conf", "# a comment\r\nport = 1\r\nworkers = 3\nidle-seconds = 9\n".utf8)
        let environment = ["HEREABOUTS_PORT": "2", "HEREABOUTS_CONFIG": file, "HEREABOUTS_IDLE_SECONDS": "8"]
        let shown = try await run("serve", "--print-config", "--port", "3", environment: environment)
        #expect(shown.status == 0)
        let lines = Set(shown.output.split(separator: "\n"))
        #expect(lines.isSuperset(of: ["port = 3", "idle-seconds = 8", "workers = 3", "# tls is not set"]))
        // Variables of other commands do not stop the start.
        let others = ["HEREABOUTS_IMPORT_TABLES": "/tables", "HEREABOUTS_TOKEN": "hb_a", "HEREABOUTS_BACKUP": "/b"]
        let beside = try await run("serve", "--print-config", environment: others)
        let plain = try await run("serve", "--print-config")
        #expect(beside.status == 0 && beside.output == plain.output)
        let names = try await run(
            "serve", "--print-config", "--host-name", "A.example.org.", "--host-name", "*.example.net")
        #expect(names.output.contains("\nhost-name = a.example.org,*.example.net\n"))
        #expect(names.output.contains("\nproxies = 127.0.0.0/8,::1\n"))
        // The printed settings are a configuration file.
        let again = try folder.write("again.conf", shown.output.utf8)
        #expect(try await run("serve", "--print-config", "--config", again).output == shown.output)
    }

    @Test(arguments: [
        ("", nil), ("time-zone = Asia/Kathmandu", nil), ("tls = cert.pem,key.pem", "main configuration"),
        ("port = 80", "'port' in line 3"), ("mesh-port = 5", "process of its own"),
        ("colour = red", "'colour' in line 3"),
        ("queues = far", "near or anywhere"), ("data = data/places/square", "the same data folder"),
        ("public-url = https://square.example", "the same host name, square.example"),
        ("atlas = one.atlas\nmap-extract = town.pbf\nmap-changes = town", "the same atlas that change files replace"),
        ("atlas = one.atlas", nil),
    ])
    func `a place's file has the place's settings alone`(line: String, fault: String?) async throws {
        try folder.write(
            "places/square.conf",
            "host-name = square.example\natlas = one.atlas\nmap-extract = one.pbf\nmap-changes = one".utf8)
        try folder.write("places/town.conf", "host-name = town.example\nguests = post\n\(line)\n".utf8)
        let shown = try await run("serve", "--print-config", "--places", "places")
        guard let fault else {
            #expect(shown.status == 0 && shown.output.contains("# place town, from places/town.conf:\n"))
            return #expect(shown.output.contains("#   guests = post\n"))
        }
        #expect(shown.status == 2 && shown.errors.contains("places/town.conf") && shown.errors.contains(fault))
    }

    @Test(arguments: [
        "postgresql://ada:secret@one:5432,two:5433/place", "postgresql://one/place?user=ada&password=secret&port=5",
        "postgres://ada:secret@one",
    ])
    func `printed settings hide the password of the database`(address: String) async throws {
        let shown = try await run("serve", "--print-config", "--database", address).output
        #expect(shown.contains("\ndatabase = postgres") && shown.contains("one") && !shown.contains("secret"))
    }

    @Test(arguments: [
        (["--database", "postgresql://127.0.0.1:9/none"], "keys-database"),
        (["--database", "postgresql://127.0.0.1:9/none", "--mesh"], "mesh"),
        (
            ["--database", "postgresql://127.0.0.1:9/none", "--keys-database", "postgresql://127.0.0.1:9/keys"],
            "127.0.0.1:9"
        ),
    ])
    func `a server that cannot use its database says why, and ends`(flags: [String], word: String) async throws {
        try folder.write("town.osm.pbf", Town.extract.pbf())
        #expect(try await run("import", "town.osm.pbf", "-o", "town.atlas").status == 0)
        let (process, _, errors) = try start(
            ["serve", "--atlas", folder.file("town.atlas"), "--data", folder.file("data"), "--port", "0"] + flags, [:])
        let text = try await RawConnection.onThread {
            String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        #expect(process.terminationStatus != 0)
        #expect(text.contains(word), "\(text)")
    }

    @Test(arguments: [
        (["--set", "colour=red"], [:], "", "colour"), ([], ["HEREABOUTS_COLOUR": "red"], "", "colour"),
        ([], [:], "colour = red", "colour"), ([], [:], "drain-seconds = 61", "drain-seconds"),
        ([], [:], "port = 1\nport = 2", "port"), ([], [:], "port", "line 1"),
        (["--port", "65536"], [:], "", "port"), (["--tls", "one.pem"], [:], "", "tls"),
        (["--public-url", "example.org"], [:], "", "public-url"),
        (["--host-name", "a.example.org", "--host-name", "b/c"], [:], "", "host-name"),
        (["--host-name", ""], [:], "", "host-name"),
        (["--host-name", "a.example.org:80"], [:], "", "host-name"),
        (["--set", "proxies=10.0.0.0/40"], [:], "", "proxies"),
        ([], ["HEREABOUTS_METRICS_FROM": "prometheus"], "", "metrics-from"), (["--set", "hsts=yes"], [:], "", "hsts"),
        (["--set", "workers=0"], [:], "", "workers"), (["--database", "one"], [:], "", "database"),
        (["--set", "pictures=s3://ab"], [:], "", "pictures"),
        ([], ["HEREABOUTS_PICTURES": "s3://key:secret@town?endpoint=https://a"], "", "pictures"),
        (["--set", "pictures=https://town"], [:], "", "pictures"),
    ])
    func `a setting that is unknown or cannot be read stops the start by name`(
        flags: [String], environment: [String: String], file: String, name: String
    ) async throws {
        let path = try folder.write("server.conf", file.utf8)
        let (process, _, errors) = try start(["serve", "--print-config", "--config", path] + flags, environment)
        let text = try await RawConnection.onThread {
            String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(text.contains(name))
        #expect(text.split(separator: "\n").count == 1)
    }

    @Test func `an update makes the atlas of an import, and says nothing if it should be quiet`() async throws {
        try folder.write("town.osm.pbf", Town.extract.pbf())
        let node = "<node id='7000' version='1' lat='60.17' lon='24.94'/>"
        try folder.write("1.osc", "<osmChange><create>\(node)</create></osmChange>".utf8)
        let told = try await run("update", "town.osm.pbf", "1.osc", "--within=-1,-1,30,62", "--atlas", "town.atlas")
        #expect(told.status == 0 && told.output.hasPrefix("created 1, modified 0, deleted 0 objects"))
        #expect(try await run("import", "town.osm.pbf", "-o", "again.atlas").status == 0)
        #expect(try folder.bytes("town.atlas") == folder.bytes("again.atlas"))
        let quiet = try await run("update", "town.osm.pbf", "1.osc", "--atlas", "quiet.atlas", "--quiet")
        #expect(quiet.status == 0 && quiet.output.isEmpty)
        #expect(quiet.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("warning: ") })
        #expect(try folder.bytes("town.atlas") == folder.bytes("quiet.atlas"))
        try folder.write("2.osc", "<osmChange>".utf8)
        let refused = try await run("update", "town.osm.pbf", "2.osc", "--quiet")
        #expect(refused.status == 1 && refused.errors.hasPrefix("hereabouts: 2.osc: line 1: "))
    }

    @Test func `a table of coordinates is answered row by row, bad rows stay and are named`() async throws {
        try folder.write("town.osm.pbf", Town.extract.pbf())
        #expect(try await run("import", "town.osm.pbf", "-o", "town.atlas").status == 0)
        let rows = [
            "name;Longitude;LAT", #""a; ""quoted"" one";24.9402;60.1702"#, "b;24,9,4;60.1702", "",
            "c; 24.9402 ;60.1702",
            "\"two\nlines\";24.9402;60.1702", "d;200;10", "5\" pipe;24.9402;60.1702", "e",
        ]
        try folder.write("points.csv", rows.joined(separator: "\r\n").utf8)
        let told = try await run("reverse", "--atlas", "town.atlas", input: "points.csv")
        let lines = told.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("name;Longitude;LAT;label;house_number;street;"))
        let cells = lines[1].dropFirst(rows[1].count)
        #expect(lines[1].hasPrefix(rows[1] + ";") && cells.contains("Market Street") && cells.contains("Kappeli"))
        #expect(lines[3] == rows[4] + cells)
        #expect(lines.contains { $0.hasPrefix("lines") && $0.hasSuffix(cells) })
        let empty = String(repeating: ";", count: 15)
        let bad = lines.filter { $0.hasSuffix(empty) }.map { String($0.prefix(1)) }
        #expect(bad == ["b", "d", "e"])
        #expect(lines.contains("5\" pipe;24.9402;60.1702" + cells), "quotes inside a cell are inches")
        #expect(told.status == 1)
        for line in ["line 3 ", "line 8 ", "line 10 ", "3 of 7 rows"] {
            #expect(told.errors.contains(line), "\(told.errors)")
        }

        try folder.write("plain.txt", "60.1702,24.9402\n\n91,0\n60.1702, 24.9402".utf8)
        let json = try await run("reverse", "--json", "--zoom", "16", "--atlas", "town.atlas", input: "plain.txt")
        let answers = json.output.split(separator: "\n").map { Data($0.utf8) }
        #expect(answers.count == 3 && answers[0] == answers[2] && json.status == 1)
        let answer = try JSONDecoder().decode(AddressAnswer.self, from: answers[0])
        #expect(answer.street != nil && answer.place == nil)
        let refused = try #require(try JSONSerialization.jsonObject(with: answers[1]) as? [String: Any])
        #expect(refused["line"] as? Int == 3)

        // Spreadsheets write decimal commas in many countries, and some end lines as old Macs did.
        for (name, text) in [
            ("comma", "lat;lon\n60,1702;24,9402\n"), ("bare", "60,1702;24,9402\n"), ("tabs", "60,1702\t24,9402\n"),
            ("quotes", "Latitude, Longitude\n\"60,1702\",\"24,9402\"\n"), ("mac", "LAT,LNG\r60.1702,24.9402\r"),
            ("mac without end", "lat;lon\r60,1702;24,9402"),
        ] {
            try folder.write("decimal.csv", text.utf8)
            let answered = try await run("reverse", "--atlas", "town.atlas", input: "decimal.csv")
            #expect(answered.status == 0 && answered.output.contains("Market Street"), "\(name): \(answered.errors)")
            let table = try await run("table", "decimal.csv", "--atlas", "town.atlas")
            #expect(table.status == 0 && table.output.contains("1,1,0,0"), "\(name): \(table.errors)")
        }

        // Ragged rows do not shift cells, and an error names what the map does not have.
        let ragged = [
            "lat,lon,name,note", "60.1702,24.9402,a", "10,10,b,c", "60.1702,24.9402,a,b,c", "60.1702,24.9402,a,",
        ]
        try folder.write("ragged.csv", ragged.joined(separator: "\n").utf8)
        let filled = try await run("reverse", "--atlas", "town.atlas", input: "ragged.csv")
        let written = filled.output.split(separator: "\n")
        #expect(written[1].hasPrefix("60.1702,24.9402,a,,") && written[1].dropFirst(19) == written[4].dropFirst(19))
        #expect(written[3] == ragged[3] + String(repeating: ",", count: 15) && filled.status == 1)
        #expect(filled.errors.contains("line 4 has more cells") && filled.errors.contains("1 of 4 rows lie where"))
        try folder.write("unnamed.csv", "y,x\n60.1702,24.9402".utf8)
        let unnamed = try await run("reverse", "--atlas", "town.atlas", input: "unnamed.csv")
        #expect(unnamed.status == 1 && unnamed.errors.contains("line 1 has neither columns lat and lon"))

        // More than is held at once, with a row that is longer than any may be.
        let long = String(repeating: "x", count: 70_000), many = Array(repeating: "60.1702,24.9402,x", count: 40_000)
        try folder.write("long.csv", (["60.1702,24.9402"] + [long] + many).joined(separator: "\n").utf8)
        let most = try await run("reverse", "--atlas", "town.atlas", input: "long.csv")
        #expect(most.output.split(separator: "\n", omittingEmptySubsequences: false).count == 40_003)
        #expect(most.errors.contains("line 2 is longer") && most.errors.contains("1 of 40002 rows"))
        #expect(try await run("reverse", "--atlas", "town.atlas").output.isEmpty)
    }

    @Test func `an extract becomes an atlas that answers`() async throws {
        try folder.write("town.osm.pbf", Town.extract.pbf())
        #expect(try await run("import", "town.osm.pbf", "-o", "town.atlas").status == 0)
        let report = try await run("import", "town.osm.pbf", "-o", "again.atlas", "--json")
        #expect(try JSONSerialization.jsonObject(with: Data(report.output.utf8)) is [String: Any])
        #expect(try folder.bytes("town.atlas") == folder.bytes("again.atlas"))
        #expect(try await run("verify", "town.atlas").status == 0)

        let found = try await run("search", "kapeli", "--near", "60.17,24.94", "--atlas", "town.atlas")
        #expect(found.status == 0 && found.output.contains("Kappeli · cafe"))
        let json = try await run("search", "kappeli", "--json", "--atlas", "town.atlas").output
        #expect(try JSONDecoder().decode(SearchResults.self, from: Data(json.utf8)).results.first?.id == "n6")
        let nothing = try await run("search", "zzzzzz", "--atlas", "town.atlas")
        #expect(nothing.status == 1 && nothing.errors.contains("zzzzzz"))
        #expect(try await run("reverse", "60.1702,24.9402", "--atlas", "town.atlas").output.contains("Market Street"))

        let named = try await run("place", "kappeli", "--atlas", "town.atlas")
        #expect(named.status == 0 && named.output.hasPrefix("60.1702 24.9402 cafe"))
        let unknown = try await run("place", "Kapeli", "--atlas", "town.atlas")
        #expect(unknown.status == 1 && unknown.output.isEmpty)
        #expect(unknown.errors.contains("'Kapeli'") && unknown.errors.contains("'Kappeli'"))
        let why = try await run("search", "kappeli", "--explain", "--atlas", "town.atlas").output
        #expect(why.contains("kappeli (kappeli 255)"))

        let way = try await run("route", "60.17,24.94", "60.17,24.945", "--atlas", "town.atlas")
        #expect(way.status == 0 && way.output.contains("Market Street"))
        let wayJSON = try await run("route", "60.17,24.94", "60.17,24.945", "--json", "--atlas", "town.atlas").output
        #expect(try JSONDecoder().decode(Route.self, from: Data(wayJSON.utf8)).legs.count == 1)
        let finnish = try await run("route", "60.17,24.94", "60.17,24.945", "--lang", "fi", "--atlas", "town.atlas")
        #expect(finnish.output.contains("Lähde") && finnish.output.contains(": Market Street"))
        for profile in ["wheelchair", "bicycle", "driving"] {
            let ride = try await run(
                "route", "60.17,24.94", "60.17,24.945", "--profile", profile, "--atlas", "town.atlas")
            #expect(ride.status == 0 && ride.output.contains("Market Street"), "\(profile)")
            #expect(ride.output.contains("Not mapped: surface (") == (profile == "wheelchair"))
        }
        let gpx = try await run("route", "60.17,24.94", "60.17,24.945", "--gpx", "--atlas", "town.atlas").output
        let line = try await run(
            "route", "60.17,24.94", "60.17,24.945", "--geojson", "--alternatives", "1", "--atlas", "town.atlas")
        #expect(line.status == 0)
        try folder.write("walk.gpx", gpx.utf8)
        try folder.write("walk.geojson", line.output.utf8)
        for file in ["walk.gpx", "walk.geojson"] {
            let matched = try await run("match", file, "--atlas", "town.atlas")
            #expect(matched.status == 0 && matched.output.contains("Market Street"))
            let json = try await run("match", file, "--json", "--atlas", "town.atlas").output
            #expect(try JSONDecoder().decode(MatchAnswer.self, from: Data(json.utf8)).routes.count == 1)
        }
        let dead = try await run("loop", "60.17,24.94", "--minutes", "10", "--atlas", "town.atlas")
        #expect(dead.status == 1 && dead.errors.contains("no round walk starts here"))
        let none = try await run("match", "none.gpx", "--atlas", "town.atlas")
        #expect(none.status == 1 && none.errors.contains("none.gpx"))
        let noTrack = try await run("match", "town.atlas", "--atlas", "town.atlas")
        #expect(noTrack.status == 1 && noTrack.errors.contains("neither GPX, GeoJSON"))
        try folder.write("points.csv", "name;lon;lat\ncorner;24.94;60.17\n\"east; end\";24.945;60.17\n".utf8)
        let table = try await run("table", "points.csv", "--atlas", "town.atlas", "--profile", "car")
        let rows = table.output.split(separator: "\n")
        #expect(table.status == 0 && rows.count == 5 && rows[0] == "from,to,seconds,metres" && rows[1] == "1,1,0,0")
        try folder.write("plain.csv", "60.17,24.94\n60.17,24.945\n".utf8)
        let tableJSON = try await run("table", "plain.csv", "--json", "--atlas", "town.atlas").output
        #expect(try JSONDecoder().decode(RouteTable.self, from: Data(tableJSON.utf8)).durations.count == 2)
        try folder.write("wrong.csv", "60.17,24.94\nhere,there\n".utf8)
        let wrong = try await run("table", "wrong.csv", "--atlas", "town.atlas")
        #expect(wrong.status == 1 && wrong.errors.contains("row 2 of wrong.csv"))
        let missing = try await run("table", "missing.csv", "--atlas", "town.atlas")
        #expect(missing.status == 1 && missing.errors.contains("missing.csv"))

        let reach = try await run("reach", "60.17,24.94", "--minutes", "1,30", "--atlas", "town.atlas")
        #expect(reach.status == 0 && reach.output.hasPrefix("1 min: 333 m of streets\n30 min: "))
        let reachJSON = try await run("reach", "60.17,24.94", "--json", "--atlas", "town.atlas").output
        #expect(try JSONDecoder().decode(StreetReach.self, from: Data(reachJSON.utf8)).reaches.count == 3)
        let nowhere = try await run("reach", "10,10", "--atlas", "town.atlas")
        #expect(nowhere.status == 1 && nowhere.errors.contains("outside the map"))
        // South of the equator a coordinate begins like an option.
        let south = try await run("route", "-60.17,24.94", "60.17,24.945", "--atlas", "town.atlas")
        #expect(south.status == 1 && south.errors == "hereabouts: point 1 lies outside the map\n")

        #expect(
            try await run("tile", "14/\(Town.tile.x)/\(Town.tile.y)", "-o", "0.mvt", "--atlas", "town.atlas").status
                == 0)
        #expect(try !folder.bytes("0.mvt").isEmpty)
    }

    @Test func `a damaged atlas and a missing file give one line and status 1`() async throws {
        var bytes = Town.atlas
        bytes[bytes.count / 2] ^= 1
        try folder.write("bad.atlas", bytes)
        for arguments in [
            ["verify", "bad.atlas"], ["verify", "none.atlas"], ["serve", "--atlas", "bad.atlas", "--port", "0"],
            ["serve", "--port", "0"], ["search", "a"], ["import", "none.osm.pbf", "-o", "a.atlas"],
            ["serve", "--atlas", "none.atlas", "--port", "0"],
        ] {
            let (process, _, errors) = try start(arguments, [:])
            let text = try await RawConnection.onThread {
                String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
            process.waitUntilExit()
            #expect(process.terminationStatus == 1, "\(arguments)")
            #expect(text.hasPrefix("hereabouts: ") && text.split(separator: "\n").count == 1, "\(arguments): \(text)")
        }
    }

    @Test func `more connections than the server may have wait until one ends`() async throws {
        try folder.write("town.atlas", Town.atlas)
        let (process, output, _) = try start(
            ["serve", "--atlas", "town.atlas", "--host", "127.0.0.1", "--port", "0"], ["HEREABOUTS_CONNECTIONS": "4"])
        defer { process.terminate() }
        try await RawConnection.onThread {
            let banner = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = try #require(Int(banner.drop { !$0.isNumber }.filter(\.isNumber)))
            func ask(_ connection: RawConnection) throws {
                connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try connection.read { $0.hasSuffix("ok\n") }.hasPrefix("HTTP/1.1 200"))
            }
            var connected = try (0..<4).map { _ in try RawConnection(port: port) }
            for connection in connected { try ask(connection) }
            let waiting = try RawConnection(port: port)
            waiting.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in 0..<200 { for connection in connected { try ask(connection) } }
            #expect(!waiting.hasBytes)
            connected.removeLast()
            #expect(try waiting.read { $0.hasSuffix("ok\n") }.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `a server takes a new atlas in at a signal and ends at another`() async throws {
        try folder.write("town.atlas", Town.atlas)
        let (process, output, _) = try start(
            ["serve", "--atlas", "town.atlas", "--host", "127.0.0.1", "--port", "0", "--port-file", "port"], [:])
        defer { process.terminate() }
        let banner = try await RawConnection.onThread {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        #expect(banner.hasPrefix("Hereabouts is at http://localhost:"))
        let port = try #require(Int(banner.drop { !$0.isNumber }.filter(\.isNumber)))
        let about = "GET /api/v1/about HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        func ask() async throws -> String {
            try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(about)
                return try connection.read()
            }
        }
        #expect(try await ask().contains(#""nodes":6"#))
        var grown = Town.extract
        grown.node(7, 60.1705, 24.9405, ["amenity": "bench"])
        try folder.write("town.atlas", Town.atlas(of: grown))
        kill(process.processIdentifier, SIGHUP)
        // The server uses the new atlas once it is verified; until then the old atlas answers.
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !ask().contains(#""nodes":7"#), ContinuousClock.now < deadline {}
        #expect(try await ask().contains(#""nodes":7"#))
        process.terminate()
        try await RawConnection.onThread { process.waitUntilExit() }
        #expect(process.terminationStatus == 0)
    }

    @Test func `a server that was told to stop says so, ends its streams in order, and a second signal ends it`()
        async throws
    {
        try folder.write("town.atlas", Town.atlas)
        func serve(drainSeconds: Int) async throws -> (process: Process, port: Int) {
            let (process, output, _) = try start(
                [
                    "serve", "--atlas", "town.atlas", "--host", "127.0.0.1", "--port", "0", "--set",
                    "drain-seconds=\(drainSeconds)",
                ], [:])
            return try await RawConnection.onThread {
                let banner = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                return (process, try #require(Int(banner.drop { !$0.isNumber }.filter(\.isNumber))))
            }
        }
        let (patient, itsPort) = try await serve(drainSeconds: 60)
        defer { kill(patient.processIdentifier, SIGKILL) }
        try await RawConnection.onThread {
            func ask(_ path: String) throws -> String {
                let connection = try RawConnection(port: itsPort)
                connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return try connection.read()
            }
            let deadline = ContinuousClock.now + .seconds(50)
            func readiness(_ words: String) throws -> String {
                var answer = ""
                repeat { answer = try ask("/readyz") } while !answer.contains(words) && ContinuousClock.now < deadline
                return answer
            }
            let ready = try readiness(#"{"ready":true,"reasons":[]}"#)
            #expect(ready.hasPrefix("HTTP/1.1 200"))
            patient.terminate()
            let stopping = try readiness(#"{"ready":false,"reasons":["stopping""#)
            #expect(stopping.hasPrefix("HTTP/1.1 503"))
            #expect(try ask("/healthz").hasPrefix("HTTP/1.1 200") && ask("/api/v1/about").hasPrefix("HTTP/1.1 200"))
            // Signals that come together count as one, so this is repeated.
            while patient.isRunning, ContinuousClock.now < deadline {
                patient.terminate()
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
        #expect(!patient.isRunning && patient.terminationStatus == 128 + SIGTERM)

        let (prompt, port) = try await serve(drainSeconds: 0)
        defer { kill(prompt.processIdentifier, SIGKILL) }
        let stream = try await RawConnection.onThread {
            let connection = try RawConnection(port: port)
            connection.send("GET /api/v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
            let beginning = try connection.read { $0.contains("event: ready") && $0.hasSuffix("\r\n") }
            prompt.terminate()
            return try beginning + connection.read()
        }
        #expect(stream.contains(/\nid: [0-9a-z]+\n/) && stream.hasSuffix("\r\n0\r\n\r\n"))
        try await RawConnection.onThread { prompt.waitUntilExit() }
        #expect(prompt.terminationStatus == 0)
    }

    @Test func `a server makes its own certificate, hands it out, and the doctor finds all well`() async throws {
        try folder.write("town.atlas", Town.atlas)
        let settings = ["--atlas", "town.atlas", "--host", "127.0.0.1", "--tls", "auto"]
        let (process, output, _) = try start(["serve", "--port", "0"] + settings, [:])
        defer { process.terminate() }
        let banner = try await RawConnection.onThread {
            var text = ""
            while !(text.contains("https://localhost:") && text.contains("fingerprint")) {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { break }
                text += String(decoding: piece, as: UTF8.self)
            }
            return text
        }
        func port(after mark: String) throws -> Int {
            let rest = try #require(banner.range(of: mark)).upperBound
            return try #require(Int(banner[rest...].prefix { $0.isNumber }))
        }
        let (mapPort, trustPort) = (try port(after: "https://localhost:"), try port(after: "http://127.0.0.1:"))
        let handed = try await RawConnection.onThread {
            let connection = try RawConnection(port: trustPort)
            connection.send("GET /authority.pem HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return try connection.read()
        }
        let authority = String(decoding: try folder.bytes("data/tls/authority.pem"), as: UTF8.self)
        #expect(handed.hasSuffix(authority) && authority.hasPrefix("-----BEGIN CERTIFICATE-----"))

        let doctor = ["doctor", "--port", "\(mapPort)", "--trust-port", "\(trustPort)"] + settings
        func examine() async throws -> (status: Int32, lines: [Substring]) {
            let (process, output, _) = try start(doctor, [:])
            return try await RawConnection.onThread {
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                return (process.terminationStatus, text.split(separator: "\n"))
            }
        }
        let healthy = try await examine()
        #expect(healthy.status == 0 && healthy.lines.allSatisfy { $0.hasPrefix("ok ") }, "\(healthy.lines)")
        #expect(healthy.lines.contains { $0.hasSuffix("the map answers at 127.0.0.1:\(mapPort)") })

        let key = folder.file("data/tls/server-key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let ill = try await examine()
        #expect(ill.status == 1)
        #expect(ill.lines.count { $0.hasPrefix("fault ") } == 1, "\(ill.lines)")
        #expect(ill.lines.contains { $0.hasSuffix("; chmod 600 data/tls/server-key.pem") })
    }

    @Test func `the start warns of a certificate that is not valid for the server's address, and of no other`()
        async throws
    {
        try folder.write("town.atlas", Town.atlas)
        try folder.write("cert.pem", TestIdentity.certificate.utf8)
        try folder.write("key.pem", TestIdentity.key.utf8)
        func complaints(_ arguments: String...) async throws -> String {
            let (process, output, errors) = try start(
                ["serve", "--atlas", "town.atlas", "--port", "0", "--tls", "cert.pem,key.pem"] + arguments, [:])
            return try await RawConnection.onThread {
                _ = output.fileHandleForReading.availableData
                process.terminate()
                return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
        }
        let local = ["--host", "127.0.0.1", "--public-url"]
        #expect(
            try await complaints(local[0], local[1], local[2], "https://map.example.org:8443")
                .contains("the certificate cert.pem is not good for map.example.org: browsers refuse"))
        #expect(try await !complaints(local[0], local[1], local[2], "https://localhost").contains("not good for"))
        #expect(try await !complaints(local[0], local[1]).contains("not good for"))
    }

    @Test func `a missing data folder is reported, not created`() async throws {
        let list = try await run("account", "list", "--data", "typo")
        #expect(list.status == 1 && list.errors.contains("typo is not a server's data folder"))
        let role = try await run("account", "role", "anna", "user", "--data", "typo")
        #expect(role.status == 1 && role.errors.contains("typo is not a server's data folder"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("typo")))
    }

    @Test func `a table comes in at the command line, and faults are reported by row`() async throws {
        try folder.write("venues.csv", "name,lat,lon\nA,60.5,24\nB,,\n".utf8)
        try folder.write("wrong.csv", "name,lat,lon\nA,60.5,24\nC,x,24\n".utf8)
        let first = try await run("guide", "import", "venues.csv"),
            again = try await run("guide", "import", "venues.csv")
        #expect(first.output == "added 2 venues, 0 works, 0 tours, 0 pictures\n" && first.status == 0)
        #expect(again.output == "nothing was added: all of it is in the guide\n")
        let wrong = try await run("guide", "import", "wrong.csv")
        #expect(wrong.status == 1 && wrong.errors.contains("row 3, column lat of wrong.csv is not a number of degrees"))
        #expect(wrong.output == "nothing was added: the rest is in the guide\n")
        try folder.write("worse.csv", "name,lat,lon\nC,x,24\n".utf8)
        let worse = try await run("guide", "import", "worse.csv")
        #expect(worse.status == 1 && worse.errors.contains("worse.csv was not imported: row 2, column lat"))
        #expect(try await run("guide", "import", "none.csv").errors.contains("there is no such file"))
    }

    @Test func `the doctor says how backups are`() async throws {
        try folder.write("town.atlas", Town.atlas)
        let doctor = { try await run("doctor", "--atlas", "town.atlas", "--host", "127.0.0.1").output }
        #expect(try await doctor().contains("ok     there are no backups in data-backups yet"))
        try folder.write("data-backups/backups.txt", "".utf8)
        try folder.write("data-backups/2026/11-01/06/manifest.json", "{}".utf8)
        let broken = "fault  1 in data-backups look like backups but are not, such as 2026/11-01/06"
        #expect(try await doctor().contains(broken))
        #expect(try await doctor().contains("ok     there are no backups in data-backups yet"))
    }

    @Test func `the doctor names a port that somebody else has, and a folder open to everybody`() async throws {
        try folder.write("town.atlas", Town.atlas)
        try folder.write("data/file", "".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("data"))
        let (outcome, port) = try await Town().application.test(.live) { client in
            let port = try #require(client.port)
            let outcome = try await run(
                "doctor", "--atlas", "town.atlas", "--host", "127.0.0.1", "--tls", "auto", "--port", "\(port)")
            return (outcome, port)
        }
        #expect(outcome.output.contains("fault  the connection to 127.0.0.1:\(port) cannot be encrypted"))
        #expect(outcome.status == 1 && outcome.errors.hasPrefix("hereabouts: "))
        #expect(outcome.output.contains("every user of this machine may open data; chmod 700 data"))
    }
}
