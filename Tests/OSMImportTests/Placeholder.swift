import Testing

@Test func `placeholder for OSMImport`() {}
