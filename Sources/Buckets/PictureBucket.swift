package import Foundation
package import Pictures

/// Stores renditions as objects of a bucket, `PREFIX/ab/ID-SIZE.webp`, as `PictureFolder` names its files: the files of a
/// folder can be copied to a bucket and back.
package struct PictureBucket: RenditionStore {
    let bucket: Bucket
    private let now: @Sendable () -> Date

    /// - Parameter now: Returns the current time, by the clock that `ids(keptBefore:)` is asked with.
    package init(_ bucket: Bucket, now: @escaping @Sendable () -> Date) { (self.bucket, self.now) = (bucket, now) }

    /// How many requests of one call are under way at once.
    private static let atOnce = 8

    package func keep(_ renditions: [Rendition], as id: String) async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for rendition in renditions {
                    group.addTask {
                        try await bucket.put(rendition.bytes, as: key(id, rendition.size), type: "image/webp")
                    }
                }
                try await group.waitForAll()
            }
        } catch {
            // What stays if this fails, too, goes with the next sweep.
            try? await remove([id])
            throw error
        }
    }

    package func held(among ids: Set<String>) async throws -> Set<String> {
        try await withThrowingTaskGroup(of: String?.self) { group in
            var held: Set<String> = [], rest = ids.makeIterator()
            func begin() {
                guard let id = rest.next() else { return }
                group.addTask { try await holds(id) ? id : nil }
            }
            for _ in 0..<Self.atOnce { begin() }
            while let id = try await group.next() {
                if let id { held.insert(id) }
                begin()
            }
            return held
        }
    }

    private func holds(_ id: String) async throws -> Bool {
        for size in PictureSize.allCases where try await bucket.contains(key(id, size)) { return true }
        return false
    }

    package func bytes(of id: String, _ most: PictureSize) async throws -> [UInt8]? {
        for size in PictureSize.allCases.reversed() where size.longestSide <= most.longestSide {
            if let bytes = try await bucket.object(key(id, size)) { return bytes }
        }
        return nil
    }

    package func remove(_ ids: Set<String>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = ids.makeIterator()
            func begin() {
                guard let id = rest.next() else { return }
                group.addTask {
                    for size in PictureSize.allCases { try await bucket.remove(key(id, size)) }
                }
            }
            for _ in 0..<Self.atOnce { begin() }
            // The first fault ends the others: each would wait as long for a store that does not answer.
            while try await group.next() != nil { begin() }
        }
    }

    package func ids(keptBefore date: Date) async throws -> Set<String> {
        var ids: Set<String> = [], token: String?
        repeat {
            let page = try await bucket.page(after: token)
            // The store's clock wrote the times. Where it is behind, a new object looks older than it is.
            let lead = page.time.map { min(0, $0.timeIntervalSince(now())) } ?? 0
            for object in page.objects {
                guard let stored = object.stored, stored < date + lead, let id = id(in: object.key) else { continue }
                ids.insert(id)
            }
            token = page.next
        } while token != nil
        return ids
    }

    /// Whether the bucket keeps old versions of objects: then deleted pictures stay there.
    package func keepsOldVersions() async throws -> Bool { try await bucket.keepsOldVersions() }

    private func key(_ id: String, _ size: PictureSize) -> String {
        "\(bucket.location.prefix)\(id.suffix(2))/\(id)-\(size.rawValue).webp"
    }

    /// Returns the id that a key has; `nil` for objects that are no renditions.
    private func id(in key: String) -> String? {
        let name = key.split(separator: "/").last ?? ""
        guard let dash = name.lastIndex(of: "-") else { return nil }
        let id = String(name[..<dash])
        return PictureSize.allCases.contains { self.key(id, $0) == key } ? id : nil
    }
}
