import Atlas
import OSMImport
import TestSupport
import Testing

@Suite struct AtlasVerifierTests {
    private static func corner() throws -> [UInt8] {
        let reading = try OSMReader.read(bytes: HandMade.corner.pbf(), name: "corner")
        var issues = reading.issues
        return try AtlasBuilder().build(
            reading.data, objects: reading.objects, fileStem: "corner", issues: &issues
        ).finish()
    }

    private func verify(_ bytes: [UInt8]) throws -> VerifiedAtlas {
        try AtlasForging.withView(bytes) { try AtlasVerifier.verify($0) }
    }

    @Test func `a whole atlas verifies, and the checks are listed`() throws {
        let verified = try verify(try Self.corner())
        #expect(verified.checks.starts(with: ["checksums", "description", "texts"]))
        #expect(verified.sections.contains { $0.name == "info.bounds" })
    }

    @Test func `every flipped byte and every truncation is refused with a reason`() throws {
        let bytes = try Self.corner()
        // One flip a byte: checksums notice all alike. Truncations in steps, for the same reason.
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect { try verify(damaged) } throws: { !"\($0)".isEmpty }
        }
        for length in stride(from: 0, to: bytes.count, by: 64) {
            #expect { try verify(Array(bytes[..<length])) } throws: { !"\($0)".isEmpty }
        }
    }

    @Test func `every flipped byte with forged checksums is refused, or verifies and then answers, without a trap`()
        throws
    {
        let bytes = try Self.corner()
        var refused = 0
        for index in bytes.indices {
            for mask: UInt8 in [0x01, 0x80] {
                var forged = bytes
                forged[index] ^= mask
                do {
                    try AtlasForging.withView(AtlasForging.resigned(forged)) { view in
                        let verified = try AtlasVerifier.verify(view)
                        // One of the two is enough: asking takes longer than verifying.
                        if mask == 0x01 { AtlasQuestions.ask(view, about: verified.info.bounds) }
                    }
                } catch {
                    refused += 1
                    if "\(error)".isEmpty { Issue.record("an error without a reason at \(index)") }
                }
            }
        }
        #expect(refused > bytes.count / 4)
    }
}
