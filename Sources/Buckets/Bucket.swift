package import Foundation
import NIOHTTP1
import Pictures

/// A bucket of an S3-compatible store: puts, returns, removes and lists objects, with signed requests.
///
/// All calls throw `RenditionStoreFault`, which names the store, its answer and the remedy, or `CancellationError`.
package struct Bucket: Sendable {
    package let location: BucketLocation
    let requests: SignedRequests

    /// - Parameters:
    ///   - now: Returns the current time, which requests are signed with. Stores accept 15 minutes of difference.
    ///   - wait: Returns after a duration, before a request is sent again; throws when its task is cancelled.
    package init(
        _ location: BucketLocation, _ key: AccessKey, now: @escaping @Sendable () -> Date,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.location = location
        requests = SignedRequests(
            location: location, signature: RequestSignature(key: key, region: location.region), now: now, wait: wait)
    }

    /// An object in a list.
    struct Listed: Equatable {
        let key: String
        /// When it was stored, by the store's clock; `nil` if that is unreadable.
        let stored: Date?
    }

    /// The most bytes of an object that are read, more than any rendition has, and of a page of a list.
    private static let mostBytes = 8 << 20
    /// How long a request may take, in seconds, the answer included.
    private static let patience = 10, patienceToPut = 30

    /// Stores an object; returns once the store has it. With `ifNew`, an object with the same key stays; returns whether
    /// the object was stored.
    @discardableResult
    func put(_ bytes: [UInt8], as key: String, type: String, ifNew: Bool = false) async throws -> Bool {
        var request = BucketRequest(.PUT, key, seconds: Self.patienceToPut)
        request.body = bytes
        request.headers = [("content-type", type)] + (ifNew ? [("if-none-match", "*")] : [])
        let answer = try await requests.send(request)
        switch answer.status {
        case 200: return true
        // 409: another request stores the same key at this moment.
        case 412 where ifNew, 409 where ifNew: return false
        default: throw BucketFault.refused(location, answer, request)
        }
    }

    /// Returns an object; `nil` if there is none.
    func object(_ key: String) async throws -> [UInt8]? {
        var request = BucketRequest(.GET, key, seconds: Self.patience)
        request.mostBytes = Self.mostBytes
        let answer = try await requests.send(request)
        switch answer.status {
        case 200: return answer.body
        case 404 where answer.code != "NoSuchBucket": return nil
        default: throw BucketFault.refused(location, answer, request)
        }
    }

    /// Whether there is an object.
    func contains(_ key: String) async throws -> Bool {
        let request = BucketRequest(.HEAD, key, seconds: Self.patience)
        let answer = try await requests.send(request)
        switch answer.status {
        case 200: return true
        case 404: return false
        default: throw BucketFault.refused(location, answer, request)
        }
    }

    /// Removes an object, if there is one.
    func remove(_ key: String) async throws {
        let request = BucketRequest(.DELETE, key, seconds: Self.patience)
        let answer = try await requests.send(request)
        switch answer.status {
        case 200, 204: return
        case 404 where answer.code != "NoSuchBucket": return
        default: throw BucketFault.refused(location, answer, request)
        }
    }

    /// A page of a list, and the time of its answer by the store's clock.
    struct Page {
        let objects: [Listed]
        /// The token that asks for the next page; `nil` after the last one.
        let next: String?
        let time: Date?
    }

    /// Returns a page of the objects whose keys begin with the location's prefix, at most `most` of them.
    func page(after token: String? = nil, most: Int = 1000) async throws -> Page {
        var request = BucketRequest(.GET, "", seconds: Self.patience)
        request.mostBytes = Self.mostBytes
        request.query = [
            ("encoding-type", "url"), ("list-type", "2"), ("max-keys", "\(most)"), ("prefix", location.prefix),
        ]
        if let token { request.query.append(("continuation-token", token)) }
        let answer = try await requests.send(request)
        guard answer.status == 200 else { throw BucketFault.refused(location, answer, request) }
        guard let document = AnswerDocument(answer.body), document.root == "ListBucketResult" else {
            throw BucketFault.unreadable(location)
        }
        let objects = document.parts.filter { $0.name == "Contents" }.compactMap { part in
            part.texts["Key"].map { key in
                Listed(key: key.removingPercentEncoding ?? key, stored: part.texts["LastModified"].flatMap(Self.date))
            }
        }
        let next = document.text("IsTruncated") == "true" ? document.text("NextContinuationToken") : nil
        // The same page again would go on for ever.
        guard next == nil || next != token else { throw BucketFault.unreadable(location) }
        return Page(objects: objects, next: next, time: answer.date.flatMap(HTTPDate.date))
    }

    /// Whether the bucket keeps old versions of objects that are replaced or removed.
    func keepsOldVersions() async throws -> Bool {
        var request = BucketRequest(.GET, "", seconds: Self.patience)
        request.query = [("versioning", "")]
        let answer = try await requests.send(request)
        guard answer.status == 200, let document = AnswerDocument(answer.body) else {
            throw BucketFault.refused(location, answer, request)
        }
        return document.text("Status") == "Enabled"
    }

    /// Reads a time such as `2013-05-24T00:00:00.000Z`.
    private static func date(_ text: String) -> Date? { try? Date("\(text.prefix(19))Z", strategy: .iso8601) }
}

/// Times of HTTP headers.
package enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a time such as `Fri, 24 May 2013 00:00:00 GMT` (RFC 9110 §5.6.7).
    package static func date(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        func two(_ number: Int) -> String { String("\(100 + number)".dropFirst()) }
        return try? Date("\(words[3])-\(two(month + 1))-\(words[1])T\(words[4])Z", strategy: .iso8601)
    }
}
