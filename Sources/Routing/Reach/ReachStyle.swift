/// The style of a reach's outline.
package struct ReachStyle: Sendable {
    /// The distance of the outline from the streets: everything nearer counts as reached.
    package var bufferInMetres = 25.0
    /// Smaller enclosed areas are filled.
    package var smallestHoleInSquareMetres = 10_000.0
    /// The maximum deviation of a simplified line.
    package var toleranceInMetres = 0.5

    package init() {}
}
