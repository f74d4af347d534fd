import Community
import Fairness
import Foundation
import HereaboutsAPI
import Logging
import Pictures

/// Accepts, returns and removes pictures: their rules, their records and their files.
struct PictureGallery: Sendable {
    let rules: Gallery
    let store: any RenditionStore
    let maker: any PictureMaker
    let workers: WorkerPool
    let log: PictureLog
    /// Whether all servers of the place surely have the same files.
    let isShared: Bool
    private let turns: Slots
    private static let preparation = Cost(microseconds: 300_000)

    /// Two pictures are prepared at once.
    static func turns() -> Slots { Slots(2, .init(jobs: 32, jobsOfBlock: 8, costOfBlock: .max)) }

    /// - Parameters:
    ///   - workers: Threads for pictures only: a slow disk must not block tiles, search and routes.
    ///   - turns: The turns of senders.
    init(
        _ rules: Gallery, _ storage: PictureStorage, on workers: WorkerPool,
        turns: Slots = PictureGallery.turns(), _ logger: Logger
    ) {
        self.rules = rules
        self.workers = workers
        self.turns = turns
        maker = storage.maker
        isShared = storage.isShared
        log = PictureLog(logger)
        store = storage.store(on: workers, log)
    }

    /// Adds a picture, for the guide or not, once for each `key`. Its files and its record are safe when this returns.
    /// Throws `invalidPicture`, `bodyTooLarge`, `unavailable`, `tooManyRequests`, and the faults `pictureBudget`,
    /// `invalid`, `keyUsed` and `storageFailed`.
    func add(
        _ file: [UInt8], by owner: AccountID?, isOfGuide: Bool = false, key text: String? = nil
    ) async throws -> HereaboutsAPI.Picture {
        let key = try await key(text, of: file, by: owner)
        if let key, let known = try await rules.picture(addedWith: key) { return HereaboutsAPI.Picture(known) }
        // Refuses early when the budget is used up already.
        try await rules.checkBudget(1, for: PictureShare(of: owner, isOfGuide: isOfGuide))
        let renditions: [Rendition]
        do {
            renditions = try await turns.inTurn(costing: Self.preparation) {
                // Nobody waits for a picture whose sender has left, so its process ends.
                try await Requester.current.whilePresent { [maker] in try await maker.renditions(of: file) }
            }
        } catch let fault as PictureFault {
            log.refused(fault)
            throw ErrorBody(fault)
        }
        guard let largest = renditions.last else { throw ErrorBody(PictureFault.damaged) }
        let picture = rules.draft(
            width: largest.width, height: largest.height, bytes: renditions.reduce(0) { $0 + $1.bytes.count },
            by: owner,
            isOfGuide: isOfGuide)
        try await rules.checkBudget(picture.bytes, for: picture.share)
        try await store.keep(renditions, as: picture.id.text)
        do {
            let added = try await rules.add(picture, key: key)
            // The same request came twice at once, and the other one was first.
            if added.id != picture.id { await remove([picture.id]) }
            return HereaboutsAPI.Picture(added)
        } catch {
            await remove([picture.id])
            throw error
        }
    }

    /// Makes the key of a request that adds `file`; throws `invalid`, `unavailable`.
    private func key(_ text: String?, of file: [UInt8], by owner: AccountID?) async throws -> IdempotencyKey? {
        guard text != nil else { return nil }
        let digest = try await workers.run { ImportedIDs.digest(of: file) }
        return try IdempotencyKey.sent(text, by: owner, for: ["picture", "\(digest)"])
    }

    /// Returns the file of a picture that `viewer` may see; throws `notFound`.
    func bytes(
        of id: PictureID, _ size: PictureSize, for viewer: Community.Account?, isSeenElsewhere: Bool
    ) async throws -> [UInt8] {
        try await rules.check(id, for: viewer, isSeenElsewhere: isSeenElsewhere)
        guard let bytes = try await store.bytes(of: id.text, size) else { throw CommunityFault.notFound }
        return bytes
    }

    /// Removes the files of deleted pictures. It logs files that remain, and the next sweep tries again.
    func remove(_ ids: [PictureID]) async {
        guard !ids.isEmpty else { return }
        do {
            try await store.remove(Set(ids.map(\.text)))
        } catch let error as PictureFolderError {
            log.stayed("\(error)")
        } catch let fault as RenditionStoreFault {
            log.stayed("\(fault)")
        } catch {
            log.stayed("the server is busy")
        }
    }

    /// Deletes pictures that nobody used. It also removes files that have no record after an hour: a crash happened
    /// between the two.
    func sweep() async throws {
        await remove(try await rules.forgetUnused())
        let anHourAgo = Date(timeIntervalSince1970: Double(rules.milliseconds) / 1000 - 3600)
        var unknown: [PictureID] = []
        for text in try await store.ids(keptBefore: anHourAgo) {
            guard let id = PictureID(text: text), try await !rules.isKnown(id) else { continue }
            unknown.append(id)
        }
        await remove(unknown)
    }
}

extension HereaboutsAPI.Picture {
    fileprivate init(_ picture: Community.Picture) {
        self.init(id: picture.id.text, width: picture.width, height: picture.height)
    }
}

extension ErrorBody {
    init(_ fault: PictureFault) {
        switch fault {
        case .unknownFormat:
            self.init(.invalidPicture, "this is neither JPEG, PNG nor WebP; save the picture as one of them")
        case .damaged:
            self.init(.invalidPicture, "the server cannot read the picture: its file is damaged, or of a rare kind")
        case .tooLarge:
            self.init(
                .invalidPicture,
                """
                a picture has at most \(PictureLimits.bytes >> 20) MiB and \(PictureLimits.pixels / 1_000_000) million \
                pixels (PNG and WebP \(PictureLimits.wholePixels / 1_000_000)); make it smaller
                """
            )
        case .tooSlow:
            self.init(.invalidPicture, "the picture takes too long to read; save it again")
        case .broken:
            self.init(
                .invalidPicture,
                "the picture crashed the program that reads it: it is damaged or harmful; save it again")
        case .unanswered:
            self.init(.unavailable, "the server did not finish the picture in time; send it again in a few seconds")
        case .unconfined:
            self.init(
                .unavailable,
                "the server accepts no pictures, because its system does not confine the program that reads them; ask its operator"
            )
        case .busy: self.init(.unavailable, "many pictures are waiting; send it again in a few seconds")
        }
    }
}
