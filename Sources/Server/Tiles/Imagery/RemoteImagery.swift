import Fairness
package import GeoCore
import HereaboutsAPI
import Synchronization
package import TileArchives

/// Fetches pictures from another server.
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

/// Reports faults of satellite pictures, at most one a minute: every tile that a visitor sees may meet the same fault.
///
/// A class because all requests share the time of the last report.
package final class ImageryFaults: Sendable {
    private let report: @Sendable (ImageryFault) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        report: @escaping @Sendable (ImageryFault) -> Void
    ) {
        self.now = now
        self.report = report
    }

    func report(_ fault: ImageryFault) {
        let time = now()
        let isDue = last.withLock { last in
            if let last, time - last < .seconds(60) { return false }
            last = time
            return true
        }
        if isDue { report(fault) }
    }
}

/// Pictures of another server. This server fetches them, so that the other one learns nothing of visitors.
///
/// A class because requests for the same picture share one fetch.
package final class RemoteImagery: ImagerySource {
    package typealias Picture = (bytes: [UInt8], format: RasterFormat)

    package let description: RasterDescription
    package let version: String? = nil
    private let template: ImageryTemplate
    private let fetching: any ImageryFetching
    private let cache: PictureCache?
    private let area: [IntBox]
    private let faults: ImageryFaults
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var fetches: [TileID: Task<Picture?, any Error>] = [:]
        /// Tiles without a picture, with the time of the answer, so that nobody makes this server fetch them again and
        /// again.
        var holes: [TileID: ContinuousClock.Instant] = [:]
    }

    /// The most fetches at once. More would burden the other server.
    private static let mostFetches = 8
    private static let mostHoles = 4096
    /// A hole is fetched again after an hour: the other server may have mended it.
    private static let holeLife: Duration = .seconds(3600)

    /// Serves pictures inside `bounds` only: the server must not fetch the world for strangers.
    package init(
        _ template: ImageryTemplate, _ fetching: any ImageryFetching, zooms: ClosedRange<Int>, bounds: IntBox,
        credit: String, cache: PictureCache?, faults: ImageryFaults,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.template = template
        self.fetching = fetching
        self.cache = cache
        self.faults = faults
        self.now = now
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
        let time = now()
        let fetch: Task<Picture?, any Error>? = try state.withLock { state in
            if let hole = state.holes[tile] {
                if time - hole < Self.holeLife { return nil }
                state.holes[tile] = nil
            }
            if let fetch = state.fetches[tile] { return fetch }
            guard state.fetches.count < Self.mostFetches else {
                throw ErrorBody(.unavailable, "many pictures are on their way; ask again in a second")
            }
            let fetch = Task { try await self.fetch(tile, workers) }
            state.fetches[tile] = fetch
            return fetch
        }
        guard let fetch else { return nil }
        do {
            return try await fetch.value
        } catch let fault as ImageryFault {
            faults.report(fault)
            throw ErrorBody(.unavailable, "the server of the satellite pictures gives none; ask again later")
        }
    }

    private func fetch(_ tile: TileID, _ workers: WorkerPool) async throws -> Picture? {
        defer { state.withLock { $0.fetches[tile] = nil } }
        guard let bytes = try await fetching.fetch(template.target(of: tile)) else {
            let time = now()
            state.withLock { state in
                if state.holes.count >= Self.mostHoles { state.holes.removeAll() }
                state.holes[tile] = time
            }
            return nil
        }
        guard let format = RasterFormat(firstBytesOf: bytes) else {
            throw ImageryFault("the server of satellite pictures answered with something that is no picture")
        }
        if let cache {
            // If the workers are too busy to keep the picture, it is fetched again next time.
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
