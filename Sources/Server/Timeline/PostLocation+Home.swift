import Community
import GeoCore
import Presence
import Search

extension PresenceService {
    /// Where a post of `author` is told to be from: at home the area only, as anybody may read a post and keep what it
    /// says.
    func concealed(
        _ location: PostLocation?, of author: AccountID?, _ atlas: LiveAtlas
    ) async throws -> PostLocation? {
        guard let location, let author else { return location }
        let here = Presence.Position(time: now(), point: location.point)
        guard let told = try await people.concealed([here], of: author).first, told.isAtHome else { return location }
        let homes = try await people.sharing(of: author).sharing.homes
        // None of theirs: the whole square that stands for being at home where no area is named.
        let area = homes.first { $0.middle == told.point } ?? HomeGrid(divided: [:]).cell(of: told.point)
        return PostLocation(in: area, around: told.point, atlas)
    }
}

extension PostLocation {
    /// A home area by its middle, without what could tell where in it somebody is: no heading, no speed, and no name
    /// that a client found for the true place.
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
