import Fairness
package import GeoCore
import HereaboutsAPI
import Synchronization
package import TileArchives

/// Asks another server for a picture.
package protocol ImageryFetching: Sendable {
    /// Returns the body of the answer; `nil` if the server has no such picture.
    ///
    /// Follows no redirection. Throws `ImageryFault` when the server cannot be reached, or answers with anything else,
    /// with too many bytes, or too late.
    func fetch(_ target: String) async throws -> [UInt8]?
}

/// Why another server gave no picture.
package struct ImageryFault: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Pictures that another server has. This server asks for them, so that the other one learns nothing of visitors.
///
/// A class because requests for the same picture share one question.
package final class RemoteImagery: ImagerySource {
    package typealias Picture = (bytes: [UInt8], format: RasterFormat)

    package let description: RasterDescription
    package let version: String? = nil
    private let template: ImageryTemplate
    private let fetching: any ImageryFetching
    private let cache: PictureCache?
    private let area: [IntBox]
    private let report: @Sendable (ImageryFault) -> Void
    private let state = Mutex(State())

    private struct State {
        var questions: [TileID: Task<Picture?, any Error>] = [:]
        /// Tiles without a picture, so that nobody makes this server ask for them again and again.
        var holes: Set<TileID> = []
        /// When a failure was reported last.
        var reported: ContinuousClock.Instant?
    }

    /// The most questions at once. More would burden the other server.
    private static let mostQuestions = 8
    private static let mostHoles = 4096

    /// Serves pictures inside `bounds` only: the server must not fetch the world for strangers. `report` gets a failure
    /// of the other server at most once a minute.
    package init(
        _ template: ImageryTemplate, _ fetching: any ImageryFetching, zooms: ClosedRange<Int>, bounds: IntBox,
        credit: String, cache: PictureCache?, report: @escaping @Sendable (ImageryFault) -> Void
    ) {
        self.template = template
        self.fetching = fetching
        self.cache = cache
        self.report = report
        area = bounds.partsBesideAntimeridian
        var box = bounds
        if box.isOverAntimeridian { (box.minX, box.maxX) = (-1_800_000_000, 1_800_000_000) }
        description = RasterDescription(zooms: zooms, bounds: box, credit: credit)
    }

    package func picture(of tile: TileID, _ workers: WorkerPool) async throws -> Picture? {
        guard area.contains(where: { tile.meets($0) }) else { return nil }
        if let cache, let bytes = try await workers.run(costing: .usual, { cache.picture(of: tile) }),
            let format = RasterFormat(firstBytesOf: bytes)
        {
            return (bytes, format)
        }
        let question: Task<Picture?, any Error>? = try state.withLock { state in
            if state.holes.contains(tile) { return nil }
            if let question = state.questions[tile] { return question }
            guard state.questions.count < Self.mostQuestions else {
                throw ErrorBody(.unavailable, "many pictures are on their way; ask again in a second")
            }
            let question = Task { try await self.ask(for: tile, workers) }
            state.questions[tile] = question
            return question
        }
        guard let question else { return nil }
        do {
            return try await question.value
        } catch let fault as ImageryFault {
            tell(of: fault)
            throw ErrorBody(.unavailable, "the server of the satellite pictures gives none; ask again later")
        }
    }

    private func tell(of fault: ImageryFault) {
        let isDue = state.withLock { state in
            if let last = state.reported, .now - last < .seconds(60) { return false }
            state.reported = .now
            return true
        }
        if isDue { report(fault) }
    }

    private func ask(for tile: TileID, _ workers: WorkerPool) async throws -> Picture? {
        defer { state.withLock { $0.questions[tile] = nil } }
        guard let bytes = try await fetching.fetch(template.target(of: tile)) else {
            state.withLock { state in
                if state.holes.count >= Self.mostHoles { state.holes.removeAll() }
                state.holes.insert(tile)
            }
            return nil
        }
        guard let format = RasterFormat(firstBytesOf: bytes) else {
            throw ImageryFault("the server of satellite pictures answered with something that is no picture")
        }
        if let cache {
            // The picture is answered also when the workers are too busy to keep it; then it is fetched again next time.
            try? await Requester.$current.withValue(.machine) {
                try await workers.run(costing: .usual) { cache.keep(bytes, of: tile) }
            }
        }
        return (bytes, format)
    }
}

extension TileID {
    /// Whether the tile meets an area in degrees × 10⁷ that does not lead over the antimeridian.
    fileprivate func meets(_ area: IntBox) -> Bool {
        let northWest = TileID(containing: PointE7(latitudeE7: area.maxY, longitudeE7: area.minX), zoom: zoom)
        let southEast = TileID(containing: PointE7(latitudeE7: area.minY, longitudeE7: area.maxX), zoom: zoom)
        guard let northWest, let southEast else { return false }
        return northWest.x <= x && x <= southEast.x && northWest.y <= y && y <= southEast.y
    }
}
