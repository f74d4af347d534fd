/// Straight bits of streets, each no longer than `ReachGrid.stretchInBlocks`; lengths in blocks.
struct Stretches {
    struct Stretch {
        let start: SIMD2<Float>
        let step: SIMD2<Float>
    }

    private(set) var all: [Stretch] = []
    /// Where each level ends in `all`.
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

/// Four stretches, number by number, so that they are measured at once.
struct FourStretches {
    private let startX: SIMD4<Float>
    private let startY: SIMD4<Float>
    private let stepX: SIMD4<Float>
    private let stepY: SIMD4<Float>
    /// One over the squared length; 0 for a point.
    private let inverse: SIMD4<Float>

    init(
        _ first: Stretches.Stretch, _ second: Stretches.Stretch, _ third: Stretches.Stretch, _ fourth: Stretches.Stretch
    ) {
        startX = SIMD4(first.start.x, second.start.x, third.start.x, fourth.start.x)
        startY = SIMD4(first.start.y, second.start.y, third.start.y, fourth.start.y)
        stepX = SIMD4(first.step.x, second.step.x, third.step.x, fourth.step.x)
        stepY = SIMD4(first.step.y, second.step.y, third.step.y, fourth.step.y)
        let square = stepX * stepX + stepY * stepY
        inverse = (1 / square).replacing(with: 0, where: square .== 0)
    }

    /// The squares of the distances to a point.
    @inline(__always)
    func squaredDistances(x: Float, y: Float) -> SIMD4<Float> {
        let east = x - startX, north = y - startY
        var share = (east * stepX + north * stepY) * inverse
        // Not `clamped`, which is a call for each number.
        share.replace(with: 0, where: share .< 0)
        share.replace(with: 1, where: share .> 1)
        let offX = east - share * stepX, offY = north - share * stepY
        return offX * offX + offY * offY
    }
}
