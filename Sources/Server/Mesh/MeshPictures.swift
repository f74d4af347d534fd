import Community
import Merging
import Pictures

/// The files of the server's pictures, for those that travel in the mesh. They come one after the other, beside the
/// turns of people who upload pictures.
struct MeshPictures: PictureFiles {
    let gallery: PictureGallery

    /// The greatest size on disk of a picture that came. It came in half of that; a second encoding may take more.
    private static let mostKept = 98_304

    func keep(_ file: [UInt8], as id: PictureID) async throws -> KeptPicture {
        let made: Rendition
        do {
            // The file is a stranger's: what people see is made anew of its pixels.
            made = try await gallery.maker.edition(of: file, within: Self.mostKept)
        } catch let fault as PictureFault {
            gallery.log.refused(fault)
            switch fault {
            case .unknownFormat, .damaged, .tooLarge, .tooSlow, .broken: return .none
            case .unconfined: return .unavailable
            case .busy, .unanswered: throw fault
            }
        }
        try await gallery.store.keep([made], as: id.text)
        return .kept(width: made.width, height: made.height, bytes: made.bytes.count)
    }

    func remove(_ ids: [PictureID]) async { await gallery.remove(ids) }

    func edition(of id: PictureID, atMost most: Int) async throws -> [UInt8]? {
        let small = try await gallery.store.bytes(of: id.text, .small)
        guard let small, small.count > most else { return small }
        do {
            return try await gallery.maker.edition(of: small, within: most).bytes
        } catch let fault as PictureFault {
            gallery.log.refused(fault)
            switch fault {
            case .unknownFormat, .damaged, .tooLarge, .tooSlow, .broken, .unconfined: return nil
            case .busy, .unanswered: throw fault
            }
        }
    }
}
