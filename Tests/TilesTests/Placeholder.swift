import Testing

@Test func `placeholder for Tiles`() {}
