import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct AtlasAgreementTests {
    private let database: OwnDatabase
    private let housekeeping: Housekeeping
    private let tenant = TestCluster.randomID()

    init() async throws {
        database = try await OwnDatabase()
        try await TestCluster.onThread { [database] in try Schema.make([AtlasAgreement.step], on: database.cluster) }
        housekeeping = Housekeeping(to: database.cluster)
    }

    private func server() async throws -> (AtlasAgreement, Registry) {
        let id = TestCluster.randomID()
        let registry = try await Registry.announce(
            id: id, version: "1", schema: .init(1...1), by: housekeeping, every: .seconds(86_400))
        return (AtlasAgreement(on: tenant, of: id, by: housekeeping), registry)
    }

    @Test func newerAtlasIsWantedOnceAllHaveIt() async throws {
        defer { housekeeping.close() }
        let (one, _) = try await server(), (other, _) = try await server(), (third, _) = try await server()
        for server in [one, other, third] {
            #expect(try await server.offer("old") == .init(wanted: "old", without: []))
        }
        #expect(try await one.offer("new") == .init(wanted: "old", without: [1, 2]))
        #expect(try await third.offer("new") == .init(wanted: "old", without: [1]))
        #expect(try await other.offer("new") == .init(wanted: "new", without: []))
        #expect(try await one.offer("new") == .init(wanted: "new", without: []))
    }

    @Test func serverThatEndedOrIsSilentIsNotWaitedFor() async throws {
        defer { housekeeping.close() }
        let (one, _) = try await server(), (other, registry) = try await server(), (silent, _) = try await server()
        for server in [one, other, silent] { _ = try await server.offer("old") }
        #expect(try await one.offer("new").without == [1, 2])
        try await registry.leave()
        #expect(try await one.offer("new") == .init(wanted: "old", without: [2]))
        try database.setClock(16)
        #expect(try await one.offer("new") == .init(wanted: "new", without: []))
    }

    @Test func placesAgreeEachForItself() async throws {
        defer { housekeeping.close() }
        let id = TestCluster.randomID()
        _ = try await Registry.announce(
            id: id, version: "1", schema: .init(1...1), by: housekeeping, every: .seconds(86_400))
        for place in 0..<2 {
            let agreement = AtlasAgreement(on: TestCluster.randomID(), of: id, by: housekeeping)
            #expect(try await agreement.offer("atlas \(place)") == .init(wanted: "atlas \(place)", without: []))
        }
    }
}
