import Testing

@Test func `placeholder for HereaboutsAPI`() {}
