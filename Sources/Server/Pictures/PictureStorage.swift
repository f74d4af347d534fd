import Community
import Fairness
import FoundationEssentials
import HereaboutsAPI
package import Pictures

/// Where renditions are kept, and the program that makes them.
package struct PictureStorage: Sendable {
    private enum Place {
        case folder(PictureFolder)
        case elsewhere(any RenditionStore)
    }

    private let place: Place
    let maker: any PictureMaker

    package init(folder: PictureFolder, maker: some PictureMaker) {
        (place, self.maker) = (.folder(folder), maker)
    }

    /// - Parameter store: A store that waits without a thread, such as a bucket.
    package init(store: some RenditionStore, maker: some PictureMaker) {
        (place, self.maker) = (.elsewhere(store), maker)
    }

    /// Whether all servers of the place surely have the same store.
    var isShared: Bool { if case .elsewhere = place { true } else { false } }

    /// Returns the store; calls that wait for the disk run on `workers`.
    func store(on workers: WorkerPool, _ log: PictureLog) -> any RenditionStore {
        switch place {
        case .folder(let folder): FolderOnWorkers(folder: folder, workers: workers)
        case .elsewhere(let store): RemoteRenditions(store, log)
        }
    }
}

/// Runs the calls of a folder on worker threads, in the turns of the requesters.
private struct FolderOnWorkers: RenditionStore {
    let folder: PictureFolder
    let workers: WorkerPool

    func keep(_ renditions: [Rendition], as id: String) async throws {
        do {
            try await workers.run { [folder] in try folder.keep(renditions, as: id) }
        } catch is PictureFolderError {
            throw CommunityFault.storageFailed
        }
    }

    func held(among ids: Set<String>) async throws -> Set<String> {
        try await workers.run { [folder] in folder.held(among: ids) }
    }

    func bytes(of id: String, _ size: PictureSize) async throws -> [UInt8]? {
        try await workers.run { [folder] in folder.bytes(of: id, size) }
    }

    func remove(_ ids: Set<String>) async throws { try await workers.run { [folder] in try folder.remove(ids) } }

    func ids(keptBefore date: Date) async throws -> Set<String> {
        try await workers.run { [folder] in folder.ids(keptBefore: date) }
    }
}

/// Asks a store outside this machine, a few calls at once, in the turns of the requesters. It logs when the store begins
/// to fail and when it answers again.
private struct RemoteRenditions: RenditionStore {
    private let store: any RenditionStore
    private let log: PictureLog
    /// A store that does not answer keeps a turn for 20 s at most, or a minute when it gets a picture.
    private let turns = Slots(16, .init(jobs: 256, jobsOfBlock: 128, costOfBlock: .max))
    private static let cost = Cost(microseconds: 50_000)

    init(_ store: any RenditionStore, _ log: PictureLog) { (self.store, self.log) = (store, log) }

    func keep(_ renditions: [Rendition], as id: String) async throws {
        try await inTurn { try await store.keep(renditions, as: id) }
    }

    func held(among ids: Set<String>) async throws -> Set<String> {
        try await inTurn { try await store.held(among: ids) }
    }

    func bytes(of id: String, _ size: PictureSize) async throws -> [UInt8]? {
        try await inTurn { try await store.bytes(of: id, size) }
    }

    func remove(_ ids: Set<String>) async throws { try await inTurn { try await store.remove(ids) } }

    func ids(keptBefore date: Date) async throws -> Set<String> {
        try await inTurn { try await store.ids(keptBefore: date) }
    }

    private func inTurn<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await turns.inTurn(costing: Self.cost, body)
            log.storeAnswered()
            return result
        } catch let fault as RenditionStoreFault {
            log.storeFailed(fault)
            throw fault
        }
    }
}

extension RenditionStoreFault: LoggableFault {}

extension ErrorBody {
    /// The log says what is wrong: clients learn neither the store's name nor its answer.
    init(_ fault: RenditionStoreFault) {
        self.init(.unavailable, "the server does not reach its store of pictures at the moment; try again in a minute")
    }
}
