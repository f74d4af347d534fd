import Testing

@Test func `placeholder for GeoCore`() {}
