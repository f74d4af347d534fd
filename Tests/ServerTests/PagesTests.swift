import Community
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

@Suite struct PagesTests {
    private let town: Town

    init() throws { town = try Town() }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"), ("/core.wasm", "application/wasm"),
        ("/vendor/font.woff2", "font/woff2"), ("/shell.json", "application/json"),
        ("/?view=map#x", "text/html; charset=utf-8"),
        ("/ma%69n.js", "text/javascript; charset=utf-8"),
    ])
    func `files of the page have their types and its policy`(target: String, type: String) async throws {
        let answer = try await town.get(target)
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == type)
        #expect(answer.headers[.cacheControl] == "no-cache")
        let policy = try #require(answer.headers[HTTPField.Name("content-security-policy")!])
        #expect(policy.contains("default-src 'self'") && policy.contains("'wasm-unsafe-eval'"))
        #expect(!policy.contains("script-src 'self' 'unsafe-inline'"))
        #expect(answer.headers[HTTPField.Name("access-control-allow-origin")!] == nil)
    }

    @Test func `text is compressed for clients that accept it, pictures and fonts are not`() async throws {
        let packed = try await town.get("/main.js", headers: [.acceptEncoding: "gzip"])
        let plain = try await town.get("/main.js")
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.body.readableBytes < plain.body.readableBytes)
        #expect(String(buffer: plain.body).hasPrefix("export const a"))
        let font = try await town.get("/vendor/font.woff2", headers: [.acceptEncoding: "gzip"])
        #expect(font.headers[.contentEncoding] == nil)
    }

    @Test func `the files of /embed are the same for logged-in people, and set no cookie`() async throws {
        let anna = try await town.accounts.register(name: "anna", password: "correct horse", role: .operator)
        let token = try await town.accounts.begin(.page, "test", for: anna, isConfirmed: true).text
        for path in ["/embed", "/main.js", "/core.wasm", "/vendor/font.woff2", "/shell.json", "/api/v1/about"] {
            let plain = try await town.get(path)
            #expect(plain.status == .ok, "\(path)")
            for cookie in ["hereabouts=\(token)", "__Host-hereabouts=\(token)", "hereabouts=x"] {
                let known = try await town.get(path, headers: [.cookie: cookie])
                #expect(known.status == plain.status && known.body == plain.body, "\(path)")
                #expect(known.headers == plain.headers, "\(path)")
            }
            #expect(plain.headers[.setCookie] == nil && plain.headers[.vary]?.contains("cookie") != true)
        }
    }

    @Test func `an unchanged file is not sent again, a changed file is`() async throws {
        let tag = try #require(try await town.get("/main.js").headers[.eTag])
        let same = try await town.get("/main.js", headers: [.ifNoneMatch: tag])
        #expect(same.status == .notModified)
        // A browser applies a 304's headers to its cached answer.
        #expect(same.headers[HTTPField.Name("access-control-allow-origin")!] == nil)
        try town.folder.write("web/main.js", "export const b = 2;".utf8)
        let changed = try await town.get("/main.js", headers: [.ifNoneMatch: tag])
        #expect(changed.status == .ok)
        #expect(String(buffer: changed.body) == "export const b = 2;")
    }

    @Test func `the memory for packed files is bounded`() async throws {
        let small = try Town { $0.pageCacheBytes = 200 }
        for number in 0..<20 {
            let text = (0..<400).map { "\($0 * number)" }.joined(separator: ",")
            try small.folder.write("web/\(number).json", text.utf8)
        }
        for number in Array(0..<20) + Array(0..<20) {
            let answer = try await small.get("/\(number).json", headers: [.acceptEncoding: "gzip"])
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentEncoding] == "gzip")
        }
    }

    @Test func `a pipe or a folder is not served as a file of the page`() async throws {
        #expect(mkfifo(town.folder.file("web/pipe.js"), 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: town.folder.file("web/folder.js"), withIntermediateDirectories: true)
        #expect(try await town.get("/pipe.js").status == .notFound)
        #expect(try await town.get("/folder.js").status == .notFound)
    }

    @Test func `without a page there are no pages and no styles, but a map`() async throws {
        let bare = try Town { $0.webFolder = nil }
        #expect(try await bare.get("/").status == .notFound)
        #expect(try await bare.get("/styles/dark.json").status == .notFound)
        #expect(try await bare.get("/tiles.json").status == .ok)
    }
}
