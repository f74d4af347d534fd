import Community
import GeoCore

/// Estimates what a constant watcher can infer from what a person shares. It runs attacks of the literature on the
/// person's own positions.
package struct Exposure: Sendable, Equatable {
    /// The watcher.
    package enum Viewer: Sendable, CaseIterable {
        case friends, everybody
        /// The members of a group or the holders of a link, at the highest precision that one of them has.
        case circles
    }

    /// How the watcher guesses the place where the person is most of the time.
    package enum Attack: Sendable, CaseIterable {
        /// The place that is visible for the longest time.
        case longest
        /// The mean of all visible places, weighted by duration (Wu and Hu, PoPETs 2016(4)).
        case average
    }

    package struct Guess: Sendable, Equatable {
        package let viewer: Viewer
        package let attack: Attack
        /// The distance between the guess and the truth, in metres.
        package let metres: Double
    }

    package private(set) var guesses: [Guess] = []

    /// The longest time that counts between two positions: after it, the person's place is unknown.
    private static let longestGap: Milliseconds = UTCHour.milliseconds
    /// The size of a place, in units of 10⁻⁷ degrees: about 110 m of latitude.
    private static let placeE7: Int32 = 10_000

    /// The number of positions between two checks of the stop request.
    private static let stepsBetweenLooks = 2_000

    /// Runs the attacks on `positions`, in the order of times, as viewers see them with `sharing`. `circles` is the
    /// highest precision in a group or link. There are no guesses without a place to guess. After a stop request, it
    /// ends soon and its result is useless.
    init(
        _ positions: [Position], _ sharing: Sharing, circles: Sharing.Precision?, _ key: PersonKey,
        _ stop: StopRequest = .never
    ) {
        var rule = WhereaboutsRule()
        let precisions: [(Viewer, Sharing.Precision)] = [
            (.friends, sharing.friends), (.everybody, sharing.pseudonym.map { _ in .approximate }), (.circles, circles),
        ].compactMap { viewer, precision in precision.map { (viewer, $0) } }
        let noise = LocationNoise(key)
        var truth = Stays(), published: [Viewer: Stays] = [:]
        for (index, (position, next)) in zip(positions, positions.dropFirst()).enumerated() {
            if index % Self.stepsBetweenLooks == 0, stop.isMade { return }
            rule.follow(position, at: position.time, sharing, noise)
            let length = Double(min(next.time - position.time, Self.longestGap))
            if !position.isAtHome, !sharing.isAtHome(position.point, at: position.time) {
                truth.add(position.point, length)
            }
            let (exact, approximate) = (rule.exact.published(at: next.time), rule.approximate.published(at: next.time))
            for (viewer, precision) in precisions {
                guard case .at(let point, _, _) = precision == .exact ? exact : approximate else { continue }
                published[viewer, default: Stays()].add(point, length)
            }
        }
        guard let place = truth.longest else { return }
        for viewer in Viewer.allCases {
            guard let seen = published[viewer], let longest = seen.longest, let average = seen.average else { continue }
            guesses += [
                Guess(viewer: viewer, attack: .longest, metres: longest.distance(inMetresTo: place)),
                Guess(viewer: viewer, attack: .average, metres: average.distance(inMetresTo: place)),
            ]
        }
    }

    /// The time that a person spent in each place.
    private struct Stays {
        private struct Place: Hashable {
            let row: Int32
            let column: Int32
        }

        private struct Sum {
            var latitude = 0.0
            var longitude = 0.0
            var length = 0.0

            var middle: PointE7? {
                guard length > 0 else { return nil }
                return PointE7(
                    latitudeE7: Int32((latitude / length).rounded()), longitudeE7: Int32((longitude / length).rounded())
                )
            }

            mutating func add(_ point: PointE7, _ length: Double) {
                latitude += Double(point.latitudeE7) * length
                longitude += Double(point.longitudeE7) * length
                self.length += length
            }
        }

        private var places: [Place: Sum] = [:]
        private var all = Sum()

        mutating func add(_ point: PointE7, _ length: Double) {
            let place = Place(row: point.latitudeE7 / Exposure.placeE7, column: point.longitudeE7 / Exposure.placeE7)
            places[place, default: Sum()].add(point, length)
            all.add(point, length)
        }

        /// The place with the longest time.
        var longest: PointE7? {
            let one = places.max {
                ($0.value.length, $0.key.row, $0.key.column) < ($1.value.length, $1.key.row, $1.key.column)
            }
            return one?.value.middle
        }

        var average: PointE7? { all.middle }
    }
}
