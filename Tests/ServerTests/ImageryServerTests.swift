import Foundation
import GeoCore
import TestSupport
import Testing

/// Satellite pictures of another server, as the program fetches them over real connections.
@Suite struct ImageryServerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("town.atlas", Town.atlas)
    }

    private static let picture: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array("pixels".utf8)

    private static func found(_ length: Int) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(length)\r\n\r\n"
    }

    /// What the other server answers, by zoom.
    private static var replies: [String: PictureUpstream.Reply] {
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 16) + Array("\r\n".utf8)
        var endless = PictureUpstream.Reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", body: chunk)
        endless.count = 1024
        var silent = PictureUpstream.Reply("")
        silent.closes = false
        return [
            "1": .init(found(picture.count), body: picture), "2": .init(found(100), body: picture),
            "3": .init(found(6) + "<html>"), "4": endless,
            "5": .init("HTTP/1.1 302 Found\r\nLocation: /1/0/0\r\nContent-Length: 0\r\n\r\n"),
            "7": .init("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"), "8": silent,
            "9": .init("nonsense\r\n\r\n"), "10": .init("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n"),
        ]
    }

    /// Runs the program with the pictures of `address`; returns what it complained of.
    private func serve(
        _ address: String, _ body: (_ get: @escaping @Sendable (Int) async throws -> String) async throws -> Void
    ) async throws -> String {
        let process = Process(), output = Pipe(), errors = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "hereabouts")
        process.arguments = [
            "serve", "--atlas", "town.atlas", "--host", "127.0.0.1", "--port", "0", "--set", "satellite=\(address)",
            "--set", "satellite-zooms=0-12", "--set", "satellite-cache-bytes=1000000",
        ]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ["HEREABOUTS_WEB": "off"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        defer { process.terminate() }
        let banner = try await RawConnection.onThread {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let port = try #require(Int(banner.drop { !$0.isNumber }.prefix { $0.isNumber }))
        try await body { zoom in
            let tile = try #require(TileID(containing: PointE7(Town.corner), zoom: zoom))
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                connection.send(
                    "GET /tiles/satellite/\(zoom)/\(tile.x)/\(tile.y) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                        + "Cookie: visitor=anna\r\nReferer: http://a/#home\r\n\r\n")
                return try connection.read()
            }
        }
        process.terminate()
        return try await RawConnection.onThread {
            String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }

    @Test func `a picture is fetched once, and the other server learns nothing of visitors`() async throws {
        let upstream = try PictureUpstream(Self.replies)
        upstream.start()
        defer { upstream.stop() }
        _ = try await serve("http://127.0.0.1:\(upstream.port)/{z}/{x}/{y}") { get in
            for _ in 0..<3 {
                let answer = try await get(1)
                #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("pixels"))
                #expect(answer.lowercased().contains("content-type: image/png"))
            }
        }
        #expect(upstream.asked("1") == 1)
        for head in upstream.heads {
            #expect(head.lowercased().contains("\r\nhost: 127.0.0.1:\(upstream.port)\r\n"))
            #expect(!head.contains("anna") && !head.lowercased().contains("referer"))
            #expect(!head.lowercased().contains("forwarded"))
        }
        // The picture outlasts the program.
        _ = try await serve("http://127.0.0.1:\(upstream.port)/{z}/{x}/{y}") { get in
            let answer = try await get(1)
            #expect(answer.hasSuffix("pixels"))
        }
        #expect(upstream.asked("1") == 1)
    }

    @Test func `broken, foreign, endless and late answers are not passed on or kept`() async throws {
        let upstream = try PictureUpstream(Self.replies)
        upstream.start()
        defer { upstream.stop() }
        let complaints = try await serve("http://127.0.0.1:\(upstream.port)/{z}/{x}/{y}") { get in
            // It ends when the program's patience does, after ten seconds.
            async let late = get(8)
            for zoom in [2, 3, 4, 5, 7, 9, 10] {
                for _ in 0..<2 {
                    let answer = try await get(zoom)
                    #expect(answer.hasPrefix("HTTP/1.1 503") && !answer.contains("pixels"), "\(zoom)")
                    #expect(!answer.contains("127.0.0.1"), "\(zoom)")
                }
                #expect(upstream.asked("\(zoom)") == 2, "\(zoom)")
            }
            for _ in 0..<2 { #expect(try await get(6).hasPrefix("HTTP/1.1 404")) }
            #expect(try await late.hasPrefix("HTTP/1.1 503"))
        }
        // A hole is kept, a redirection is not followed, and the endless picture is left after 4 MiB and what the
        // system buffers.
        #expect(upstream.asked("6") == 1 && upstream.asked("1") == 0 && upstream.asked("8") == 1)
        #expect(upstream.sentBytes("4") < 2 * 32 << 20)
        #expect(complaints.contains("satellite"), "\(complaints)")
    }

    @Test func `a public name that leads to this machine is not asked`() async throws {
        let upstream = try PictureUpstream(Self.replies)
        upstream.start()
        defer { upstream.stop() }
        // The system reads it as 127.0.0.1 (inet_aton), and no top-level domain is a number.
        let complaints = try await serve("http://127.1:\(upstream.port)/{z}/{x}/{y}") { get in
            let answer = try await get(1)
            #expect(answer.hasPrefix("HTTP/1.1 503"))
        }
        #expect(upstream.heads.isEmpty)
        #expect(complaints.contains("127.1 leads to an address of an own network"), "\(complaints)")
    }
}
