package import GeoCore

/// The next metres of a route as a ribbon on the ground, in pieces from far to near.
package struct Ribbon: Sendable {
    /// A piece of the ribbon: a polygon in pixels, three to five of its corners in use.
    package struct Piece: Sendable {
        package var corners: [5 of ScreenPoint] = .init(repeating: ScreenPoint(x: 0, y: 0))
        package var count = 0
        /// From the user to its nearer end along the route, in metres.
        package var distance = 0.0
    }

    /// The eye's height over the ground, in metres.
    package static let eyeHeight = 1.5
    /// All in metres.
    private static let length = 60.0
    private static let step = 2.0
    private static let halfWidth = 0.6
    /// Nearer to the camera's plane than this, nothing is drawn.
    private static let nearest = 0.7
    /// Where an arrow points: so far along the route.
    private static let ahead = 14.0
    package static let capacity = Int(length / step)

    /// Every `step` metres of the route from the user on, in metres east and north of the user.
    private var samples: [PlanePoint]
    private var sampleCount = 0
    /// The pieces in sight, the farthest one first: `count` of `pieces`.
    package private(set) var pieces: [Piece]
    package private(set) var count = 0

    package init() {
        samples = Array(repeating: PlanePoint(x: 0, y: 0), count: Self.capacity + 1)
        pieces = Array(repeating: Piece(), count: Self.capacity)
    }

    /// A point on the ground ahead on the route, from the user's eye; `nil` without a route.
    package var aim: Vector? {
        guard sampleCount > 0 else { return nil }
        let point = samples[min(sampleCount - 1, Int(Self.ahead / Self.step))]
        return Vector(point.x, point.y, -Self.eyeHeight)
    }

    /// Follows the route for 60 m from its point nearest to the user.
    ///
    /// - Complexity: O(points of the route), no allocation.
    package mutating func follow(_ route: borrowing ARPlaces, from here: PlanePoint) {
        sampleCount = 0
        guard route.count > 1, var (segment, share) = Self.foot(of: here, on: route) else { return }
        var rest = 0.0
        while segment + 1 < route.count, sampleCount < samples.count {
            let from = route[segment].point, to = route[segment + 1].point
            let x = to.x - from.x, y = to.y - from.y
            let length = (x * x + y * y).squareRoot()
            var along = share * length + rest
            while along <= length, sampleCount < samples.count {
                let part = length > 0 ? along / length : 0
                samples[sampleCount] = PlanePoint(x: from.x + part * x - here.x, y: from.y + part * y - here.y)
                sampleCount += 1
                along += Self.step
            }
            (segment, share, rest) = (segment + 1, 0, along - length)
        }
        // The rest of the last step, where there is one.
        guard sampleCount > 0, sampleCount < samples.count, route[route.count - 1].isKnown else { return }
        let end = route[route.count - 1].point, last = samples[sampleCount - 1]
        let x = end.x - here.x - last.x, y = end.y - here.y - last.y
        guard x * x + y * y > 0.01 else { return }
        samples[sampleCount] = PlanePoint(x: end.x - here.x, y: end.y - here.y)
        sampleCount += 1
    }

    /// Draws the route ahead.
    package mutating func draw(with camera: Camera) {
        count = 0
        guard sampleCount > 1 else { return }
        for index in stride(from: sampleCount - 2, through: 0, by: -1) {
            let near = edges(at: index)
            var far = edges(at: index + 1)
            // Where the route turns back, left and right change places.
            let isTwisted = (near.right - near.left).dot(far.right - far.left) < 0
            if isTwisted { swap(&far.left, &far.right) }
            let views: [4 of Vector] = [
                camera.view(near.left), camera.view(near.right), camera.view(far.right), camera.view(far.left),
            ]
            pieces[count] = Self.clip(views, with: camera)
            guard pieces[count].count > 2 else { continue }
            pieces[count].distance = Double(index) * Self.step
            count += 1
        }
    }

    /// Whether a corner of a piece lies within the viewport.
    package func isInSight(of camera: Camera) -> Bool {
        for index in 0..<count {
            for corner in 0..<pieces[index].count where camera.shows(pieces[index].corners[corner]) { return true }
        }
        return false
    }

    /// The two sides of the ribbon at a sample, across the way from the sample before to the one after.
    private func edges(at index: Int) -> (left: Vector, right: Vector) {
        let before = samples[max(0, index - 1)], after = samples[min(sampleCount - 1, index + 1)]
        let x = after.x - before.x, y = after.y - before.y
        let length = (x * x + y * y).squareRoot()
        let scale = length > 0 ? Self.halfWidth / length : 0
        let middle = Vector(samples[index].x, samples[index].y, -Self.eyeHeight)
        let aside = Vector(y * scale, -x * scale, 0)
        return (middle - aside, middle + aside)
    }

    /// Cuts off the part less than `nearest` metres ahead (Sutherland and Hodgman, CACM 17, 1974, for one plane).
    ///
    /// A convex quad keeps at most five corners. In a sharp bend a quad has a dent; the plane may then cut it in two
    /// parts with six corners, of which the last is left out.
    private static func clip(_ views: [4 of Vector], with camera: Camera) -> Piece {
        var piece = Piece()
        func add(_ view: Vector) {
            guard piece.count < piece.corners.count else { return }
            piece.corners[piece.count] = camera.pixel(of: view)
            piece.count += 1
        }
        for index in 0..<4 {
            let from = views[index], to = views[(index + 1) % 4]
            if from.z >= nearest { add(from) }
            if (from.z >= nearest) != (to.z >= nearest) {
                add(from + ((nearest - from.z) / (to.z - from.z)) * (to - from))
            }
        }
        return piece
    }

    /// The segment of the route that is nearest to a point, and how far along it.
    private static func foot(of here: PlanePoint, on route: borrowing ARPlaces) -> (segment: Int, share: Double)? {
        var best: (segment: Int, share: Double)?, least = Double.infinity
        for index in 0..<(route.count - 1) where route[index].isKnown && route[index + 1].isKnown {
            let from = route[index].point, to = route[index + 1].point
            let segment = PlaneSegment(
                startX: from.x - here.x, startY: from.y - here.y, stepX: to.x - from.x, stepY: to.y - from.y)
            let share = segment.nearestShare, distance = segment.squaredDistance(at: share)
            if distance < least { (best, least) = ((index, share), distance) }
        }
        return best
    }
}
