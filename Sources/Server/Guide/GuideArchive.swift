import Archives
import Fairness
import Hummingbird
import NIOCore
import Pictures

/// The whole guide as a zip file that is made while the client reads it. Memory holds a picture at a time, however
/// large the guide is.
package struct GuideArchive: PiecewiseBody {
    private var zip = ZipWriter()
    /// The document, until it is written.
    private var document: [UInt8]?
    private var pictures: ArraySlice<String>
    private var hasEnded = false
    private let gallery: PictureGallery
    /// Held until the last piece is made, or the client has left.
    private let place: SharedBudget.Share
    /// The archive's share of the memory for answers, held just as long.
    private var memory: SharedBudget.Share?

    /// The most memory for a picture and its compressed form, in bytes.
    private static let pictureLength = 4 << 20

    /// The memory that it needs, in bytes: its document, and a picture at a time.
    var memoryLength: Int { (document?.count ?? 0) + Self.pictureLength }

    init(document: [UInt8], pictures: [String], of gallery: PictureGallery, at place: SharedBudget.Share) {
        self.document = document
        self.pictures = pictures[...]
        self.gallery = gallery
        self.place = place
    }

    /// Returns an archive that holds `memory` until the last piece is made, or the client has left.
    func holding(_ memory: SharedBudget.Share) -> GuideArchive {
        var archive = self
        archive.memory = memory
        return archive
    }

    /// Returns the next bytes; `nil` after the last.
    package mutating func next() async throws -> [UInt8]? {
        if let document {
            self.document = nil
            return try await add("guide.json", document)
        }
        while let id = pictures.popFirst() {
            // Skips a picture that a curator removed from the guide meanwhile.
            guard let picture = try await gallery.store.bytes(of: id, .large) else { continue }
            return try await add(Self.fileName(id), picture)
        }
        guard !hasEnded else { return nil }
        hasEnded = true
        return zip.end()
    }

    /// Adds a file on a worker, since compressing takes time.
    private mutating func add(_ name: String, _ content: [UInt8]) async throws -> [UInt8] {
        let (bytes, zip) = try await gallery.workers.run { [zip] in
            var zip = zip
            return (zip.file(name, content), zip)
        }
        self.zip = zip
        return bytes
    }

    /// Returns the name of a picture in the archive.
    static func fileName(_ id: String) -> String { "pictures/\(id).webp" }
}
