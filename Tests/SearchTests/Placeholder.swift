import Testing

@Test func `placeholder for Search`() {}
