import Archives
import Fairness
import Hummingbird
import NIOCore
import Pictures

/// The whole guide as a zip file that is made as it is taken: a picture at a time is in memory, whatever the guide has.
package struct GuideArchive: PiecewiseBody {
    private var zip = ZipWriter()
    /// What is still to come.
    private var document: [UInt8]?
    private var pictures: ArraySlice<String>
    private var hasEnded = false
    private let gallery: PictureGallery
    /// Held until the last piece is made, or nobody wants the rest.
    private let place: SharedBudget.Share
    /// What it takes of the memory for answers, held as long.
    private var memory: SharedBudget.Share?

    /// A picture and what is packed of it, at most.
    private static let pictureLength = 4 << 20

    /// How much memory it takes: its document, and a picture at a time.
    var memoryLength: Int { (document?.count ?? 0) + Self.pictureLength }

    init(document: [UInt8], pictures: [String], of gallery: PictureGallery, at place: SharedBudget.Share) {
        self.document = document
        self.pictures = pictures[...]
        self.gallery = gallery
        self.place = place
    }

    /// Holds its memory until the last piece is made, or nobody wants the rest.
    func holding(_ memory: SharedBudget.Share) -> GuideArchive {
        var archive = self
        archive.memory = memory
        return archive
    }

    /// The next bytes; `nil` after the last.
    package mutating func next() async throws -> [UInt8]? {
        if let document {
            self.document = nil
            return try await add("guide.json") { document }
        }
        while let id = pictures.popFirst() {
            let folder = gallery.keeping.folder
            // One that was taken out of the guide meanwhile is left out.
            if let bytes = try await add(Self.fileName(id), { folder.bytes(of: id, .large) }) { return bytes }
        }
        guard !hasEnded else { return nil }
        hasEnded = true
        return zip.end()
    }

    /// Adds a file on a thread of the pool, as both reading and packing take time.
    private mutating func add(_ name: String, _ content: @escaping @Sendable () -> [UInt8]?) async throws -> [UInt8]? {
        let added = try await gallery.workers.run { [zip] in
            var zip = zip
            return content().map { (zip.file(name, $0), zip) }
        }
        guard let (bytes, zip) = added else { return nil }
        self.zip = zip
        return bytes
    }

    /// What the archive calls a picture.
    static func fileName(_ id: String) -> String { "pictures/\(id).webp" }
}
