/// How the outline of a reach is drawn.
package struct ReachStyle: Sendable {
    /// How far the outline stays off the streets: what lies that near counts as reached.
    package var bufferInMetres = 25.0
    /// Smaller areas within that are not reached are filled.
    package var smallestHoleInSquareMetres = 10_000.0
    /// How far a line may move to save points.
    package var toleranceInMetres = 0.5

    package init() {}
}
