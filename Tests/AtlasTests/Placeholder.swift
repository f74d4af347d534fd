import Testing

@Test func `placeholder for Atlas`() {}
