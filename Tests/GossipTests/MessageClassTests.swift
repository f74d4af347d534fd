import Gossip
import Testing

@Suite struct MessageClassTests {
    /// The table of docs/mesh.md.
    @Test func `each class has the life and the size that the documentation says`() throws {
        let hour: Int64 = 3_600_000
        let classes: [(MessageClass, Int64?, Int)] = [
            (.roster, nil, 4096), (.keys, 192 * hour, 512), (.now, 6 * hour, 512), (.plan, nil, 65_536),
            (.mail, 168 * hour, 8192), (.talk, 72 * hour, 8192), (.posts, 720 * hour, 32_768),
            (.pictures, 720 * hour, 49_152),
        ]
        #expect(MessageClass.allCases == classes.map(\.0))
        for (messageClass, life, body) in classes {
            #expect(messageClass.life == life && messageClass.maximumBody == body)
        }
        #expect(MessageClass.mail.paddedBodies == [512, 2048, 8192])
        #expect(MessageClass.allCases.filter { $0.paddedBodies != nil } == [.mail])
    }

    @Test func `every kind has a class, and every class a kind`() {
        #expect(Set(MessageKind.allCases.map(\.messageClass)) == Set(MessageClass.allCases))
    }
}
