extension OSMData {
    /// Cuts ways at the antimeridian.
    mutating func cutAtAntimeridian() {}
}
