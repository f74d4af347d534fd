/// Straight bits of streets, each no longer than `ReachGrid.stretchInBlocks`; lengths in blocks.
///
/// Number by number, so that four can be measured at once.
struct Stretches {
    private var startX: [Float]
    private var startY: [Float]
    private var stepX: [Float]
    private var stepY: [Float]
    /// One over the squared length; 0 for a point.
    private var inverse: [Float]

    /// Room for so many, and for three behind, which are read with the last ones: points far away.
    init(count: Int) {
        startX = [Float](repeating: -1e6, count: count + 3)
        startY = startX
        stepX = [Float](repeating: 0, count: count + 3)
        stepY = stepX
        inverse = stepX
    }

    mutating func set(_ index: Int, start: SIMD2<Float>, step: SIMD2<Float>) {
        startX[index] = start.x
        startY[index] = start.y
        stepX[index] = step.x
        stepY[index] = step.y
        let square = (step * step).sum()
        inverse[index] = square > 0 ? 1 / square : 0
    }

    /// The squares of the distances from one to four points.
    @inline(__always)
    func squaredDistances(from index: Int, x: SIMD4<Float>, y: SIMD4<Float>) -> SIMD4<Float> {
        let stepX = SIMD4(repeating: stepX[index]), stepY = SIMD4(repeating: stepY[index])
        let east = x - SIMD4(repeating: startX[index]), north = y - SIMD4(repeating: startY[index])
        return Self.squaredDistances(east, north, stepX, stepY, SIMD4(repeating: inverse[index]))
    }

    /// The squares of the distances from four, from `index` on, to a point.
    @inline(__always)
    func squaredDistances(fromFourAt index: Int, x: Float, y: Float) -> SIMD4<Float> {
        Self.squaredDistances(
            x - four(startX, index), y - four(startY, index), four(stepX, index), four(stepY, index),
            four(inverse, index))
    }

    @inline(__always)
    private func four(_ numbers: [Float], _ index: Int) -> SIMD4<Float> {
        SIMD4(numbers[index], numbers[index + 1], numbers[index + 2], numbers[index + 3])
    }

    @inline(__always)
    private static func squaredDistances(
        _ east: SIMD4<Float>, _ north: SIMD4<Float>, _ stepX: SIMD4<Float>, _ stepY: SIMD4<Float>,
        _ inverse: SIMD4<Float>
    ) -> SIMD4<Float> {
        var share = (east * stepX + north * stepY) * inverse
        // Not `clamped`, which is a call for each number.
        share.replace(with: 0, where: share .< 0)
        share.replace(with: 1, where: share .> 1)
        let offX = east - share * stepX, offY = north - share * stepY
        return offX * offX + offY * offY
    }
}
