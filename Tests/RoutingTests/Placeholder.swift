import Testing

@Test func `placeholder for Routing`() {}
