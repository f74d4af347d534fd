import Testing

@Test func `placeholder for Server`() {}
