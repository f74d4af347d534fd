import Community
import GeoCore
import Presence
import Search

extension PresenceService {
    /// Returns the published location of a post of `author`. At home, it is the home area only: anybody may read a post
    /// and keep its content.
    func concealed(
        _ location: PostLocation?, of author: AccountID?, _ atlas: LiveAtlas
    ) async throws -> PostLocation? {
        guard let location, let author else { return location }
        let here = Presence.Position(time: now(), point: location.point)
        guard let published = try await people.concealed([here], of: author).first, published.isAtHome else {
            return location
        }
        let homes = try await people.sharing(of: author).sharing.homes
        // Without an area of their own, it is the whole square that stands for being at home.
        let area = homes.first { $0.middle == published.point } ?? HomeGrid(divided: [:]).cell(of: published.point)
        return PostLocation(in: area, around: published.point, atlas)
    }
}

extension PostLocation {
    /// Makes the location of a home area, at its middle. It leaves out everything that could reveal the place inside
    /// it: heading, speed, and a name that a client found for the true place.
    fileprivate init(in area: HomeGrid.Cell?, around middle: PointE7, _ atlas: LiveAtlas) {
        let accuracy = area.map { area in
            let (southWest, northEast) = area.corners
            return (southWest.distance(inMetresTo: northEast) / 2).rounded()
        }
        let place = atlas.current.search.localityName(at: Coordinate(middle)) ?? Self.unknownPlace
        self.init(
            point: middle, accuracyMetres: accuracy, place: place, facing: .unknown,
            speed: SpeedClass(metresPerSecond: nil))
    }
}
