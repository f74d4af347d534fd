extension PointE7 {
    /// The same point, at −180° where it is at 180°.
    ///
    /// Rings hold points on their western sides, not on their eastern ones. Of a surface over the antimeridian the
    /// piece at −180° therefore holds the points on it.
    @inlinable
    package var eastOfAntimeridian: PointE7 {
        longitudeE7 == 1_800_000_000 ? PointE7(latitudeE7: latitudeE7, longitudeE7: -1_800_000_000) : self
    }
}
