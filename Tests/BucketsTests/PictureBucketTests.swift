import Buckets
import Foundation
import Pictures
import Synchronization
import Testing

@Suite struct PictureBucketTests {
    private let store = FakeStore()
    private static let small = Rendition(size: .small, width: 1, height: 1, bytes: [1])
    private static let medium = Rendition(size: .medium, width: 1, height: 1, bytes: [2])

    /// Returns the fault of `body`; `nil` if it has none.
    private static func fault(_ body: () async throws -> Void) async throws -> String? {
        do { try await body() } catch let fault as RenditionStoreFault { return fault.description }
        return nil
    }

    @Test func `objects have the names of the folder's files, and requests are signed`() async throws {
        try await store.serve { [store] location in
            try await PictureBucket(test: location).keep([Self.small], as: "aa-bb")
            let (keys, headers) = store.state.withLock { ($0.objects.keys.sorted(), $0.lastHeaders) }
            #expect(keys == ["town/square/bb/aa-bb-small.webp"])
            #expect(headers["x-amz-content-sha256"]?.count == 64 && headers["content-type"] == "image/webp")
            let authorization = headers["authorization"] ?? ""
            #expect(authorization.contains("/here/s3/aws4_request,SignedHeaders=content-type;host;"))
        }
    }

    @Test func `a busy store is asked again, later each time, and then named`() async throws {
        try await store.serve { [store] location in
            let waits = Mutex<[Duration]>([])
            let pictures = try PictureBucket(test: location) { wait in waits.withLock { $0.append(wait) } }
            store.state.withLock { $0.failures = [(503, "SlowDown"), (500, ""), (429, "")] }
            try await pictures.keep([Self.small], as: "aa-bb")
            let waited = waits.withLock { $0 }
            #expect(waited.count == 3 && waited == waited.sorted() && waited[0] >= .milliseconds(200))
            #expect(waited[2] < .seconds(2))
            store.state.withLock { $0.failures = Array(repeating: (503, "SlowDown"), count: 4) }
            let fault = try #require(
                try await Self.fault { _ = try await pictures.bytes(of: "aa-bb", .small) })
            #expect(fault.hasPrefix("s3://pictures/town/square at http://127.0.0.1:"))
            #expect(fault.contains(" answered GET with 503 SlowDown; the store is busy or failing"))
            #expect(try await pictures.bytes(of: "aa-bb", .small) == [1])
        }
    }

    @Test(arguments: [
        (403, "SignatureDoesNotMatch", "check AWS_SECRET_ACCESS_KEY"), (403, "InvalidAccessKeyId", "AWS_ACCESS_KEY_ID"),
        (403, "AccessDenied", "s3:ListBucket"), (403, "RequestTimeTooSkewed", "set this machine's"),
        (404, "NoSuchBucket", "make it"), (301, "PermanentRedirect", "name it with region="),
        (400, "AuthorizationHeaderMalformed", "name it with region="), (418, "two words", "S3-compatible"),
    ])
    func `a refusal is not repeated, and names its remedy but no secret`(
        status: Int, code: String, remedy: String
    ) async throws {
        try await store.serve { [store] location in
            let pictures = try PictureBucket(test: location)
            store.state.withLock { $0.failures = [(status, code)] }
            let fault = try #require(try await Self.fault { try await pictures.claim(["A0"]) })
            #expect(fault.contains(remedy) && fault.contains("answered GET with \(status)"))
            #expect(fault.contains(code) == !code.contains(" ") && !fault.contains("the-secret"))
            #expect(store.state.withLock { $0.requests.count } == 1)
        }
    }

    @Test func `a picture that is stored in part is removed`() async throws {
        try await store.serve { [store] location in
            let pictures = try PictureBucket(test: location)
            store.state.withLock { $0.failures = [(403, "AccessDenied")] }
            let fault = try await Self.fault { try await pictures.keep([Self.small, Self.medium], as: "aa-bb") }
            #expect(fault?.contains("answered PUT with 403 AccessDenied") == true)
            #expect(store.state.withLock { $0.objects.isEmpty })
        }
    }

    @Test func `a store that does not run is named, with the remedy`() async throws {
        // A port that was free a moment ago.
        let port = Mutex(0)
        try await store.serve { location in
            let digits = location.text.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
            port.withLock { $0 = Int(digits) ?? 0 }
        }
        let location = try #require(FakeStore.location(port: port.withLock { $0 }))
        let pictures = try PictureBucket(test: location)
        let fault = try await Self.fault { _ = try await pictures.held(among: ["aa-bb"]) }
        #expect(fault?.contains("cannot be reached: Connection refused; check endpoint=") == true)
    }

    @Test(arguments: [
        "", "no XML", "<a><b></a>", "<html><body>hello</body></html>", "<!DOCTYPE a><a/>",
        "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>"
            + "</ListBucketResult>",
    ])
    func `an answer that is no list, or that never ends, is an error`(list: String) async throws {
        try await store.serve { [store] location in
            let pictures = try PictureBucket(test: location)
            store.state.withLock { $0.list = list }
            let fault = try await Self.fault { _ = try await pictures.ids(keptBefore: .now) }
            #expect(fault?.contains("sent a list that cannot be read") == true)
        }
    }

    @Test func `what others keep below the prefix is no picture`() async throws {
        try await store.serve { [store] location in
            let pictures = try PictureBucket(test: location)
            let old = FakeStore.Object(bytes: [1], stored: .now - 7200)
            store.state.withLock { state in
                for key in [
                    "hereabouts.txt", "notes-1.webp", "bb/aa-bb-tiny.webp", "cc/aa-bb-small.webp", "bb/aa-bb-small.png",
                    "x/bb/aa-bb-small.webp", "dd/aa-dd-small.webp", "a&amp;b-small.webp", "100%-small.webp",
                ] { state.objects["town/square/\(key)"] = old }
                state.objects["elsewhere/bb/aa-bb-small.webp"] = old
            }
            #expect(try await pictures.ids(keptBefore: .now) == ["aa-dd"])
        }
    }

    @Test func `a store whose clock is behind makes no picture older`() async throws {
        try await store.serve { location in
            let pictures = try PictureBucket(test: location, lead: 600)
            try await pictures.keep([Self.small], as: "aa-bb")
            // By this machine's clock, five minutes ago and in a minute.
            #expect(try await pictures.ids(keptBefore: .now + 600 - 300).isEmpty)
            #expect(try await pictures.ids(keptBefore: .now + 600 + 60) == ["aa-bb"])
        }
    }

    @Test func `a prefix belongs to the place that marked it first`() async throws {
        try await store.serve { [store] location in
            let pictures = try PictureBucket(test: location)
            #expect(try await !pictures.check(["A0"]))
            #expect(store.state.withLock { $0.objects.isEmpty }, "checking changes nothing")
            try await pictures.claim(["A0", "B1"])
            try await pictures.claim(["B1", "C2"])
            #expect(try await pictures.check(["A0"]))
            let fault = try await Self.fault { try await pictures.claim(["C2"]) }
            #expect(fault?.contains("has the pictures of another data folder") == true)
            #expect(try await pictures.ids(keptBefore: .now + 60).isEmpty)
        }
    }
}
