/// Straight parts of streets, each no longer than `ReachGrid.stretchInBlocks`; lengths are in blocks.
struct Stretches {
    struct Stretch {
        let start: SIMD2<Float>
        let step: SIMD2<Float>
    }

    private(set) var all: [Stretch] = []
    /// The end of each level in `all`.
    private(set) var levelEnds: [Int] = []

    init(_ streets: ReachedStreets, _ grid: ReachGrid) {
        all.reserveCapacity(streets.points.count * 2)
        levelEnds.reserveCapacity(streets.levelEnds.count)
        var first = 0, piece = 0
        for levelEnd in streets.levelEnds {
            while piece < levelEnd {
                let end = streets.pieceEnds[piece]
                var position = grid.position(streets.points[first])
                if end == first + 1 { all.append(Stretch(start: position, step: SIMD2())) }
                for index in (first + 1)..<max(end, first + 1) {
                    let next = grid.position(streets.points[index])
                    append(from: position, step: next - position)
                    position = next
                }
                first = end
                piece += 1
            }
            levelEnds.append(all.count)
        }
    }

    private mutating func append(from start: SIMD2<Float>, step: SIMD2<Float>) {
        let square = (step * step).sum()
        guard square > ReachGrid.stretchInBlocks * ReachGrid.stretchInBlocks else {
            return all.append(Stretch(start: start, step: step))
        }
        let count = Int(square.squareRoot() / ReachGrid.stretchInBlocks) + 1
        let part = step / Float(count)
        for number in 0..<count { all.append(Stretch(start: start + part * Float(number), step: part)) }
    }
}

/// Four stretches, stored by component, so that they are measured together.
struct FourStretches {
    private let middleX: SIMD4<Float>
    private let middleY: SIMD4<Float>
    /// The unit vector along each; any vector for a point.
    private let alongX: SIMD4<Float>
    private let alongY: SIMD4<Float>
    /// Half of each length.
    private let half: SIMD4<Float>

    init(
        _ first: Stretches.Stretch, _ second: Stretches.Stretch, _ third: Stretches.Stretch, _ fourth: Stretches.Stretch
    ) {
        let stepX = SIMD4(first.step.x, second.step.x, third.step.x, fourth.step.x)
        let stepY = SIMD4(first.step.y, second.step.y, third.step.y, fourth.step.y)
        middleX = SIMD4(first.start.x, second.start.x, third.start.x, fourth.start.x) + stepX * 0.5
        middleY = SIMD4(first.start.y, second.start.y, third.start.y, fourth.start.y) + stepY * 0.5
        let length = (stepX * stepX + stepY * stepY).squareRoot(), isPoint = length .== 0
        alongX = (stepX / length).replacing(with: 1, where: isPoint)
        alongY = (stepY / length).replacing(with: 0, where: isPoint)
        half = length * 0.5
    }

    /// The position of a point relative to each of the four: along it from its middle, and across.
    struct Offsets {
        var along: SIMD4<Float>
        var across: SIMD4<Float>

        @inline(__always)
        static func + (one: Offsets, two: Offsets) -> Offsets {
            Offsets(along: one.along + two.along, across: one.across + two.across)
        }
    }

    @inline(__always)
    func offsets(x: Float, y: Float) -> Offsets { offsets(east: x - middleX, north: y - middleY) }

    /// Returns the change of the offsets for a step east, or north.
    @inline(__always)
    func step(east: Float) -> Offsets { Offsets(along: alongX * east, across: alongY * east) }

    @inline(__always)
    func step(north: Float) -> Offsets { Offsets(along: alongY * north, across: alongX * -north) }

    @inline(__always)
    private func offsets(east: SIMD4<Float>, north: SIMD4<Float>) -> Offsets {
        Offsets(along: east * alongX + north * alongY, across: east * alongY - north * alongX)
    }

    /// Returns the squared distances to the point.
    @inline(__always)
    func squaredDistances(_ offsets: Offsets) -> SIMD4<Float> {
        // Beyond either end, or beside it. Not `max`, which would be a call for each component.
        var beyond = offsets.along - half, before = -half - offsets.along
        beyond.replace(with: before, where: beyond .< before)
        before = SIMD4()
        beyond.replace(with: before, where: beyond .< before)
        return beyond * beyond + offsets.across * offsets.across
    }
}
