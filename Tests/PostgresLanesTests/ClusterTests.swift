import PostgresLanes
import Testing

struct ClusterTests {
    @Test(arguments: [
        "postgresql://user:secret@one:5432,two/database?nonsense=1", "postgresql://user:secret@[::1/database",
        "not an address secret", "postgresql://user:secret@one:1,two:2,three/database?port=1,2",
    ])
    func badAddressIsRefusedWithoutItsPassword(address: String) {
        do {
            _ = try Cluster(address)
            Issue.record("the address was taken")
        } catch {
            guard case .badAddress(let reason) = error else {
                Issue.record("another fault")
                return
            }
            #expect(!reason.contains("secret"))
        }
    }

    @Test(.enabled(if: TestCluster.address != nil))
    func aConnectionForLongMayWaitInATransactionUnlikeThoseOfLanes() throws {
        let cluster = try TestCluster.make()
        let question = Statement("SELECT current_setting('idle_in_transaction_session_timeout')")
        let ofLanes = try Schema.run([question], on: cluster)[0].rows
        let forLong = try cluster.connection().run([question], by: .now + .seconds(5))[0].rows
        #expect(ofLanes == [[.text("10s")]] && forLong == [[.text("0")]])
    }

    /// Otherwise the host would keep the locks of a server whose network was cut for ten seconds.
    @Test(.enabled(if: TestCluster.address != nil))
    func theHostNoticesACutNetworkAsSoonAsTheServer() throws {
        let names = ["tcp_user_timeout", "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count"]
        let question = Statement("SELECT " + names.map { "current_setting('\($0)')" }.joined(separator: ", "))
        // PostgreSQL says what it reads from the socket, without units.
        let expected: [[Value]] = [[.text("3000"), .text("2"), .text("1"), .text("2")]]
        let cluster = try TestCluster.make()
        #expect(try Schema.run([question], on: cluster)[0].rows == expected)
        #expect(try cluster.connection().run([question], by: .now + .seconds(5))[0].rows == expected)
    }

    @Test func everyHostIsNamedWhenNoneTakesWrites() async throws {
        // Nothing listens on these ports of the loopback.
        let reader = try Reader(
            to: Cluster("postgresql://user:secret@127.0.0.1:1,127.0.0.1:2/database"), patience: .zero)
        defer { reader.close() }
        do {
            _ = try await reader.read { try $0.rows("SELECT 1") }
            Issue.record("a host answered")
        } catch PostgresFault.noPrimary(let hosts) {
            #expect(hosts.map { $0.prefix(12) } == ["127.0.0.1:1:", "127.0.0.1:2:"])
            #expect(!hosts.joined().contains("secret"))
            #expect(PostgresFault.noPrimary(hosts: hosts).passes)
        }
    }
}
